"""Skills: only a task whose last test run, after its last change, passed; told so that another agent can repeat it."""

from __future__ import annotations

from typing import Any

import pytest
from story import Story

from memwiki.compile.session import assemble
from memwiki.compile.skills import skills
from memwiki.records import Claim

PATCH = "*** Begin Patch\n*** Update File: {path}\n@@\n-old\n+new\n*** End Patch\n"


def learned(story: Any) -> tuple[Claim, ...]:
    return skills(assemble(story.observations))


def claude(session: str = "s1") -> Any:
    return Story(session=session).ask("add a retry to the uploader")


def codex() -> Any:
    return Story("codex").ask("add a retry to the uploader")


def cursor() -> Any:
    return Story("cursor").ask("add a retry to the uploader")


def patched(story: Any, path: str) -> Any:
    return story.call("edit", {"patch": PATCH.format(path=path)}, "Success. Updated the following files:\nM " + path)


# (what happened, the files and the test that the skill must name)
LEARNED = {
    "edit, then green": (lambda: claude().edit("up.py").green().say("Done."), ["up.py"], "pytest -q tests/test_app.py"),
    "red, edit, green": (lambda: claude().red().edit("up.py").green(), ["up.py"], "pytest -q tests/test_app.py"),
    "two files": (lambda: claude().edit("a.py").write("b.py").green(), ["a.py", "b.py"], ""),
    "piped with a summary": (
        lambda: claude().edit("a.py").run("pytest -q | tail -3", "3 passed in 0.1s"),
        ["a.py"],
        "pytest -q",
    ),
    "in a subfolder": (
        lambda: (
            claude()
            .edit("api/a.py")
            .run("cd api && timeout 60 pytest -q tests/test_a.py 2>&1 | tail", "1 passed in 0.1s")
        ),
        ["api/a.py"],
        "cd api && pytest -q tests/test_a.py",
    ),
    "codex, summary in text": (
        lambda: patched(codex(), "src/a.go").run("go test ./src/...", "ok  \tx/src\t0.1s"),
        ["src/a.go"],
        "go test ./src/...",
    ),
    "codex, cargo": (
        lambda: patched(codex(), "src/a.rs").run("cargo test -q", "test result: ok. 6 passed; 0 failed; 0 ignored"),
        ["src/a.rs"],
        "cargo test -q",
    ),
    "codex, exit told in text": (
        lambda: patched(codex(), "a.py").run("make test", "Exit code: 0\nWall time: 1s\nOutput:\nfine"),
        ["a.py"],
        "make test",
    ),
    "documentation after the test": (lambda: claude().edit("a.py").green().edit("README.md").say("ok"), ["a.py"], ""),
    "changelog after the test": (lambda: claude().edit("a.py").green().edit("CHANGELOG.md"), ["a.py"], ""),
    "commit after the test": (
        lambda: claude().edit("a.py").green().run("git add -A && git commit -m x", "[main 1234567] x"),
        ["a.py"],
        "",
    ),
    "linters after the test": (lambda: claude().edit("a.py").green().run("ruff check . && mypy ."), ["a.py"], ""),
    "sed as the change": (lambda: claude().run("sed -i 's/a/b/' conf/app.ini").green(), ["conf/app.ini"], ""),
    "sed and test in one line": (
        lambda: claude().run("sed -i s/a/b/ a.py && pytest -q", "3 passed in 0.1s"),
        ["a.py"],
        "pytest -q",
    ),
    "no turn end": (lambda: claude().edit("a.py").green(), ["a.py"], ""),
    "todo list in between": (
        lambda: claude().call("todo", {"todos": [{"content": "x", "status": "pending"}]}).edit("a.py").green(),
        ["a.py"],
        "",
    ),
    "web page in between": (
        lambda: claude().call("web", {"url": "https://x"}, "text").edit("a.py").green(),
        ["a.py"],
        "",
    ),
    "unknown tool in between": (lambda: claude().call("mcp", {"args": "{}"}).edit("a.py").green(), ["a.py"], ""),
    "jest": (
        lambda: claude().edit("a.ts").run("npx jest a.test.ts", "Tests:  2 passed, 2 total"),
        ["a.ts"],
        "npx jest a.test.ts",
    ),
    "a test file is a change too": (lambda: claude().edit("tests/test_a.py").green(), ["tests/test_a.py"], ""),
    "scratch files do not count": (
        lambda: claude().edit("a.py").green().run("echo done > /tmp/note.txt"),
        ["a.py"],
        "",
    ),
    "gradle": (
        lambda: claude().edit("A.kt").run("./gradlew :app:test", "BUILD SUCCESSFUL in 3s"),
        ["A.kt"],
        "./gradlew :app:test",
    ),
    "helper edits, main tests": (lambda: claude().edit("a.py", subagent="h1").green(), ["a.py"], ""),
    "failed edit is none, later one counts": (
        lambda: claude().edit("a.py", ok=False).edit("b.py").green(),
        ["b.py"],
        "",
    ),
    "put back and done otherwise": (
        lambda: (
            claude().edit("tests/conftest.py").red().run("git checkout -- tests/conftest.py").write("fake.py").green()
        ),
        ["fake.py"],
        "",
    ),
}
NOT_LEARNED = {
    "red at the end": lambda: claude().edit("a.py").red().say("One test still fails."),
    "edit after green": lambda: claude().edit("a.py").green().edit("a.py", "x", "y").say("Done."),
    "edit after green, codex": lambda: patched(patched(codex(), "a.py").green(), "a.py"),
    "no test": lambda: claude().edit("a.py").say("Done."),
    "only a build": lambda: claude().edit("a.rs").run("cargo build"),
    "only lint": lambda: claude().edit("a.py").run("ruff check . && mypy ."),
    "only collected": lambda: claude().edit("a.py").run("pytest --collect-only -q", "14 tests collected"),
    "no tests in the suite": lambda: (
        claude().edit("a.js").run("npm test -- --passWithNoTests", "No tests found, exiting with code 0")
    ),
    "a log of passed tests": lambda: claude().edit("a.py").run("tail -1 last.log", "14 passed in 1.20s"),
    "echoed": lambda: claude().edit("a.py").run("echo 'all 22 tests passed'", "all 22 tests passed"),
    "failure hidden by || true": lambda: claude().edit("a.py").run("pytest -q || true", "2 failed, 3 passed in 1s"),
    "hidden without a summary": lambda: claude().edit("a.py").run("pytest -q > log || true"),
    "codex without a verdict": lambda: patched(codex(), "a.py").run("./scripts/schema_test.sh", "schema ok"),
    "nothing changed": lambda: claude().read("a.py").green().say("All fine."),
    "only documentation changed": lambda: claude().edit("docs/guide.md").green(),
    "green before the change": lambda: claude().green().edit("a.py").say("Done."),
    "green in the next turn": lambda: claude().edit("a.py").say("Done.").ask("run the tests").green().say("Green."),
    "benchmarks only": lambda: claude().edit("a.go").run("go test -run xxx -bench .", "PASS\nok  \tx\t1s"),
    "interrupted before the test": lambda: claude().edit("a.py").ask("wait, what is that?").green(),
    "stash after green": lambda: claude().edit("a.py").green().run("git stash"),
    "in the background": lambda: (
        claude().edit("a.py").call("shell", {"command": "pytest -q", "run_in_background": True}, "started")
    ),
    "compile error": lambda: patched(codex(), "a.rs").run("cargo test", "error: could not compile `x` due to 1 error"),
    "last of two runs red": lambda: claude().edit("a.py").green().run("pytest", "1 failed, 9 passed in 2s", ok=False),
    "change in the same line after the test": lambda: (
        claude().edit("a.py").run("pytest -q && sed -i s/a/b/ a.py", "3 passed in 1s")
    ),
    "helper edits after green": lambda: claude().edit("a.py").green().edit("b.py", subagent="h1"),
    "only a new test": lambda: claude().write("tests/test_shell.py").green("pytest -q tests/test_shell.py"),
    "only put back": lambda: claude().edit("a.py").run("git checkout -- a.py").green(),
}


