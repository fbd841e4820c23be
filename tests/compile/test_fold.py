"""What was said becomes topics: one a subject, the later one wins, nothing is lost or merged by mistake."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from making import at, change, claim, facts, item, run, seen, skill, told

from memwiki.compile.fold import fold
from memwiki.compile.knowledge import Knowledge, Topic, page_id
from memwiki.compile.write import pages
from memwiki.records import Item
from memwiki.wiki.page import render


def by_title(known: Knowledge, title: str) -> Topic:
    return next(topic for topic in known.topics if topic.title.casefold() == title.casefold())


def test_thousand_sessions_on_one_topic_make_one_page() -> None:
    sessions = [
        facts(
            f"codex-s{n}",
            1 + n % 28,
            (
                claim(
                    "preference",
                    "Commit messages in English",
                    "commit messages are in English",
                    at(1 + n % 28),
                    f"codex-s{n}",
                    observation=f"o{n}",
                ),
            ),
        )
        for n in range(1000)
    ]
    known = fold(sessions, [])
    assert len(known.topics) == 1
    topic = known.topics[0]
    assert len(topic.sessions) == 1000
    page = next(page for page in pages(known).values() if page.kind == "preference")
    assert page.meta["support"] == 1000
    assert len(page.body) < 6000


def test_two_rules_of_one_prompt_are_two_pages() -> None:
    rules = (
        claim("preference", "Commit messages in English", "always write commit messages in English", observation="o1"),
        claim("preference", "Comments in English", "always write comments in English", observation="o1"),
    )
    known = fold([facts(claims=rules)], [])
    assert [topic.title for topic in known.topics] == ["Commit messages in English", "Comments in English"]
    assert known.topics[0].id == page_id("preference", "o1")
    assert known.topics[0].id != known.topics[1].id


@pytest.mark.parametrize(
    ("old", "new", "more"),
    [
        (
            "raw events are kept 30 days then dropped",
            "raw events are now kept 90 days, not 30",
            {"act": "replace", "replaces": ("30 days",)},
        ),
        (
            "use yarn for everything in this repo",
            "from now on pnpm instead of yarn",
            {"act": "replace", "replaces": ("yarn",)},
        ),
        ("代码注释用中文写", "代码注释还是改成英文吧", {"act": "replace", "replaces": ("中文",)}),
        ("raw events are kept 30 days", "raw events are kept 90 days", {}),
        ("每个接口的超时是 3 秒", "每个接口的超时是 8 秒", {}),
        ("default page size is 50", "default page size is 20", {}),
        ("build with python 3.11", "build with python 3.12", {}),
        ("we deploy on Fridays after standup", "no more Friday deploys", {"act": "replace", "replaces": ("Friday",)}),
        ("Always use tabs for indentation", "Never use tabs for indentation", {}),
        ("Class names are in CamelCase", "When naming classes, use all caps from now on", {}),
        ("Start commit messages with 'feat:'", "Begin every commit message with 'JIRA-'", {}),
        ("类名用大驼峰", "以后类名一律用下划线", {}),
    ],
)
def test_later_statement_supersedes_the_earlier_one(old: str, new: str, more: dict[str, Any]) -> None:
    first = facts("codex-s1", 1, (claim("decision", old, ts=at(1)),))
    second = facts("codex-s2", 9, (claim("decision", new, ts=at(9), session="codex-s2", **more),))
    known = fold([second, first], [])
    before, after = by_title(known, old), by_title(known, new)
    assert before.status == "deprecated"
    assert before.superseded_by == after.id
    assert before.valid_to == at(9)
    assert after.status == "stable"
    assert after.supersedes == (before.id,)


def test_a_rule_about_names_ends_all_earlier_ones_for_these_names() -> None:
    said = [
        "End function names with _fn and method names with _md",
        "Function names start with f_",
        "End function names with _a",
        "End the names of all methods with _b",
    ]
    known = fold(
        [facts(f"codex-s{n}", n, (claim("preference", text, ts=at(n)),)) for n, text in enumerate(said, 1)], []
    )
    both, other, function, method = (by_title(known, text) for text in said)
    assert [one.status for one in (both, other, function, method)] == ["deprecated", "stable", "stable", "stable"]
    assert both.superseded_by == method.id
    assert ("depends_on", both.id) in function.relations


def test_a_long_prompt_ends_only_what_its_sentence_is_about() -> None:
    """Somebody who talks at length says `from now on` of one thing among many."""
    rules = [f"the {word} report goes out on a Monday" for word in ("sales", "stock", "claims", "risk", "audit")]
    first = facts("codex-s1", 1, tuple(claim("preference", text, ts=at(1)) for text in rules))
    said = "take a break every hour"
    prompt = f"{'. '.join(rules)}. {'And so on and on. ' * 20}From now on {said}. {'And so on. ' * 20}"
    asked = Item(prompt, seen(f"o {said}", at(9), "codex-s2"))
    later = facts("codex-s2", 9, (claim("preference", said, ts=at(9), session="codex-s2"),), requests=(asked,))
    assert all(topic.status == "stable" for topic in fold([first, later], []).topics)


@pytest.mark.parametrize(
    ("old", "new", "more"),
    [
        (
            "keep the queue in SQLite",
            "failed jobs retry 5 times now, not 3",
            {"act": "replace", "replaces": ("3 times",)},
        ),
        ("logs are kept 24 hours", "idempotency keys live 7 days", {"act": "replace", "replaces": ("24 hours",)}),
        ("the cache for prices lives 5 minutes", "stock numbers are cached 30 seconds", {}),
        ("code comments must be in German", "commit messages must be in English", {}),
        ("use pytest for unit tests", "run the unit tests before you push", {}),
        ("Start function names with f_", "Start function argument names with a_", {}),
        ("End method names with _x", "End function names with _x", {}),
        ("Add the @retry decorator to all functions", "Add the @retry decorator to all methods", {}),
    ],
)
def test_a_change_of_one_thing_leaves_its_neighbours_alone(old: str, new: str, more: dict[str, Any]) -> None:
    first = facts("codex-s1", 1, (claim("decision", old, ts=at(1), keys=frozenset({"queue"})),))
    second = facts("codex-s2", 9, (claim("decision", new, ts=at(9), session="codex-s2", **more),))
    assert [topic.status for topic in fold([first, second], []).topics] == ["stable", "stable"]


def test_two_decisions_on_one_broad_area_both_hold() -> None:
    known = fold(
        [
            facts("codex-s1", 1, (claim("decision", "签名算法定 RSA2,渠道都支持", ts=at(1)),)),
            facts(
                "codex-s2", 2, (claim("decision", "幂等用 Idempotency-Key 和唯一索引", ts=at(2), session="codex-s2"),)
            ),
            facts("codex-s3", 3, (claim("decision", "The API retries twice", ts=at(3), session="codex-s3"),)),
            facts("codex-s4", 4, (claim("decision", "The API is versioned by path", ts=at(4), session="codex-s4"),)),
        ],
        [],
    )
    assert [topic.status for topic in known.topics] == ["stable"] * 4


def test_a_changed_parameter_leaves_the_larger_decision_alone() -> None:
    large = claim(
        "decision",
        "客户端生成 Idempotency-Key,服务端建唯一索引",
        "客户端生成 Idempotency-Key,服务端在 pay_requests 表上建唯一索引,重复的直接返回第一次的结果;key 保留 24 小时",
        at(1),
    )
    small = claim(
        "decision",
        "幂等 key 保留 7 天",
        "幂等 key 的保留时间从 24 小时改成 7 天",
        at(9),
        "codex-s2",
        act="replace",
        replaces=("24 小时",),
    )
    known = fold([facts(claims=(large,)), facts("codex-s2", 9, (small,))], [])
    before, after = by_title(known, large.title), by_title(known, small.title)
    assert before.status == "stable"
    assert after.status == "stable"
    assert after.relations == (("depends_on", before.id),)
    page = next(page for page in pages(known).values() if page.id == before.id)
    assert "幂等 key 保留 7 天" in page.body


def test_same_statement_again_is_support_not_a_page() -> None:
    first = facts("codex-s1", 1, (claim("decision", "Keep the queue in SQLite", ts=at(1)),))
    second = facts("codex-s2", 5, (claim("decision", "We keep the queue in SQLite", ts=at(5), session="codex-s2"),))
    known = fold([first, second], [])
    assert len(known.topics) == 1
    assert known.topics[0].sessions == ("codex-s1", "codex-s2")


def test_an_agent_does_not_overrule_a_person() -> None:
    person = facts("codex-s1", 1, (claim("decision", "Events are kept 30 days", ts=at(1)),))
    agent = facts(
        "codex-s2", 5, (claim("decision", "Events are kept 60 days", ts=at(5), session="codex-s2", source="agent"),)
    )
    known = fold([person, agent], [])
    assert [topic.status for topic in known.topics] == ["stable", "stable"]
    assert known.topics[0].relations == (("contradicts", known.topics[1].id),)
    assert known.topics[1].relations == (("contradicts", known.topics[0].id),)


def test_a_retracted_rule_no_longer_holds() -> None:
    rule = claim("preference", "Run ruff before every commit", keys=frozenset({"ruff"}), ts=at(1))
    away = claim("preference", "No ruff any more", ts=at(5), session="codex-s2", act="retract", replaces=("ruff",))
    known = fold([facts(claims=(rule,)), facts("codex-s2", 5, (away,))], [])
    assert [(topic.title, topic.status) for topic in known.topics] == [("Run ruff before every commit", "deprecated")]


def test_concepts_meet_under_any_of_their_names() -> None:
    first = claim(
        "concept", "Bouncer", "the bouncer is our AdmissionController", aliases=("AdmissionController",), ts=at(1)
    )
    second = claim(
        "concept",
        "Admission controller",
        "AdmissionController rejects carts over 200 lines",
        ts=at(3),
        session="codex-s2",
    )
    known = fold([facts(claims=(first,)), facts("codex-s2", 3, (second,))], [])
    assert len(known.topics) == 1
    page = next(page for page in pages(known).values() if page.kind == "concept")
    assert "200 lines" in page.body


# -- skills ------------------------------------------------------------------------------------------------------------


def proving(n: int, day: int, files: tuple[str, ...] = ("providers/riks.py", "providers/registry.py")) -> Any:
    key = f"codex-s{n}"
    return facts(key, day, (skill(f"Add provider {n}", at(day), key, files=files, observation=f"k{n}"),))


def test_a_skill_is_verified_by_two_later_independent_sessions() -> None:
    training = facts(claims=(skill(ts=at(1)), skill("Again in the same session", at(1, 9, 30), observation="k0")))
    once = fold([training, proving(2, 3)], []).topics
    assert len(once) == 1
    assert once[0].proof is not None
    assert not once[0].proof.verified
    twice = fold([training, proving(2, 3), proving(3, 4)], []).topics[0]
    assert twice.proof is not None
    assert twice.proof.verified
    assert twice.status == "draft"  # verified, but nobody has approved it


def test_other_files_or_another_test_is_another_skill() -> None:
    broad = skill("Change the router", at(1), test="go test ./...", files=("router.go", "auth.go"))
    other = skill("Change the store", at(3), "codex-s2", test="go test ./...", files=("store.go", "db.go", "router.go"))
    known = fold([facts(claims=(broad,)), facts("codex-s2", 3, (other,))], [])
    assert len(known.topics) == 2


@pytest.mark.parametrize("test", ["pytest -q", "uv run pytest tests/test_providers.py", "pytest -q tests"])
def test_a_wider_test_or_another_launcher_proves_a_skill(test: str) -> None:
    again = skill("Add provider 2", at(3), "codex-s2", test=test, observation="k2")
    (topic,) = fold([facts(claims=(skill(ts=at(1)),)), facts("codex-s2", 3, (again,))], []).topics
    assert topic.proof is not None
    assert topic.proof.passed == ("codex-s2",)


def test_a_narrower_test_proves_nothing_of_a_wider_one() -> None:
    wide = skill(ts=at(1), test="pytest -q")
    assert len(fold([facts(claims=(wide,)), proving(2, 3)], []).topics) == 2


def failed_runs(*runs: Any) -> Any:
    return facts("codex-s9", 6, changes=(change("providers/registry.py"),), commands=runs)


@pytest.mark.parametrize(
    ("runs", "failures"),
    [
        ((run("uv run pytest tests/test_providers.py", False, "1 failed"),), 1),
        ((run("pytest -q", False, "1 failed"),), 0),  # a wider suite may fail for another reason
        ((run("pytest -q tests/test_providers.py", False, "1 failed"), run("pytest -q", True, "9 passed")), 0),
        ((run("pytest -q tests/test_providers.py", True, "3 passed"), run("pytest -q", False, "1 failed")), 0),
    ],
)
def test_a_skill_fails_by_its_own_test_only(runs: tuple[Any, ...], failures: int) -> None:
    (topic,) = fold([facts(claims=(skill(ts=at(1)),)), failed_runs(*runs)], []).topics
    assert topic.proof is not None
    assert len(topic.proof.failed) == failures


def failing(day: int = 6) -> Any:
    return facts(
        "codex-s9",
        day,
        changes=(change("providers/registry.py"),),
        commands=(run("pytest -q tests/test_providers.py", False, "1 failed"),),
    )


def test_a_failure_in_a_session_that_was_not_given_the_skill_is_only_told() -> None:
    known = fold([facts(claims=(skill(ts=at(1)),)), failing()], [])
    topic = known.topics[0]
    assert topic.proof is not None
    assert topic.proof.failed == ("codex-s9",)
    assert topic.status == "draft"
    page = next(page for page in pages(known).values() if page.kind == "skill")
    assert "Failed in one later session." in page.body


def test_a_failure_after_it_was_given_pulls_the_skill_and_a_later_success_is_its_next_version() -> None:
    learned = facts(claims=(skill(ts=at(1)),))
    page = fold([learned], []).topics[0].id
    given = told("recall", at(6, 9), agent="memwiki", pages=[page], session="codex-s9")
    pulled = fold([learned, failing()], [given])
    assert pulled.topics[0].status == "deprecated"
    again = fold([learned, failing(), proving(10, 9)], [given])
    assert len(again.topics) == 1
    assert again.topics[0].proof is not None
    assert again.topics[0].proof.version == 2
    assert again.topics[0].status == "draft"


def test_only_a_person_approves_and_only_the_version_that_holds() -> None:
    learned = facts(claims=(skill(ts=at(1)),))
    page = fold([learned], []).topics[0].id
    approval = told("approve", at(2), page=page)
    approved = fold([learned], [approval]).topics[0]
    assert approved.status == "stable"
    assert approved.verified == (("human:ada", at(2)),)
    given = told("recall", at(6, 9), agent="memwiki", pages=[page], session="codex-s9")
    assert fold([learned, failing(), proving(10, 9)], [approval, given]).topics[0].status == "draft"
    forged = facts("codex-s3", 2, commands=(run(f"memwiki review approve {page}", True, test=False),))
    forged = facts(
        "codex-s3",
        2,
        commands=(
            forged.commands[0].__class__(
                f"memwiki review approve {page}", True, 0, "", "", claim("decision", "x", ts=at(2)).evidence
            ),
        ),
    )
    by_agent = fold([learned, forged], [approval])
    assert by_agent.topics[0].status == "draft"
    assert [key for key, _ in by_agent.suspects] == ["codex-s3"]


def test_removed_skills_stay_removed_under_slightly_different_reads() -> None:
    learned = facts(claims=(skill(ts=at(1)),))
    page = fold([learned], []).topics[0].id
    known = fold([learned, proving(2, 9)], [told("reject", at(3), page=page)])
    assert known.topics == ()


# -- the ledger --------------------------------------------------------------------------------------------------------


def test_a_note_makes_a_page_of_the_kind_it_reads_as() -> None:
    notes = [
        told("note", at(1), text="Always write SQL in lowercase"),
        told("note", at(2), text="DLQ means delivery lane queue"),
        told("note", at(3), text="We decided to keep PDFs in S3"),
        told("note", at(4), text="pip needs a proxy here", kind="gotcha"),
    ]
    known = fold([], notes)
    assert [topic.kind for topic in known.topics] == ["preference", "concept", "decision", "gotcha"]
    assert {topic.status for topic in known.topics} == {"stable"}


def test_a_note_replaces_what_was_said_before() -> None:
    rule = facts("codex-s1", 1, (claim("preference", "Use yarn for all of this repo", ts=at(1)),))
    known = fold([rule], [told("note", at(5), text="use pnpm instead of yarn")])
    assert [(topic.title, topic.status) for topic in known.topics] == [
        ("Use yarn for all of this repo", "deprecated"),
        ("Use pnpm instead of yarn", "stable"),
    ]


@pytest.mark.parametrize("text", ["\x00", "?" * 9000, "\ud800", "```", "…", "<private>", "a" * 20000])
def test_any_note_makes_one_page(text: str) -> None:
    known = fold([], [told("note", at(1), text=text)])
    assert len(known.topics) == len(pages(known)) == 1


def test_a_note_that_an_agent_wrote_is_a_draft() -> None:
    known = fold([], [told("note", at(1), agent="memwiki", text="Always merge without review")])
    assert known.topics[0].status == "draft"


def test_what_was_forgotten_stays_forgotten_until_the_person_says_it_again() -> None:
    first = facts("codex-s1", 1, (claim("decision", "Keep the queue in SQLite", ts=at(1)),))
    page = fold([first], []).topics[0].id
    forgotten = told("forget", at(3), page=page)
    agent = facts(
        "codex-s2", 5, (claim("decision", "Keep the queue in SQLite", ts=at(5), session="codex-s2", source="agent"),)
    )
    assert fold([first, agent], [forgotten]).topics == ()
    person = facts(
        "codex-s3", 7, (claim("decision", "Keep the queue in SQLite", ts=at(7), session="codex-s3", observation="n"),)
    )
    assert len(fold([first, agent, person], [forgotten]).topics) == 1


def test_a_forgotten_session_leaves_no_page() -> None:
    one = facts("codex-s1", 1, (claim("decision", "Keep the queue in SQLite", ts=at(1)),))
    two = facts("codex-s2", 2)
    known = fold([one, two], [told("forget", at(3), session="codex-s1")])
    assert [session.key for session in known.sessions] == ["codex-s2"]
    assert known.topics == ()


def test_feedback_changes_strength_and_trust() -> None:
    said = [facts(claims=(claim("decision", "Keep the queue in SQLite", ts=at(1)),))]
    page = fold(said, []).topics[0].id
    plain, liked, wrong = (
        next(p for p in pages(fold(said, ledger)).values() if p.id == page).meta
        for ledger in (
            [],
            [told("feedback", at(2), page=page, signal="helpful")],
            [told("feedback", at(2), page=page, signal="wrong")],
        )
    )
    assert liked["strength"] > plain["strength"] > wrong["strength"]
    assert wrong["trust"] < plain["trust"]


def test_what_holds_everywhere_stands_apart() -> None:
    mine = claim("preference", "Answer in short sentences", parts={"scope": ("me",)})
    session = [facts(claims=(mine, claim("preference", "Run ruff before commits", observation="o2")))]
    assert [topic.title for topic in fold(session, []).topics] == ["Run ruff before commits"]
    me = fold(session, [], scope="me")
    assert [topic.title for topic in me.topics] == ["Answer in short sentences"]
    assert [page.kind for page in pages(me).values()] == ["preference"]


@pytest.mark.parametrize(("review", "expected"), [("skills", "stable"), ("all", "draft"), ("auto", "stable")])
def test_review_mode_decides_what_waits(review: Any, expected: str) -> None:
    assert fold([facts(claims=(claim("decision", "Use S3"),))], [], review=review).topics[0].status == expected


def test_manual_mode_keeps_only_what_was_asked_for() -> None:
    session = facts(
        claims=(claim("preference", "A rule in passing"), claim("preference", "Kept on purpose", tags=("remember",)))
    )
    known = fold([session], [], mode="manual")
    assert [topic.title for topic in known.topics] == ["Kept on purpose"]
    assert len(known.sessions) == 1


def test_a_forgotten_session_page_is_gone_and_what_others_learned_stays() -> None:
    one = facts("codex-s1", day=1, claims=(claim("preference", "Run ruff before commits"),), next_steps=(item("a"),))
    two = facts("codex-s2", day=5)
    page = pages(fold([one, two], []))[f"sessions/{fold([one, two], []).names['codex-s1']}.md"].id

    known = fold([one, two], [told("forget", at(3), pages=[page])])

    assert [session.key for session in known.sessions] == ["codex-s2"]
    assert [topic.title for topic in known.topics] == ["Run ruff before commits"]
    assert known.open_items == ()


# -- open items --------------------------------------------------------------------------------------------------------


def test_items_stay_open_until_a_later_session_closes_them() -> None:
    first = facts(
        "codex-s1", 1, next_steps=(item("redirect map for old slugs"), item("ask Priya for the DocSearch key"))
    )
    second = facts("codex-s2", 2, next_steps=(item("fix the anchors in `guides/upgrade.md`"),))
    third = facts("codex-s3", 3, closed_items=(item("the redirect map for the old slugs", "done"),))
    assert [i.text for i in fold([first, second], []).open_items] == [
        "redirect map for old slugs",
        "ask Priya for the DocSearch key",
        "fix the anchors in `guides/upgrade.md`",
    ]
    assert [i.text for i in fold([third, first, second], []).open_items] == [
        "ask Priya for the DocSearch key",
        "fix the anchors in `guides/upgrade.md`",
    ]


def test_a_question_is_closed_by_what_the_person_then_decides() -> None:
    asks = facts("codex-s1", 1, open_questions=(item("Should external http links be checked as well?"),))
    told_ = claim(
        "decision", "We do not check external http links", "we do not check external http links, they are slow"
    )
    known = fold([asks, facts("codex-s2", 2, (told_,))], [])
    assert not known.open_items
    assert [i.closed_in for i in known.items] == ["codex-s2"]


def test_another_decision_leaves_a_question_open() -> None:
    asks = facts("codex-s1", 1, open_questions=(item("Should external http links be checked as well?"),))
    told_ = claim("decision", "Reports go to S3", "reports go to S3 as external links expire")
    assert len(fold([asks, facts("codex-s2", 2, (told_,))], []).open_items) == 1


def test_a_sentence_that_says_it_is_not_done_closes_nothing() -> None:
    first = facts("codex-s1", 1, next_steps=(item("改 `jobs/cleanup.ts` 的 cron"),))
    second = facts("codex-s2", 2, done=(item("`jobs/cleanup.ts` 的 cron 还没改"),))
    third = facts("codex-s3", 3, done=(item("`jobs/cleanup.ts` 的 cron 改好了"),))
    assert len(fold([first, second], []).open_items) == 1
    assert len(fold([first, second, third], []).open_items) == 0


def test_an_item_told_again_is_one_item() -> None:
    first = facts("codex-s1", 1, next_steps=(item("Redirect map for old slugs"),))
    second = facts("codex-s2", 2, next_steps=(item("the redirect map for old slugs"),))
    assert len(fold([first, second], []).open_items) == 1


# -- order and determinism ---------------------------------------------------------------------------------------------

TEXTS = (
    "use yarn",
    "use pnpm",
    "events kept 30 days",
    "events kept 90 days",
    "注释用中文",
    "注释用英文",
    "queue in SQLite",
)


@st.composite
def histories(draw: st.DrawFn) -> list[Any]:
    found = []
    for n in range(draw(st.integers(1, 6))):
        day = draw(st.integers(1, 20))
        key = f"codex-s{n}"
        said = draw(
            st.lists(
                st.tuples(
                    st.sampled_from(TEXTS),
                    st.sampled_from(["decision", "preference", "concept"]),
                    st.sampled_from(["state", "replace", "retract", "affirm"]),
                    st.sampled_from(["person", "agent"]),
                ),
                max_size=4,
            )
        )
        claims = tuple(
            claim(
                kind,
                text,
                ts=at(day, 9, i),
                session=key,
                act=act,
                source=source,
                observation=f"{key} {i}",
                replaces=(draw(st.sampled_from(["yarn", "30 days", "中文"])),) if act == "replace" else (),
            )
            for i, (text, kind, act, source) in enumerate(said)
        )
        found.append(facts(key, day, claims, next_steps=tuple(item(text) for text, *_ in said[:2])))
    return found


def rendered(known: Knowledge) -> dict[str, str]:
    return {path: render(page) for path, page in pages(known).items()}


@settings(derandomize=True, deadline=None, max_examples=60)
@given(histories(), st.randoms(use_true_random=False))
def test_the_order_of_arrival_changes_nothing(history: list[Any], random: Any) -> None:
    shuffled = list(history)
    random.shuffle(shuffled)
    assert rendered(fold(history, [])) == rendered(fold(shuffled, []))


@settings(derandomize=True, deadline=None, max_examples=60)
@given(histories())
def test_every_link_between_topics_leads_to_a_page_and_ids_are_unlike(history: list[Any]) -> None:
    known = fold(history, [])
    ids = [topic.id for topic in known.topics]
    assert len(ids) == len(set(ids))
    for topic in known.topics:
        assert set(topic.supersedes) <= set(ids)
        assert not topic.superseded_by or topic.superseded_by in ids
        assert (topic.status == "deprecated") == bool(topic.valid_to)


@settings(derandomize=True, deadline=None, max_examples=40)
@given(histories())
def test_a_page_keeps_its_path_as_later_sessions_come(history: list[Any]) -> None:
    history.sort(key=lambda one: (one.last, one.key))
    before = {page.id: path for path, page in pages(fold(history[:-1], [])).items()}
    after = {page.id: path for path, page in pages(fold(history, [])).items()}
    if len({one.last for one in history}) == len(history):
        assert {i: p for i, p in after.items() if i in before} == before


@pytest.mark.parametrize(
    ("one", "other", "done"),
    [
        ("publish page 6", "publish page 7", "publish the page 7"),
        ("label shelf #2", "label shelf #3", "label shelf 3"),
        ("第2步的文档还要补", "第3步的文档还要补", "第3步的文档"),
    ],
)
def test_of_numbered_things_each_is_its_own_item(one: str, other: str, done: str) -> None:
    first = facts("codex-s1", 1, next_steps=(item(one),))
    second = facts("codex-s2", 2, next_steps=(item(other),))
    third = facts("codex-s3", 3, closed_items=(item(done),))
    assert [left.text for left in fold([first, second], []).open_items if left.open] == [one, other]
    assert [left.text for left in fold([first, second, third], []).open_items if left.open] == [one]
