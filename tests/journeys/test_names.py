"""Titles and file names that trouble file systems, terminals and readers: pages stay apart, portable and whole."""

from __future__ import annotations

import unicodedata
from typing import Any

from events import END, Event, answer, of, prompt

Person = Any  # tests/journeys/conftest.py

TITLES = [
    "Remember: always use \u202eevil\u202c names in \u2067שלום\u2069 files.",
    "Remember: never push\u200b on\u200d Fri\ufeffdays\u2060.",
    "Remember: always add 👩‍👩‍👧‍👦🏳️‍🌈 to release notes. 🎉🎉",
    "Remember: always call it Z̴̡̛a̶l̷g̸o̵ in the docs.",
    "Remember: never use \x1b[31mred\x1b[0m output or \x1b]8;;http://x\x07link\x1b]8;;\x07 in logs \x9b32m.",
    'Remember: always keep the file aux.md and CON and "a:b" and "trail. " and \\\\?\\C:\\x in the repo.',
    'A "con" is a queue. A "nul" is a table. An "aux" is a cable. A "COM1" is a port. A "lpt9.txt" is a printer.',
    'A "..." is a placeholder. A ".." is the parent. A "..git" is a folder. An "index" is a list. A "log" is a book.',
    f"Remember: always use {'ü' * 400} here.",
    'A "Widget" is a box on the page.',
    'A "WIDGET" is the class of all widgets.',
    'A "café" is a pod of workers.',
    f'A "{unicodedata.normalize("NFD", "café")}" is a pod of workers too.',
    '"订单" 是一次购买。',
    '"訂單" 是一次購買。',
    "Remember: always use a/b in paths.",
    "Remember: always use a-b in paths.",
    "Remember: always | pipe [x](javascript:alert(1)) <img src=x> `code` {{ jinja }} {% raw %}.",
    'Remember: never "quote": yes, no, on #comment - [a, b] & *alias !tag % @ ` in yaml.',
]
CONTROLS = {
    chr(code) for code in (*range(0x09), *range(0x0B, 0x20), 0x7F, 0x9B, 0x202A, 0x202C, 0x202E, 0x2067, 0x2069)
}


def test_pages_of_odd_titles_stay_apart_and_work_everywhere(ada: Person) -> None:
    told: list[Event] = []
    for number, title in enumerate(TITLES):
        for again in "ab":
            told += of(f"s{number}{again}", prompt(title), answer(f"Noted. {title}"), END)
    ada.captured("all", *told)

    done = ada("compile", "--no-vectors")

    assert (done.code, ada("lint").code, ada("verify").code) == (0, 0, 0), done.err
    paths = [path.relative_to(ada.wiki).as_posix() for path in ada.wiki.rglob("*.md")]
    assert len({unicodedata.normalize("NFC", path).casefold() for path in paths}) == len(paths)
    assert all(len(part.encode()) <= 120 for path in paths for part in path.split("/"))
    assert not any(set('<>:"|?*\\') & set(path) or " " in path for path in paths)
    assert not any(CONTROLS & set((ada.wiki / path).read_text()) for path in paths)
    assert sum("concepts/caf" in path for path in paths) == 1
    assert sum("concepts/widget" in path for path in paths) == 1
    assert {"concepts/订单.md", "concepts/訂單.md", "concepts/con-concept.md", "concepts/index-concept.md"} <= set(
        paths
    )
    for verb in (["log"], ["search", "widget שלום"], ["list", "--json"]):
        said = ada(*verb)
        assert said.code == 0
        assert not CONTROLS & set(said.out + said.err), verb
    assert ada.git("status", "--porcelain") == ""


def test_one_rule_said_a_thousand_times_is_one_page(ada: Person) -> None:
    rule = prompt("Always use pnpm in this repository, never npm.")
    others = [event for number in range(20) for event in of(f"s{number}", rule, answer("Noted."), END)]
    ada.captured("long", *[rule, answer("Noted.")] * 300, END, *others)

    assert ada("compile", "--no-vectors").code == 0

    (page,) = ada.knowledge().values()
    assert "support: 21\n" in page
    assert len(page) < 8_000


def test_pages_of_any_language_in_any_locale(ada: Person) -> None:
    ada.extra |= {"LC_ALL": "POSIX", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ada.session("one", ("修复 登录.py 里的超时问题。", "已修好。\n\n下一步：\n- 给续期补一个测试 🎉"))

    done = ada("compile", "--no-vectors")

    assert (done.code, ada("lint").code, ada("verify").code) == (0, 0, 0), done.err
    assert "给续期补一个测试 🎉" in ada("handoff", "show").out
    assert any("登录" in path.name for path in ada.wiki.rglob("*.md"))
    assert "给续期补一个测试" in ada.hook("SessionStart", "two", "codex", source="startup").out