@pytest.mark.parametrize("name", LEARNED)
def test_a_proven_task_is_learned(name: str) -> None:
    build, files, test = LEARNED[name]
    found = learned(build())
    assert len(found) == 1
    assert list(found[0].parts["files"]) == files
    assert not test or found[0].parts["test"] == (test,)
    assert found[0].source == "test"


@pytest.mark.parametrize("name", NOT_LEARNED)
def test_an_unproven_task_teaches_nothing(name: str) -> None:
    assert learned(NOT_LEARNED[name]()) == ()


def test_each_task_of_a_session_stands_for_itself() -> None:
    s = claude().edit("a.py").green().say("Done.")
    s = s.ask("now add a timeout to the client").edit("b.py").green("pytest tests/test_b.py").say("Done.")
    s = s.ask("and drop the old flag").edit("c.py").red().say("Not finished.")
    assert [claim.parts["files"] for claim in learned(s)] == [("a.py",), ("b.py",)]


def test_two_tasks_of_one_request_have_two_titles() -> None:
    s = (
        claude()
        .edit("up.py")
        .green()
        .say("The retry is in.")
        .ask("go on")
        .edit("down.py")
        .green("pytest -q tests/test_b.py")
    )
    titles = [claim.title for claim in learned(s)]
    assert titles == ["Add a retry to the uploader", "Add a retry to the uploader: `down.py`"]


