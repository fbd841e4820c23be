"""Three small repositories with real tests, the tasks that are done in them, and what else is asked there."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

FILES: dict[str, dict[str, str]] = {
    "till": {
        "till/__init__.py": "",
        "till/money.py": (
            "def amount(cents):\n    return cents / 100\n\n\ndef tax(cents, rate):\n    return int(cents * rate)\n"
        ),
        "till/cart.py": (
            "class Cart:\n    def __init__(self):\n        self.lines = []\n\n"
            "    def add(self, name, cents):\n        self.lines.append((name, 1, cents))\n\n"
            "    def total(self):\n        return sum(count * cents for _, count, cents in self.lines)\n"
        ),
        "till/discount.py": "def discounted(cents, percent):\n    return cents - cents * percent // 100\n",
        "till/receipt.py": (
            "def receipt(shop, lines):\n    out = [shop]\n"
            '    out += [f"{count} x {name}" for name, count, _ in lines]\n    return "\\n".join(out)\n'
        ),
        "tests/test_money.py": "from till.money import amount\n\n\ndef test_amount():\n    assert amount(250) == 2.5\n",
        "tests/test_cart.py": (
            "from till.cart import Cart\n\n\ndef test_total():\n    cart = Cart()\n"
            '    cart.add("tea", 300)\n    assert cart.total() == 300\n'
        ),
        "tests/test_discount.py": (
            "from till.discount import discounted\n\n\ndef test_ten():\n    assert discounted(1000, 10) == 900\n"
        ),
        "tests/test_receipt.py": (
            'from till.receipt import receipt\n\n\ndef test_shop():\n    assert receipt("Shop", []) == "Shop"\n'
        ),
        "README.md": "# till\n\nA till.\n",
        "pyproject.toml": '[project]\nname = "till"\n\n[tool.pytest.ini_options]\npythonpath = ["."]\n',
    },
    "slugs": {
        "src/slug.js": "exports.slug = (text) => text.toLowerCase().trim().replace(/[^a-z0-9]+/g, '-');\n",
        "src/truncate.js": "exports.truncate = (text, most) => text.slice(0, most);\n",
        "src/title.js": (
            "exports.title = (text) =>\n  text.split(' ').map((w) => w[0].toUpperCase() + w.slice(1)).join(' ');\n"
        ),
        "src/words.js": "exports.count = (text) => text.split(/[^a-z]+/i).filter(Boolean).length;\n",
        "test/slug.test.js": (
            "const test = require('node:test');\nconst assert = require('node:assert');\n"
            "const { slug } = require('../src/slug');\ntest('plain', () => assert.equal(slug('A b'), 'a-b'));\n"
        ),
        "test/truncate.test.js": (
            "const test = require('node:test');\nconst assert = require('node:assert');\n"
            "const { truncate } = require('../src/truncate');\n"
            "test('cuts', () => assert.equal(truncate('abc', 2), 'ab'));\n"
        ),
        "test/title.test.js": (
            "const test = require('node:test');\nconst assert = require('node:assert');\n"
            "const { title } = require('../src/title');\ntest('caps', () => assert.equal(title('a bee'), 'A Bee'));\n"
        ),
        "test/words.test.js": (
            "const test = require('node:test');\nconst assert = require('node:assert');\n"
            "const { count } = require('../src/words');\ntest('two', () => assert.equal(count('a b'), 2));\n"
        ),
        "README.md": "# slugs\n\nText for addresses.\n",
        "package.json": '{"name": "slugs", "version": "0.1.0", "scripts": {"test": "node --test test/"}}\n',
    },
    "ship": {
        "lib/version.sh": 'next_version() {\n  echo "$1"\n}\n',
        "lib/changelog.sh": 'changelog_entry() {\n  echo "## $1"\n}\n',
        "lib/upload.sh": 'upload() {\n  echo "uploading $1"\n}\n',
        "lib/names.sh": 'archive_name() {\n  echo "$1.tar.gz"\n}\n',
        "tests/run.sh": (
            '#!/bin/bash\n# usage: tests/run.sh [name]\nset -e\ncd "$(dirname "$0")/.."\npassed=0\n'
            'for file in tests/${1:-*}.test.sh; do\n  bash -e "$file" || { echo "1 failed"; exit 1; }\n'
            '  passed=$((passed + 1))\ndone\necho "$passed passed"\n'
        ),
        "tests/version.test.sh": '. lib/version.sh\n[ -n "$(next_version 1.2.3)" ]\n',
        "tests/changelog.test.sh": '. lib/changelog.sh\nchangelog_entry 1.2 | grep -q "## 1.2"\n',
        "tests/upload.test.sh": ". lib/upload.sh\nupload a | grep -q uploading\n",
        "tests/names.test.sh": '. lib/names.sh\n[ -n "$(archive_name a)" ]\n',
        "Makefile": "test:\n\tbash tests/run.sh\n\ntest-%:\n\tbash tests/run.sh $*\n\nlint:\n\tbash -n lib/*.sh\n",
        "README.md": "# ship\n\nShips.\n",
    },
}


@dataclass(frozen=True)
class Task:
    """One task: how it is asked for (first, twice to prove it, then scored), what is looked at, what is changed."""

    name: str
    repository: str
    asked: tuple[str, ...]
    looked: tuple[tuple[str, str], ...]  # (tool, what), before the first change of the first run
    edits: tuple[tuple[str, str, str], ...]
    test: str
    wrong: str = field(default="")  # a change that its test catches

    @property
    def files(self) -> frozenset[str]:
        return frozenset(path for path, _, _ in self.edits)

    @property
    def code(self) -> frozenset[str]:
        return frozenset(path for path in self.files if not path.startswith(("tests/", "test/")))


def look(*steps: str) -> tuple[tuple[str, str], ...]:
    """`read a.py`, `grep words`, `run make`."""
    return tuple((step.split(" ", 1)[0], step.split(" ", 1)[1]) for step in steps)


def py(name: str, body: str) -> tuple[str, str, str]:
    return (f"tests/test_{name}.py", "", body)


TASKS = (
    Task(
        "amounts",
        "till",
        (
            "Round amounts half up to two decimals, 12.345 has to give 12.35",
            "amount() must round half up to two decimals",
            "money: round the amounts half up, two decimals",
            "please make amounts round half up to two decimals",
            "Amounts should be rounded half up with two decimals",
        ),
        look(
            "grep amount",
            "read README.md",
            "read till/cart.py",
            "read till/receipt.py",
            "read till/money.py",
            "read tests/test_money.py",
            "run python -m pytest -q",
        ),
        (
            (
                "till/money.py",
                "def amount(cents):\n    return cents / 100\n",
                (
                    "from decimal import ROUND_HALF_UP, Decimal\n\n\ndef amount(cents):\n"
                    '    return float((Decimal(str(cents)) / 100).quantize(Decimal("0.01"), ROUND_HALF_UP))\n'
                ),
            ),
            py("money", "\n\ndef test_half_up():\n    assert amount(1234.5) == 12.35\n"),
        ),
        "python -m pytest -q tests/test_money.py",
        "ROUND_DOWN",
    ),
    Task(
        "lines",
        "till",
        (
            "Adding the same item twice to the cart must merge both into one line with a count",
            "the cart should merge equal items into one line and count them",
            "merge cart lines of the same item, with a count",
            "When an item is added to the cart twice, merge the lines and count it",
            "cart: equal items belong on one merged line with their count",
        ),
        look(
            "grep class Cart",
            "run ls till",
            "read till/receipt.py",
            "read till/cart.py",
            "read tests/test_cart.py",
            "run python -m pytest -q",
        ),
        (
            (
                "till/cart.py",
                "        self.lines.append((name, 1, cents))\n",
                (
                    "        for n, (known, count, price) in enumerate(self.lines):\n"
                    "            if (known, price) == (name, cents):\n"
                    "                self.lines[n] = (name, count + 1, cents)\n                return\n"
                    "        self.lines.append((name, 1, cents))\n"
                ),
            ),
            py(
                "cart",
                '\n\ndef test_merges():\n    cart = Cart()\n    cart.add("tea", 300)\n    cart.add("tea", 300)\n'
                '    assert cart.lines == [("tea", 2, 300)]\n',
            ),
        ),
        "python -m pytest -q tests/test_cart.py",
        "count + 2",
    ),
    Task(
        "cap",
        "till",
        (
            "Cap discounts at 50 percent, whatever is asked for",
            "a discount may never be more than 50 percent, cap it",
            "limit the discount percent to at most 50",
            "discounts above 50 percent have to be capped",
            "Please cap the discount percentage at 50 percent",
        ),
        look(
            "grep percent",
            "read till/money.py",
            "read till/cart.py",
            "read till/discount.py",
            "read tests/test_discount.py",
        ),
        (
            (
                "till/discount.py",
                "    return cents - cents * percent // 100\n",
                "    return cents - cents * min(percent, 50) // 100\n",
            ),
            py("discount", "\n\ndef test_cap():\n    assert discounted(1000, 80) == 500\n"),
        ),
        "python -m pytest -q tests/test_discount.py",
        "max(percent, 50)",
    ),
    Task(
        "prices",
        "till",
        (
            "Print each line's price on the receipt, right after the name",
            "the receipt should print the price of every line after its name",
            "receipt lines need their price behind the name",
            "Show prices on the receipt: each line's price after its name",
            "please print the price for each receipt line, after the name",
        ),
        look(
            "grep def receipt",
            "read README.md",
            "read till/money.py",
            "read till/receipt.py",
            "read tests/test_receipt.py",
            "run python -m pytest -q tests",
        ),
        (
            (
                "till/receipt.py",
                '    out += [f"{count} x {name}" for name, count, _ in lines]\n',
                '    out += [f"{count} x {name} {cents / 100:.2f}" for name, count, cents in lines]\n',
            ),
            py("receipt", '\n\ndef test_price():\n    assert receipt("S", [("tea", 1, 300)]) == "S\\n1 x tea 3.00"\n'),
        ),
        "python -m pytest -q tests/test_receipt.py",
        "{cents:.2f}",
    ),
    Task(
        "accents",
        "slugs",
        (
            "Slugs must strip accents: 'Crème' has to become 'creme'",
            "slug() should strip accents from letters before anything else",
            "strip the accents of letters in slugs",
            "please have slugs without accents, strip them",
            "accented letters in a slug: strip the accents",
        ),
        look(
            "grep slug",
            "read package.json",
            "read src/title.js",
            "read src/slug.js",
            "read test/slug.test.js",
            "run npm test",
        ),
        (
            (
                "src/slug.js",
                "text.toLowerCase()",
                "text.normalize('NFD').replace(/[\\u0300-\\u036f]/g, '').toLowerCase()",
            ),
            ("test/slug.test.js", "", "test('accents', () => assert.equal(slug('Cr\\u00e8me'), 'creme'));\n"),
        ),
        "node --test test/slug.test.js",
        "'NFC'",
    ),
    Task(
        "ellipsis",
        "slugs",
        (
            "truncate() should end a cut text with an ellipsis",
            "put an ellipsis at the end of truncated texts",
            "A truncated text needs an ellipsis at its end",
            "truncate: end what was cut with an ellipsis",
            "please end truncated text with an ellipsis character",
        ),
        look("run ls src", "read src/words.js", "read src/truncate.js", "read test/truncate.test.js"),
        (
            ("src/truncate.js", "text.slice(0, most)", "(text.length > most ? text.slice(0, most) + '\\u2026' : text)"),
            (
                "test/truncate.test.js",
                "assert.equal(truncate('abc', 2), 'ab')",
                "assert.equal(truncate('abc', 2), 'ab\\u2026')",
            ),
        ),
        "node --test test/truncate.test.js",
        "'...'",
    ),
    Task(
        "small",
        "slugs",
        (
            "Keep small words like of and the in lower case in titles",
            "titles: small words (of, the) stay lower case",
            "title() must keep small words in lower case",
            "small words in a title should be kept lower case",
            "Please keep the small words of titles lower case",
        ),
        look(
            "grep title",
            "read package.json",
            "read src/slug.js",
            "read src/title.js",
            "read test/title.test.js",
            "run npm run test",
        ),
        (
            ("src/title.js", "map((w) => w[0]", "map((w) => ['of', 'the', 'and'].includes(w) ? w : w[0]"),
            ("test/title.test.js", "", "test('small', () => assert.equal(title('lord of time'), 'Lord of Time'));\n"),
        ),
        "node --test test/title.test.js",
        "['off']",
    ),
    Task(
        "hyphens",
        "slugs",
        (
            "Count hyphenated words as one word, 'well-known' is one",
            "the word count should take hyphenated words as one",
            "count(): a hyphenated word counts once",
            "hyphenated words must count as one word",
            "please count each hyphenated word as one",
        ),
        look("grep count", "read src/truncate.js", "read src/words.js", "read test/words.test.js", "run npm test"),
        (
            ("src/words.js", "/[^a-z]+/i", "/[^a-z-]+/i"),
            ("test/words.test.js", "", "test('hyphen', () => assert.equal(count('well-known man'), 2));\n"),
        ),
        "node --test test/words.test.js",
        "/[-]+/i",
    ),
    Task(
        "patch",
        "ship",
        (
            "next_version has to bump the patch number: 1.2.3 becomes 1.2.4",
            "bump the patch number in next_version",
            "make next_version return the version with its patch number bumped",
            "the next version should bump the patch number",
            "please bump the patch part of the version in next_version",
        ),
        look("run ls lib", "read Makefile", "read lib/version.sh", "read tests/version.test.sh", "run make test"),
        (
            ("lib/version.sh", '  echo "$1"\n', '  echo "${1%.*}.$((${1##*.} + 1))"\n'),
            ("tests/version.test.sh", "", '[ "$(next_version 1.2.3)" = 1.2.4 ]\n'),
        ),
        "make test-version",
        "+ 2",
    ),
    Task(
        "dates",
        "ship",
        (
            "A changelog entry should carry its date after the version",
            "put the date behind the version in changelog entries",
            "changelog: each entry needs the date after its version",
            "Please add the date to the changelog entry, after the version",
            "the changelog's entries must have a date after the version",
        ),
        look(
            "grep changelog",
            "read README.md",
            "read lib/version.sh",
            "read lib/changelog.sh",
            "read tests/changelog.test.sh",
            "run make test",
        ),
        (
            ("lib/changelog.sh", 'echo "## $1"', 'echo "## $1 ($(date +%Y))"'),
            ("tests/changelog.test.sh", "", 'changelog_entry 1.2 | grep -q "(20"\n'),
        ),
        "make test-changelog",
        "+%H",
    ),
    Task(
        "retry",
        "ship",
        (
            "upload has to refuse a file name that is empty",
            "refuse empty file names in upload",
            "upload() must refuse an empty name of a file",
            "an upload without a file name should be refused",
            "please refuse to upload when the file name is empty",
        ),
        look("run ls", "read lib/names.sh", "read lib/upload.sh", "read tests/upload.test.sh"),
        (
            ("lib/upload.sh", '  echo "uploading $1"\n', '  [ -n "$1" ] || return 1\n  echo "uploading $1"\n'),
            ("tests/upload.test.sh", "", "! upload ''\n"),
        ),
        "make test-upload",
        "[ -z",
    ),
    Task(
        "suffix",
        "ship",
        (
            "Archive names should end in .zip instead of .tar.gz",
            "name the archives .zip, not .tar.gz",
            "archive_name must give a .zip name instead of .tar.gz",
            "use .zip for the archive names instead of .tar.gz",
            "please let archive names end with .zip rather than .tar.gz",
        ),
        look("grep tar.gz", "read Makefile", "read lib/upload.sh", "read lib/names.sh", "run make test-names"),
        (
            ("lib/names.sh", "$1.tar.gz", "$1.zip"),
            ("tests/names.test.sh", "", '[ "$(archive_name a)" = a.zip ]\n'),
        ),
        "make test-names",
        "$1.rar",
    ),
)

# What must teach nothing: (repository, prompt, steps). A step is `edit FILE¦OLD¦NEW` or `run COMMAND`.
FRUITLESS = (
    (
        "till",
        "Try a rounding of taxes",
        (
            "edit till/money.py¦int(cents * rate)¦round(cents * rate) + 1",
            "edit tests/test_money.py¦¦\n\ndef test_wrong():\n    assert amount(1) == 5\n",
            "run python -m pytest -q tests/test_money.py",
        ),
    ),
    (
        "till",
        "Describe the till in its readme",
        ("edit README.md¦A till.¦A till for shops.", "run python -m pytest -q"),
    ),
    ("till", "Do all tests pass?", ("run python -m pytest -q",)),
    (
        "till",
        "Tidy the cart and go on with the discount",
        (
            "edit till/cart.py¦self.lines = []¦self.lines = list()",
            "run python -m pytest -q",
            "edit till/discount.py¦def discounted(cents, percent):¦def discounted(cents, percent=0):",
        ),
    ),
    (
        "till",
        "Give tax a default rate",
        ("edit till/money.py¦def tax(cents, rate):¦def tax(cents, rate=0.2):", "run python -m compileall -q till"),
    ),
    (
        "till",
        "Make the shop's name upper case",
        (
            "edit till/receipt.py¦out = [shop]¦out = [shop.upper()]",
            "run python -m pytest -q > /tmp/till.log 2>&1; echo done",
        ),
    ),
    ("slugs", "Trim titles", ("edit src/title.js¦text.split¦text.trim().split", "run node --check src/title.js")),
    ("slugs", "Join slugs with underscores", ("edit src/slug.js¦'-'¦'_'", "run npm test || true")),
    ("slugs", "Say in package.json who wrote it", ('edit package.json¦"version"¦"author": "me", "version"',)),
    ("ship", "Quote names in upload", ("edit lib/upload.sh¦uploading $1¦uploading '$1'", "run make lint")),
    (
        "ship",
        "Log what is archived",
        ('edit lib/names.sh¦echo "$1¦echo "_$1', "run git checkout -- lib/names.sh", "run make test"),
    ),
    ("ship", "Explain the make targets in the readme", ("edit README.md¦Ships.¦Ships things.", "run make test")),
)
HERE = Path(__file__).resolve().parent


def other_prompts() -> list[tuple[str, str]]:
    """(repository, prompt) of tasks that are none of these."""
    return _rows("others.txt")


def heldout() -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """(task, prompt) of repeats in other words, and (repository, prompt) of near misses: written after the rule."""
    rows = _rows("heldout.txt")
    return [row for row in rows if row[0][0] != "-"], [(name[1:], text) for name, text in rows if name[0] == "-"]


def fresh(name: str = "fresh.txt") -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The same of prompts that were written without a look at the rule, and measured before it was mended; of
    near.txt, whose others use the very words of the tasks; of fresh_zh.txt, in Chinese."""
    rows = [row for row in _rows(name) if not row[0].startswith("t ")]
    return [row for row in rows if row[0][0] != "-"], [(name[1:], text) for name, text in rows if name[0] == "-"]


def chinese() -> tuple[Task, ...]:
    """The tasks as a Chinese person asks for them the first three times."""
    asked: dict[str, list[str]] = {}
    for name, text in _rows("fresh_zh.txt"):
        if name.startswith("t "):
            asked.setdefault(name[2:], []).append(text)
    return tuple(replace(task, asked=(*asked[task.name], *task.asked[3:])) for task in TASKS)


def _rows(name: str) -> list[tuple[str, str]]:
    lines = (HERE / name).read_text("utf-8").splitlines()
    told = [line.partition(": ") for line in lines if not line.startswith("#")]
    return [(head, text) for head, mark, text in told if mark]
