"""Titles as a person would write them over a page."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from making import claim

from memwiki.compile import asked, titles
from memwiki.compile.frontmatter import beyond, description, named
from memwiki.compile.headlines import headline
from memwiki.compile.knowledge import Topic
from memwiki.compile.slugs import slug
from memwiki.compile.wording import alone, ended
from memwiki.records import Claim


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("ugh, turns out the team uses tabs in makefiles", "The team uses tabs in makefiles"),
        ("anyway, replace the cron job with a timer", "Replace the cron job with a timer"),
        ("dont be surprised: the scanner answers 226 with a full disk", "The scanner answers 226 with a full disk"),
        ("I know this one: the provider forgets its zone", "The provider forgets its zone"),
        ("before you get ideas: the panel cannot do partial refresh", "The panel cannot do partial refresh"),
        ("I want all labels in one file, none in code", "All labels in one file, none in code"),
        ("migrations are append-only here. new ones mend old ones", "Migrations are append-only here"),
        ("comments in english, never in german", "Comments in English, never in German"),
        ("dont log tokens, i mean it", "Don't log tokens, I mean it"),
        ("heads-up: the relay drops its first page", "The relay drops its first page"),
    ],
)
def test_a_title_speaks_to_no_listener(said: str, title: str) -> None:
    assert headline(said) == title


@pytest.mark.parametrize(
    "title",
    [
        "When you deploy: run the migrations first",
        "If you touch the parser: run its fuzz test",
        "Rule: you never push to main without a review",
        "`dont` stays as it is in code",
        "Den Fehler im Login beheben",
        "pnpm instead of yarn",
    ],
)
def test_what_is_no_address_stays(title: str) -> None:
    assert headline(title) == title


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("等下,报表改成每周一发送", "报表改成每周一发送"),
        ("这事跟产品谈妥了,推送只走邮件", "推送只走邮件"),
        ("值班的人都快疯了,我跟老王拍板了:注册中心换成 Consul", "注册中心换成 Consul"),
        ("测试都用 pytest 吧,别写 unittest 了", "测试都用 pytest,别写 unittest 了"),
        ("推送只走邮件,短信不做。列表按数量升序", "推送只走邮件,短信不做"),
        ("跟你对个词,热单就是没成交的单子", "热单就是没成交的单子"),
    ],
)
def test_a_chinese_title_speaks_to_no_listener(said: str, title: str) -> None:
    assert headline(said, "zh") == title


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.text(max_size=120), st.sampled_from(["en", "zh"]))
def test_a_headline_is_a_headline_already(text: str, lang: str) -> None:
    once = headline(text, lang)
    assert headline(once, lang) == once
    assert bool(once) == bool(text.split())


def test_a_long_title_ends_between_two_parts() -> None:
    long = "the renderer keeps all glyphs of a face in one atlas and our own icons are packed into another one by hand"
    assert titles.title(long, "en") == "The renderer keeps all glyphs of a face in one atlas"
    assert titles.title("as for citations, always put the author in front of the year", "en").endswith("the year")


@pytest.mark.parametrize(
    ("prompt", "title"),
    [
        ("limit invites to three per user, our server is small", "Limit invites to three per user"),
        ("把 README 的 badge 修一下", "把 README 的 badge 修一下"),
        ("quick note, found it: the exporter skips the last page", "The exporter skips the last page"),
        ("as for labels: at least 12 points on every plot", "Labels: at least 12 points on every plot"),
        ("哎灯怎么反着亮,该绿的时候红", "灯怎么反着亮,该绿的时候红"),
        ("确认了:导出页少了最后一列表头", "导出页少了最后一列表头"),
        (
            "消息队列换成 NATS JetStream 这一套,原来那套集群扩容太麻烦了,值班的同事都不熟",
            "消息队列换成 NATS JetStream 这一套",
        ),
    ],
)
def test_a_request_is_titled_without_its_reason(prompt: str, title: str) -> None:
    assert asked.headed(asked.request(prompt)) == title


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("the csv importer chokes on urls", "The CSV importer chokes on URLs"),
        ("go with GraphQL for the public api", "Go with GraphQL for the public API"),
        ("keep `csv` and api/models.py and --json", "Keep `csv` and api/models.py and --json"),
        (
            "see http://x.test and html_escape() for the api's limit",
            "See http://x.test and html_escape() for the api's limit",
        ),
    ],
)
def test_a_title_spells_acronyms_and_leaves_names_alone(said: str, title: str) -> None:
    assert headline(said) == title


def test_a_trap_is_described_by_what_its_title_does_not_say() -> None:
    parts = {
        "symptom": ("The model server does not see the cache of the host, it works outside of compose",),
        "fix": ("After that `pytest -q` worked.",),
    }
    title = "Model server does not see the cache of the host"
    trap = Claim(
        kind="gotcha",
        act="state",
        subject=title,
        title=title,
        text=parts["symptom"][0],
        ts="2026-03-02T10:00:00Z",
        evidence=(),
        source="person",
        confidence=0.9,
        lang="en",
        parts=parts,
    )
    told = description(Topic("gotcha-1", "gotcha", (trap,), ("s1",)), title)

    assert told == "It works outside of compose."


def described(claim: Claim, title: str) -> str:
    """The description of a page of this one claim."""
    return description(Topic(f"{claim.kind}-1", claim.kind, (claim,), ("s1",)), title)


def test_a_decision_without_a_reason_is_described_by_what_it_answered() -> None:
    asked = ("the nightly import takes three hours and the analysts wait",)
    told = described(claim("decision", "One process for each region", parts={"context": asked}), "One process")
    assert told == "Context: The nightly import takes three hours and the analysts wait."
    asked = ("one process for each region",)
    bare = described(claim("decision", "One process for each region", parts={"context": asked}), asked[0])
    assert bare == "Decided without a stated reason."


def test_a_trap_that_its_title_tells_whole_is_described_by_how_it_was_learned() -> None:
    title = "The tide gauge restarts at noon"
    assert described(claim("gotcha", title), title) == "A warning, told without cause or remedy."
    found = described(claim("gotcha", title, source="agent"), title)
    assert found == "Found out by the agent; no remedy was told."


def test_a_description_goes_on_where_a_cut_title_ends() -> None:
    title = "潮位计中午会自己重启"
    said = "潮位计中午会自己重启,那几分钟没数"
    assert described(claim("gotcha", title, said, lang="zh", parts={"cause": (said,)}), title) == "那几分钟没数。"
    said = "The gauge restarts at noon and FETCH returns nothing for a minute or two then"
    told = described(claim("gotcha", said, said, parts={"cause": (said,)}), "The gauge restarts at noon")
    assert told == "FETCH returns nothing for a minute or two then."


def test_a_description_says_what_the_title_leaves_out() -> None:
    title = "Token only has the read scope"
    assert beyond("The token only has the read scope, so publishing needs another one first.", title).startswith(
        "publishing"
    )
    assert beyond("The token only has the read scope, by design.", title).startswith("The token")
    assert beyond("Two things that stay: the token only has the read scope", "The token only has the read scope") == ""
    assert beyond("Something else entirely.", title) == "Something else entirely."


def test_entities_are_names() -> None:
    told = [
        "ERROR",
        "rows.py",
        "importer/rows.py",
        "json",
        "package-lock.json",
        "camelCase로",
        "kHz",
        "2-Mar",
        "to_row",
    ]
    assert named(told, 12) == ["importer/rows.py", "package-lock.json", "camelCase", "to_row"]


def test_a_name_ends_in_a_word_that_says_something() -> None:
    assert slug("The nurses lose what they typed when the network drops and the page is reloaded") == (
        "the-nurses-lose-what-they-typed-when-the-network-drops"
    )


def test_a_line_of_a_list_stands_alone() -> None:
    assert alone("So the customer's zone is never used") == "The customer's zone is never used"
    assert alone("So far nothing is lost in the queue") == "So far nothing is lost in the queue"
    assert alone("`so` is no word here at all") == "`so` is no word here at all"


def test_a_lone_quotation_mark_goes() -> None:
    assert ended('热单"就是没成交的单子') == "热单就是没成交的单子。"
    assert ended('a 19" rack') == 'A 19" rack.'


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("scrap graphql, use sqlite and s3", "Scrap GraphQL, use SQLite and S3"),
        ("run npm ci before the ci job, i.e. always", "Run npm ci before the CI job, i.e. always"),
        ("the host is sqlite.internal", "The host is sqlite.internal"),
        ("theyre away and i dont mind", "They're away and I don't mind"),
    ],
)
def test_names_are_written_as_everybody_writes_them(said: str, shown: str) -> None:
    assert headline(said) == shown


def test_a_title_is_not_cut_before_a_negative_number() -> None:
    told = "The rotor driver takes its azimuth as -180..180 and silently parks at 0 for anything above 180 degrees"
    assert asked.title(told).startswith("The rotor driver takes its azimuth as -180..180")