def test_an_event_told_twice_counts_once() -> None:
    s = cursor()
    s.call("shell", {"command": "ls lib"}, "x", call="")
    s.call("edit", {"path": "/w/app/a.py", "old": "a", "new": "b"}, call="")
    s.call("edit", {"path": "/w/app/a.py", "old": "a", "new": "b"}, call="t1")
    s.call("shell", {"command": "pytest"}, "3 passed in 0.1s", None, call="")
    s.call("shell", {"command": "pytest"}, '{"exitCode": 0}', call="t2")
    found = learned(s)
    assert len(found) == 1
    assert len(found[0].parts["edits"]) == 1


def test_steps_are_plain_words_in_order() -> None:
    s = Story().ask("add the norges feed as a provider").read("providers/ecb.py", "class ECB: ...")
    s = s.write("providers/norges.py", "class Norges: ...").red("pytest tests/test_providers.py")
    s = s.edit("providers/registry.py", "P = (ECB,)", "P = (ECB, Norges)").run("make fixtures")
    claim = learned(s.green("pytest tests/test_providers.py").say("Added."))[0]
    assert claim.parts["steps"] == (
        "Create `providers/norges.py`",
        "Edit `providers/registry.py`: `P = (ECB,)` becomes `P = (ECB, Norges)`",
        "Run `make fixtures`",
        "Run `pytest tests/test_providers.py`",
    )
    assert claim.parts["reads"] == ("providers/ecb.py",)
    assert claim.parts["files"][0] == "providers/registry.py"
    assert claim.parts["goal"] == ("Add the norges feed as a provider",)
    assert claim.title == "Add the norges feed as a provider"
    assert "test:pytest tests/test_providers.py" in claim.keys
    assert "providers/registry.py" in claim.keys


def test_a_chinese_request_gives_a_chinese_skill() -> None:
    claim = learned(Story().ask("给线索导入加去重,按手机号和公司名").edit("bot/leads.py").green().say("好了。"))[0]
    assert claim.lang == "zh"
    assert claim.title == "给线索导入加去重,按手机号和公司名"
    assert claim.parts["steps"][0].startswith("修改 `bot/leads.py`")


def test_a_hint_is_told_under_the_request_it_belongs_to() -> None:
    s = Story().ask("business hours should follow the customer's timezone").edit("cal.py").red()
    s = s.ask("normalize is pytz").edit("cal.py", "x", "y").green().say("Works now.")
    claim = learned(s)[0]
    assert claim.title.startswith("Business hours should follow the customer's timezone")
    assert len(claim.parts["requests"]) == 2


@pytest.mark.parametrize(
    ("general", "prompt", "title"),
    [
        (
            "From now on always run make lint before you commit.",
            "the import job crashes, fix it",
            "The import job crashes",
        ),
        ("We decided to use Redis for the queue.", "uploads are slow, can you look into it", "Uploads are slow"),
        ("我们决定用 Redis 做缓存，因为延迟要低。", "登录页崩了，修一下", "登录页崩了"),
    ],
)
def test_a_rule_said_before_leads_to_no_task(general: str, prompt: str, title: str) -> None:
    s = Story().ask(general).say("Noted.").ask(prompt).red().edit("app/login_page.py").green()
    claim = learned(s.say("Fixed."))[0]
    assert claim.title.startswith(title)
    assert claim.parts["requests"] == (prompt,)


def test_what_was_decided_and_done_at_once_is_named_by_what_it_is() -> None:
    s = Story().ask("We decided to use Redis for the mail queue instead of Kafka, because it is small.")
    claim = learned(s.edit("app/queue.py").green().say("Done."))[0]
    assert claim.title == "Use Redis for the mail queue instead of Kafka"


def test_each_step_leads_to_where_it_was_done() -> None:
    s = Story().ask("add a retry").say("Sure: where?").ask("in the uploader").edit("up.py").run("make stubs", "ok")
    claim = learned(s.green().say("Done."))[0]
    quoted = {one.quote: one.line for one in claim.evidence}
    assert quoted["up.py"] == 4
    assert quoted["make stubs"] == 5
    assert {"add a retry", "in the uploader"} <= set(quoted)


