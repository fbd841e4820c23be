"""A short reply decides when something lies open: a name or number, agreement, a yes or no with its reason."""

from __future__ import annotations

from typing import Any

import pytest
from story import Story

from memwiki.compile.facts import extract
from memwiki.compile.fold import fold
from memwiki.compile.session import assemble
from memwiki.compile.statements import statements
from memwiki.records import Claim


def decisions(ask: str, final: str, reply: str, done: str = "Done.", works: bool = True) -> list[Claim]:
    """The decisions of a question, its answer, the reply to it, and the work that follows."""
    story = Story().ask(ask).say(final).ask(reply)
    if works:
        story.edit("src/a.py")
    return [one for one in statements(assemble(story.say(done).observations)) if one.kind == "decision"]


def told(claim: Claim) -> str:
    """All that the page can show."""
    return "\n".join([claim.title, claim.text, *(line for lines in claim.parts.values() for line in lines)]).lower()


QUEUE = "Candidates: RabbitMQ, NATS, or plain Postgres with SKIP LOCKED."
NAMED = [
    ("what should carry the mail jobs", QUEUE, "nats. rabbit needs a babysitter", ["nats", "babysitter"]),
    ("what should carry the mail jobs", QUEUE, "we know postgres, so postgres then", ["postgres"]),
    ("where should the thumbnails live?", "On disk or in S3.", "s3, disks fill up silently", ["s3", "disks fill up"]),
    ("how should we page the feed", "Offset or cursor; both work.", "cursor please", ["cursor", "offset"]),
    ("缩略图用什么格式好", "WebP 或者 AVIF。", "那就 WebP,老安卓解不了 AVIF", ["webp", "avif"]),
    ("会话放内存还是放 Redis", "放内存重启会丢。", "Redis,重启不能掉线", ["redis", "重启不能掉线"]),
]


@pytest.mark.parametrize(("ask", "final", "reply", "wanted"), NAMED)
def test_an_option_named_is_the_decision_with_what_it_was_chosen_from(
    ask: str, final: str, reply: str, wanted: list[str]
) -> None:
    (claim,) = decisions(ask, final, reply)
    assert all(word in told(claim) for word in wanted), told(claim)
    assert claim.source == "person"


def test_a_bare_name_gets_its_question_as_title() -> None:
    (claim,) = decisions("what should carry the mail jobs", QUEUE, "nats")
    assert "mail jobs" in claim.title.lower()
    assert "nats" in claim.title.lower()
    assert any("RabbitMQ" in other for other in claim.parts["alternatives"])


LIST = "Ideas:\n1. sign the webhooks\n2. drop the polling\n3. encrypt the exports"


def test_each_number_of_a_list_that_is_taken_is_a_decision() -> None:
    made = decisions("how do we harden the api?", LIST, "1 and 3 yes. 2 not, partners still poll")
    assert [claim.title.split(": ")[-1].lower() for claim in made] == ["sign the webhooks", "encrypt the exports"]
    assert all("drop the polling" in claim.parts["alternatives"] for claim in made)


ACCEPTED = [
    ("what would you use for maps?", "MapLibre: open, and it renders offline tiles.", "sold", ["maplibre"]),
    ("which broker would you take?", "I would run Mosquitto, it idles at 4 MB.", "👍", ["mosquitto"]),
    ("用什么做全文检索好", "SQLite FTS5 就够,不用多起服务。", "嗯,听你的", ["fts5"]),
    (
        "how do we tell partners about refunds?",
        "Proposal: a nightly SFTP drop with one file per partner.",
        "good, but hourly and gzipped, nightly is too late for them",
        ["sftp", "hourly", "too late"],
    ),
    ("缓存放哪层好", "我建议放在网关,按用户缓存 60 秒。", "行,不过只缓存 10 秒,库存变得快", ["网关", "10 秒"]),
]


@pytest.mark.parametrize(("ask", "final", "reply", "wanted"), ACCEPTED)
def test_agreement_takes_what_was_advised_with_the_persons_change(
    ask: str, final: str, reply: str, wanted: list[str]
) -> None:
    (claim,) = decisions(ask, final, reply, "It is set up.")
    assert all(word in told(claim) for word in wanted), told(claim)


def test_no_and_a_reason_answer_a_question_about_how_it_is_to_be() -> None:
    (claim,) = decisions(
        "add archiving", "Should archived notes count against the quota?", "no, they are out of sight for everybody"
    )
    assert "archived notes" in claim.title.lower()
    assert claim.title.lower().endswith("no, they are out of sight for everybody")


def test_what_the_agent_chose_is_the_persons_once_approved() -> None:
    story = Story().ask("tidy the parser").edit("src/parse.py")
    story.say("I replaced the regexes by a small tokenizer instead of a grammar file, because errors need columns.")
    (claim,) = statements(assemble(story.ask("nice, keep it that way").say("Ok.").observations))
    assert (claim.kind, claim.source) == ("decision", "person")
    assert "tokenizer" in claim.title.lower()


NOTHING = [
    (
        "where is the retry count set?",
        "In `net/http.py`, or in `net/grpc.py` for streams.",
        "http.py. fix the typo there",
    ),
    ("is it done", "Yes. Shall I run the linter or push right away?", "push"),
    ("why is it slow", "The table has no index. Do you have a staging system?", "no, only production, careful"),
    ("look at the red build", "Two tests fail. Should I look at the parser or at the printer?", "parser"),
    ("how does the sync work?", "It polls. It could listen instead.", "cool. now the footer: make it grey"),
    ("what would you use for charts?", "Recharts or Chart.js.", "let me think about it"),
    ("这个报错怎么回事", "可能是缓存过期,也可能是网络抖动。", "先看缓存"),
    ("写完了吗", "写完了。要我顺便跑一下测试吗?", "跑吧"),
    (
        "why postgres and not mysql? the new one asks",
        "Jsonb with a GIN index is faster there.",
        "ok, put it in the readme",
    ),
    ("why does the import choke", "Memory, I could stream it.", "the importer must accept a second source: 'kea'"),
]


