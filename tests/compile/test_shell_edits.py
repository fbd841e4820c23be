"""What a shell command changes, as far as its words tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from memwiki.compile.shelledits import ShellTouch, shell_touches

TABLE = Path(__file__).parent.parent / "fixtures" / "commands" / "edits.txt"

PATCH = "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: src/a.py\n@@\n-x\n+y\n*** End Patch\nEOF"
NAMED = [
    ("cat > src/a.py <<'EOF'\nx\nEOF", ["src/a.py"]),
    ("cat <<'EOF' >> src/a.py\nx\nEOF", ["src/a.py"]),
    ("python - <<'EOF'\nfrom pathlib import Path\nPath('src/a.py').write_text('x')\nEOF", ["src/a.py"]),
    ("python3 -c \"open('a.py','w').write('x')\"", ["a.py"]),
    ("uv run python -c \"open('a.py', 'a').write('x')\"", ["a.py"]),
    ("node -e \"require('fs').writeFileSync('a.js','x')\"", ["a.js"]),
    ("ruby -e \"File.write('a.rb', 'x')\"", ["a.rb"]),
    (PATCH, ["src/a.py"]),
    ("sed -i 's/a/b/' src/a.py", ["src/a.py"]),
    ("sed -i.bak -e 's/a/b/' src/a.py src/b.py", ["src/a.py", "src/b.py"]),
    ("perl -pi -e 's/a/b/' a.py", ["a.py"]),
    ("tee a.py < b", ["a.py"]),
    ("grep -v x a.py | sponge a.py", ["a.py"]),
    ("truncate -s 0 a.py", ["a.py"]),
    ("dd if=b.py of=a.py", ["a.py"]),
    ("printf x >> a.py && pytest", ["a.py"]),
    ("echo x > a.py; pytest -q > result.txt; tail -1 result.txt > last.txt", ["a.py"]),
    ("cp a.py b.py", ["b.py"]),
    ("mv a.py b.py", ["a.py", "b.py"]),
    ("rm -f a.py", ["a.py"]),
    ("git mv a b", ["a", "b"]),
    ("npm pkg set version=1.0.1", ["package.json"]),
    ("cd api && echo x > a.py", ["api/a.py"]),
]
UNNAMED = [
    "git apply p.diff",
    "patch -p1 < x.diff",
    "git stash pop",
    "git revert --no-edit HEAD",
    "git cherry-pick abc123",
    "python manage.py makemigrations shop",
    "./manage.py makemigrations",
    "alembic revision -m add --autogenerate",
    "bin/rails g model A",
    "php artisan make:test A",
    "mix phx.gen.html A B c",
    "python - <<'EOF'\nfor p in files:\n    p.write_text(x)\nEOF",
]
NOTHING = [
    "cat src/a.py",
    "pytest -q > out.txt",
    "pytest -q | tee result.txt",
    "pytest 2>&1 | tail -3 > tail.txt",
    "python script.py",
    "python -c \"print(open('a.py').read())\"",
    "python -c \"open('a.py', 'rb').read()\"",
    "python - <<'EOF'\nprint(1)\nEOF",
    "grep -rn write_text src",
    "rg \"open\\('a', 'w'\\)\" src",
    "python manage.py makemigrations --check",
    "python manage.py migrate",
    "git cherry-pick --abort",
    "git stash list",
    "git log",
    "git checkout -b x",
    "ruff check --fix src",
    "black src",
    "dd if=/dev/zero",
    "node server.js",
]


@pytest.mark.parametrize(("command", "paths"), NAMED)
def test_files_that_a_command_names(command: str, paths: list[str]) -> None:
    assert [one.path for one in shell_touches(command, failed=False)] == paths


@pytest.mark.parametrize("command", UNNAMED)
def test_a_change_of_files_that_are_not_named(command: str) -> None:
    assert [one.path for one in shell_touches(command, failed=False)] == [""]


@pytest.mark.parametrize("command", NOTHING)
def test_what_changes_no_code(command: str) -> None:
    assert shell_touches(command, failed=False) == ()


def test_a_script_that_failed_changed_nothing_for_sure() -> None:
    assert shell_touches("python -c \"open('a.py','w').write(x)\"", failed=True) == ()


def rows() -> list[tuple[str, list[str]]]:
    """(shell text, what it changes)."""
    found = []
    for line in TABLE.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            text, _, told = line.rpartition(" =>")
            found.append((text.replace("\\n", "\n") if "<<" in text else text, told.split()))
    return found


def told(one: ShellTouch) -> str:
    sign = {"edited": "", "created": "+", "deleted": "-"}[one.op]
    return ("~" if one.undo else "=" if one.form else sign) + (one.path or "?")


def test_the_table_of_edits_is_read_as_it_says() -> None:
    wrong = [
        (text, want, got)
        for text, want in rows()
        if sorted(set(want))
        != (got := sorted({told(one) for one in shell_touches(text, failed=False) if not one.path.startswith("/tmp/")}))
    ]
    assert wrong == []
    assert len(rows()) >= 240
