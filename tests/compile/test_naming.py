"""What a page is called: the matter, without what led in to it, explains it or was cut badly."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from making import claim

from memwiki.compile.lead_ins import direct
from memwiki.compile.naming import name


@pytest.mark.parametrize(
    ("said", "lang", "shown"),
    [
        ("Sry brain fart, the queue lives in Valkey", "en", "The queue lives in Valkey"),
        ("Next: the sync writes to a temp file", "en", "The sync writes to a temp file"),
        ("Now the exporter rounds half up", "en", "The exporter rounds half up"),
        ("And drafts get no number before they are issued", "en", "Drafts get no number before they are issued"),
        ("Mira, please keep the lockfile in git", "en", "Please keep the lockfile in git"),
        ("Decided with the safety officer yesterday: only soft stops", "en", "Only soft stops"),
        ("Legal said: names never leave the building", "en", "Names never leave the building"),
        ("Note that a touched file shows as modified", "en", "A touched file shows as modified"),
        ("The check is in, but two phone tests fail", "en", "Two phone tests fail"),
        ("So nobody falls into this again: the hook wants no slash", "en", "The hook wants no slash"),
        ("Would you kindly keep the changelog up to date", "en", "Keep the changelog up to date"),
        ("卡顿的根因:每个成员单独查一次", "zh", "每个成员单独查一次"),
        ("别试了,我上个月搞过,blockcache 反而慢一倍", "zh", "blockcache 反而慢一倍"),
        ("Re caching: we decided no cache at all", "en", "Caching: no cache at all"),
        ("不过换成按用户限流", "zh", "换成按用户限流"),
        ("哦漏说了,回调接口不用加签", "zh", "回调接口不用加签"),
        ("查到了:网关 45 秒就断连接", "zh", "网关 45 秒就断连接"),
        ("那就先锁在 2.x", "zh", "先锁在 2.x"),
    ],
)
def test_a_title_begins_where_the_matter_begins(said: str, lang: str, shown: str) -> None:
    assert direct(said, lang) == shown


@pytest.mark.parametrize(
    ("said", "lang"),
    [
        ("When the disk is full, the writer stops", "en"),
        ("Redis, not Kafka, for the queue", "en"),
        ("Nginx: keep the default timeouts", "en"),
        ("No more than two retries", "en"),
        ("那套旧接口下个月下线", "zh"),
        ("结果集最多一千行", "zh"),
    ],
)
def test_what_says_something_is_no_lead_in(said: str, lang: str) -> None:
    assert direct(said, lang) == said


@given(st.text(max_size=80), st.sampled_from(["en", "zh"]))
@settings(deadline=None)
def test_what_is_left_of_a_title_has_no_lead_in(text: str, lang: str) -> None:
    once = direct(text, lang)
    assert len(direct(once, lang)) <= len(once) + 1  # a first letter may become two as a capital


def decision(title: str, text: str = "", lang: str = "en", **parts: tuple[str, ...]) -> str:
    """The name of a decision's page."""
    return name(claim("decision", title, text, lang=lang, parts=parts))


def test_a_reason_that_the_page_tells_apart_leaves_the_title() -> None:
    title = "When you show me SQL use lowercase keywords, I can't read SHOUTING"
    reason = ("i cant read SHOUTING", "I can't read SHOUTING")
    assert name(claim("preference", title, parts={"reason": reason})) == "When you show me SQL use lowercase keywords"


def test_a_title_that_broke_off_within_its_reason_ends_before_it() -> None:
    title = "Only PDF uploads count, HEIC conversions cost us a week last"
    assert decision(title, reason=("HEIC conversions cost us a week last time",)) == "Only PDF uploads count"


def test_a_condition_keeps_what_follows_from_it() -> None:
    title = "When you propose something, give me two options"
    assert decision(title, reason=("give me two options",)) == title
    assert decision("固定周期的原因是按包收费", lang="zh", reason=("原因是按包收费",)) == "固定周期的原因是按包收费"


def test_a_title_that_says_nothing_gives_way_to_the_next_sentence() -> None:
    assert (
        decision("We changed our mind", "We changed our mind. Rounding goes back to Java.")
        == "Rounding goes back to Java"
    )
    assert decision("我决定了", "我决定了,搜索换 Meilisearch", "zh") == "搜索换 Meilisearch"
    text = "是的,就诊前不足 2 小时不能退。退号改成就诊前 4 小时"
    assert decision("是的", text, "zh") == "退号改成就诊前 4 小时"
    told = "法务说了,个保法的缘故,手机号一律打码"
    assert name(claim("preference", "法务说了", told, lang="zh")) == "手机号一律打码"