@pytest.mark.parametrize(("ask", "final", "reply"), NOTHING)
def test_a_step_of_work_or_a_fact_is_no_decision(ask: str, final: str, reply: str) -> None:
    assert decisions(ask, final, reply) == []


def test_advice_without_work_that_follows_it_stays_advice() -> None:
    assert decisions("what would you use for maps?", "MapLibre, it is open.", "ok", works=False) == []


def test_a_question_in_between_leaves_the_options_open() -> None:
    story = (
        Story().ask("what should carry the mail jobs").say(QUEUE).ask("what's the license of nats?").say("Apache 2.0.")
    )
    story.ask("nats then, one binary").edit("src/jobs.py").say("NATS carries the jobs.")
    (claim,) = [one for one in statements(assemble(story.observations)) if one.kind == "decision"]
    assert "nats" in claim.title.lower()


# -- later sessions ---------------------------------------------------------------------------------------------------


def pages(*sessions: Any) -> dict[str, str]:
    """Title -> status of the rules and decisions of several sessions, an hour apart."""
    facts = []
    for hour, story in enumerate(sessions):
        moved = [
            one.__class__(**{**_fields(one), "ts": one.ts.replace("T10", f"T{10 + hour}")})
            for one in story.observations
        ]
        facts.append(extract(moved))
    topics = fold(facts, ()).topics
    return {one.title: one.status for one in topics if one.kind in ("decision", "preference")}


def _fields(one: Any) -> dict[str, Any]:
    return {name: getattr(one, name) for name in one.__slots__}


CHANGED = [
    (
        ("Hosting: we deploy with Dokku on the old box, as everybody here does.", "Procfile", "Dokku is set up."),
        ("we're moving off it. Fly from now on, the old box dies in June. set it up", "fly.toml", "Fly is ready."),
        "dokku",
        "fly",
    ),
    (
        ("let's cap uploads at 20 MB, the phones choke otherwise", "src/upload.py", "Uploads are capped."),
        ("20 MB was too small for the scans, raise it to 60", "src/upload.py", "The cap is 60 MB."),
        "20 mb, the phones|cap uploads",
        "60",
    ),
    (
        ("任务队列用 RabbitMQ,够用了", "mq/client.py", "已接好。"),
        ("RabbitMQ 又丢消息了。决定换 Pulsar,能回放", "mq/client.py", "已换成 Pulsar。"),
        "rabbitmq,",
        "pulsar",
    ),
]


@pytest.mark.parametrize(("first", "then", "old", "new"), CHANGED)
def test_a_change_ends_what_it_is_about_though_it_does_not_say_so(
    first: tuple[str, str, str], then: tuple[str, str, str], old: str, new: str
) -> None:
    one = Story(session="s1").ask(first[0]).edit(first[1]).say(first[2])
    two = Story(session="s2").ask(then[0]).edit(then[1]).say(then[2])
    found = pages(one, two)
    ended = [title.lower() for title, status in found.items() if status == "deprecated"]
    live = [title.lower() for title, status in found.items() if status != "deprecated"]
    assert len(ended) == 1, found
    assert any(word.strip(",") in ended[0] for word in old.split("|"))
    assert any(new in title for title in live)


def test_a_change_of_something_else_ends_nothing() -> None:
    one = Story(session="s1").ask("config is TOML because yaml indentation bites everybody").say("Ok.")
    two = Story(session="s2").ask("we keep the dumps for 30 days now, auditors asked for it").say("Ok.")
    assert set(pages(one, two).values()) == {"stable"}


def test_what_is_withdrawn_in_plain_words_ends_without_a_page_of_its_own() -> None:
    one = Story(session="s1").ask("from now on ask me before you touch the migrations folder").say("Ok.")
    two = Story(session="s2").ask("the rule about asking before migrations is void, go ahead by yourself").say("Ok.")
    assert list(pages(one, two).values()) == ["deprecated"]


def test_a_new_number_takes_the_place_of_the_one_said_before() -> None:
    story = Story().ask("invites are limited, 3 per member").edit("src/a.py").say("Three invites per member.")
    story.ask("hm, the board called. make it 8 instead").edit("src/a.py").say("It is 8 now.")
    made = [one for one in statements(assemble(story.observations)) if one.kind == "decision"]
    assert any("8 per member" in one.text for one in made), made


@pytest.mark.parametrize(
    "reply",
    [
        "bed. tomorrow",
        "good catch with the opc",
        "now write the detector then",
        "I'll ask the pastor first. good night",
    ],
)
def test_courtesy_and_what_comes_next_take_nothing(reply: str) -> None:
    final = "The budget is off with one move left. I could clamp it, or use the increment."
    assert decisions("loses on time, 6 games of 200. what would you do?", final, reply) == []


def test_an_order_of_work_after_a_decision_that_was_understood_takes_nothing() -> None:
    ask = "We decided to use mysql for the archive mover instead of redis, because the auditors ask for a full trail."
    order = "Add a test for the archive mover with 730 entries and run it."
    made = decisions(
        ask, "Understood: the archive mover uses mysql.", order, "The archive mover test passes with mysql."
    )
    assert [claim.title for claim in made if "730" in claim.title] == []