@pytest.mark.parametrize(
    ("prompt", "title"),
    [
        (
            "ok great. now add a --dry-run to the import cmd pls",
            "Add a --dry-run to the import cmd",
        ),
        (
            "hi! can you please make phone numbers unique per account?",
            "Make phone numbers unique per account",
        ),
        ("also gzip'd manifests pls", "Gzip'd manifests: `a.py`"),
        ("好的,帮我把保留时间改成 7 天", "把保留时间改成 7 天"),
    ],
)
def test_titles_read_as_a_person_would_write_them(prompt: str, title: str) -> None:
    assert learned(Story().ask(prompt).edit("a.py").green())[0].title == title


def test_another_command_worked_where_nothing_else_changed() -> None:
    s = (
        claude()
        .run("python -m pytest -q", "No module named pytest", ok=False)
        .run("uv run pytest -q", "3 passed in 1s")
    )
    claim = learned(s.edit("a.py").run("uv run pytest -q", "3 passed in 1s"))[0]
    assert claim.parts["avoid"] == ("`python -m pytest -q` failed here; `uv run pytest -q` worked.",)


def test_a_test_that_caught_the_bug_is_nothing_to_avoid() -> None:
    claim = learned(claude().red("pytest -q").edit("a.py").green("uv run pytest -q"))[0]
    assert "avoid" not in claim.parts


def test_edits_are_bounded() -> None:
    old = "\n".join(f"line {n}" for n in range(400))
    claim = learned(claude().edit("a.py", old, old.replace("line", "row")).green())[0]
    assert all(len(edit.splitlines()) <= 17 and len(edit) <= 1300 for edit in claim.parts["edits"])


def fixed(story: Any) -> Any:
    return (
        story.ask("the importer chokes on trailing commas, have a look")
        .edit("app/rows.py")
        .run("pytest -q", "3 passed")
    )


def test_a_task_that_ended_in_a_commit_is_named_by_its_subject() -> None:
    printed = "[main 51ab90c] fix(rows): skip empty trailing cells (#12)\n 1 file changed"
    story = fixed(Story()).run("git commit -qam x", printed).say("Done.")
    assert [claim.title for claim in learned(story)] == ["Skip empty trailing cells"]


def test_the_next_turn_may_make_the_commit_and_say_nothing() -> None:
    story = (
        fixed(Story()).say("Done.").ask("Commit it.").run("git commit -qm 'Skip empty trailing cells'", "").say("Done.")
    )
    assert [claim.title for claim in learned(story)] == ["Skip empty trailing cells"]


@pytest.mark.parametrize("subject", ["wip", "fix tests", "Update code", "typo"])
def test_a_subject_that_says_nothing_gives_way_to_the_request(subject: str) -> None:
    story = fixed(Story()).run(f"git commit -qm '{subject}'", "").say("Done.")
    assert [claim.title for claim in learned(story)] == ["The importer chokes on trailing commas"]


def test_a_commit_of_later_changes_names_no_earlier_task() -> None:
    story = (
        fixed(Story())
        .say("Done.")
        .ask("and rename it")
        .edit("app/b.py")
        .run("git commit -qm 'Rename the rows module'", "")
    )
    assert [claim.title for claim in learned(story.say("Done."))] == ["The importer chokes on trailing commas"]


def test_a_prompt_that_only_goes_on_is_no_request() -> None:
    story = (
        Story().ask("go on where we left off, repeated headings first").edit("app/rows.py").run("pytest -q", "3 passed")
    )
    (claim,) = learned(story.say("Done."))
    assert "requests" not in claim.parts
    assert claim.title.startswith("Repeated headings first")


def test_a_request_keeps_its_short_quotations() -> None:
    story = Story().ask('make the page say "no results for this query" when nothing is found').edit("app/rows.py")
    (claim,) = learned(story.run("pytest -q", "3 passed").say("Done."))
    assert claim.parts["requests"] == ('make the page say "no results for this query" when nothing is found',)


def test_an_edit_is_a_diff_without_blank_ends() -> None:
    story = Story().ask("add a flag to the importer").edit("app/rows.py", "a = 1\n", "a = 1\nb = 2\n\n")
    (claim,) = learned(story.run("pytest -q", "3 passed").say("Done."))
    assert claim.parts["edits"] == ("@@ app/rows.py @@\n+b = 2",)