def test_a_fact_gives_way_to_what_was_concluded_from_it() -> None:
    text = "The tablets lose wifi in the arena all the time. So scores are stored locally first."
    assert decision("The tablets lose wifi in the arena all the time", text) == "Scores are stored locally first"
    text = "We dropped the cache. So the old key is obsolete now."
    assert decision("We dropped the cache", text) == "We dropped the cache"


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Ideas: CDN", "CDN"),
        ("Smaller: a dedupe table in Postgres", "A dedupe table in Postgres"),
        ("Paddle: paddle", "Paddle"),
        ("For the job runner config, yaml or toml: toml", "Job runner config: TOML"),
        ("Charts: which lib: uPlot", "Charts: uPlot"),
        ("Sensor logs: SQLite", "Sensor logs: SQLite"),
        ("JWT or sessions: sessions", "JWT or sessions: sessions"),
    ],
)
def test_a_question_and_its_answer_read_as_one_statement(title: str, shown: str) -> None:
    assert decision(title) == shown


def test_a_question_that_was_answered_with_yes_becomes_the_statement() -> None:
    assert decision("热敏纸的模板要单独设:要", lang="zh") == "热敏纸的模板要单独设"
    assert decision("训练慢,想想办法:AMP", lang="zh") == "训练慢:AMP"
    assert decision("先给 options,不要动代码:放宽 gap", lang="zh") == "放宽 gap"
    assert decision("堆积的监控,阈值写代码里还是配置中心: 配置中心", lang="zh") == "堆积的监控:配置中心"


def test_what_an_answer_only_names_is_called_by_what_it_says() -> None:
    text = "Port the step to polars: flag name. Flag name: ETL_ENGINE=polars|pandas, default pandas"
    assert decision("Port the step to polars: flag name", text).startswith("Flag name: ETL_ENGINE=polars|pandas")


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("We keep the rounding in the database, with numeric(12", "We keep the rounding in the database"),
        ("The image has PROJ_NETWORK=ON so it fetches grids, and", "The image has PROJ_NETWORK=ON so it fetches grids"),
        ("35 min then, two missed and a margin", "35 min, two missed and a margin"),
        ("Postgres with monthly partitions it is", "Postgres with monthly partitions"),
        ("Noto Sans for all labels as of now", "Noto Sans for all labels"),
        ("The users hate vim keys :( only arrows and enter", "The users hate vim keys, only arrows and enter"),
        ("Docstrings in Dutch please, in this repository", "Docstrings in Dutch, in this repository"),
        ("One change per experiment, please, from here", "One change per experiment, from here"),
        ("45 seconds for the flush", "Flush: 45 seconds"),
        ("Push over **MQTT** with retained messages", "Push over MQTT with retained messages"),
        ("HR stays where it is", "HR stays where it is"),
        ("Touch only what I ask for", "Touch only what I ask for"),
    ],
)
def test_a_title_ends_where_a_person_would_end_it(title: str, shown: str) -> None:
    assert decision(title) == shown


def test_a_warning_that_points_back_is_named_from_its_beginning() -> None:
    text = "Never force-unlock there, that's how we corrupted the state in march"
    assert name(claim("gotcha", "That's how we corrupted the state in march", text)) == text


@pytest.mark.parametrize(
    ("title", "text", "lang", "shown"),
    [
        ("With us partial", "With us partial means the ticket is missing", "en", "partial"),
        ("Karenz here", "A Karenz here = unpaid leave", "en", "Karenz"),
        ("The lowerer", "The lowerer turns HIR into QIR", "en", "The lowerer"),
        ("说下波次", "说下波次:一批一起拣的单", "zh", "波次"),
        ("注意术语", "注意术语:本系统中的“挂失”分为两种", "zh", "挂失"),
    ],
)
def test_a_concept_is_called_by_its_term(title: str, text: str, lang: str, shown: str) -> None:
    assert name(claim("concept", title, text, lang=lang)) == shown


def test_a_title_that_somebody_wrote_stays() -> None:
    assert name(claim("decision", "Ideas: CDN", source="imported")) == "Ideas: CDN"
    assert name(claim("decision", "And then: CDN", model="small")) == "And then: CDN"


@pytest.mark.parametrize(
    ("said", "lang", "shown"),
    [
        ("Cause found: the pump controller sleeps after an hour", "en", "The pump controller sleeps after an hour"),
        ("One wish: tests before the code", "en", "Tests before the code"),
        ("Don't laugh: the plotter counts from the right", "en", "The plotter counts from the right"),
        ("嗯以后表头都用中文", "zh", "以后表头都用中文"),
        ("那编号改成八位", "zh", "编号改成八位"),
        ("但是夜班不用打卡", "zh", "夜班不用打卡"),
        ("有个小请求:图例放右边", "zh", "图例放右边"),
        ("卡顿的原因找到了:每帧都重建索引", "zh", "每帧都重建索引"),
    ],
)
def test_what_only_announces_is_no_title(said: str, lang: str, shown: str) -> None:
    assert direct(said, lang) == shown


@pytest.mark.parametrize(
    "said", ["那台编译机没有外网", "那两种格式都要支持", "但凡报错都要带单号", "就近分配仓库", "这样,"]
)
def test_what_points_or_counts_is_no_filler(said: str) -> None:
    assert direct(said, "zh") == said


@pytest.mark.parametrize(
    ("title", "lang", "shown"),
    [
        ("You never push to the release branch", "en", "Never push to the release branch"),
        ("When you send a report, please put the totals first", "en", "When you send a report, put the totals first"),
        ("Grams please, not ounces", "en", "Grams, not ounces"),
        ("Never write 'please wait' on a screen", "en", "Never write 'please wait' on a screen"),
        ("配置目录你别动", "zh", "配置目录别动"),
        ("你以后先问我再装依赖", "zh", "以后先问我再装依赖"),
        ("页面上的单位请统一用公斤", "zh", "页面上的单位统一用公斤"),
        ("不管你选哪个都要留日志", "zh", "不管你选哪个都要留日志"),
        ("提示语写成「请先登录」", "zh", "提示语写成「请先登录」"),
    ],
)
def test_a_rule_is_a_rule_without_the_listener(title: str, lang: str, shown: str) -> None:
    assert name(claim("preference", title, lang=lang)) == shown


@pytest.mark.parametrize(
    ("title", "asked", "lang", "shown"),
    [
        ("Parquet", "What are the options for the sensor dumps?", "en", "Sensor dumps: Parquet"),
        ("40 seconds", "How long may a scan take?", "en", "How long may a scan take: 40 seconds"),
        ("Cache", "Our map page is slow. ideas?", "en", "Our map page is slow: Cache"),
        ("闭包表", "部门树怎么存", "zh", "部门树:闭包表"),
        ("Great", "The export goes out at night", "en", "The export goes out at night"),
    ],
)
def test_an_answer_of_a_word_is_told_with_what_was_asked(title: str, asked: str, lang: str, shown: str) -> None:
    assert decision(title, lang=lang, context=(asked,)) == shown


def test_an_answer_that_its_question_does_not_explain_stands_alone() -> None:
    assert decision("Parquet", context=("thoughts?",)) == "Parquet"
    long = "i was thinking the whole weekend of what we should do with all the old dumps on the second disk, hmm"
    assert decision("Parquet", context=(long,)) == "Parquet"
    assert decision("Parquet for the dumps", context=("what format?",)) == "Parquet for the dumps"


def test_applause_is_no_part_of_a_title() -> None:
    assert decision("Ask before adding a package: sweet") == "Ask before adding a package"
    assert decision("首页缓存放五分钟:没问题", lang="zh") == "首页缓存放五分钟"


def test_a_complaint_gives_way_to_the_rule_behind_it() -> None:
    text = "你又把表头写成英文了,以后表头一律中文"
    assert name(claim("preference", "你又把表头写成英文了", text, lang="zh")) == "表头一律中文"
    text = "You named the branch fix2. Always put the ticket number in the name."
    told = name(claim("preference", "You named the branch fix2", text))
    assert told == "Always put the ticket number in the name"
    assert name(claim("preference", "You named the branch fix2", "You named the branch fix2.")) == (
        "You named the branch fix2"
    )
