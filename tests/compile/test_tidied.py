"""What a page tells of a claim: no nods, no orders for now, nothing twice, each thing under its heading."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from making import claim

from memwiki.compile.alternatives import weighed
from memwiki.compile.naming import name
from memwiki.compile.telling import joined, parted
from memwiki.compile.tidied import tidied
from memwiki.records import Claim


def told(kind: str, title: str, text: str = "", lang: str = "en", **parts: tuple[str, ...]) -> Claim:
    """A claim as its page tells it."""
    one = claim(kind, title, text, lang=lang, parts=parts)
    return tidied(one, name(one))


def test_a_nod_is_no_part_of_the_statement() -> None:
    assert (
        told("decision", "Convert on read", "Convert on read. Thank you. Yes, please convert on read").text
        == "Convert on read."
    )
    assert (
        told("decision", "A table", "A table with a unique key. Ja passt, mach das so").text
        == "A table with a unique key."
    )
    assert told("decision", "两个函数就够", "两个函数就够,不拆服务。嗯听你的", "zh").text == "两个函数就够,不拆服务。"


def test_an_order_for_now_is_neither_statement_nor_reason() -> None:
    text = "Push: chunk uploads over 8 MiB. Only touch sync/push.py please, someone else is in pull.py"
    shown = told("decision", "Push: chunk uploads over 8 MiB", text, reason=("Only touch sync/push.py please",))
    assert shown.text == "Push: chunk uploads over 8 MiB."
    assert "reason" not in shown.parts
    assert told("preference", "提交前跑 lint", "提交前跑 lint,然后帮我看看购物车", "zh").text == "提交前跑 lint"
    assert told("preference", "统一用 rpx", "统一用 rpx", "zh", reason=("这个 PR 帮我写下",)).parts == {}


def test_what_always_holds_is_no_order_for_now() -> None:
    text = "Small commits. Always start with the tests"
    assert told("preference", "Small commits", text).text == text


def test_a_sentence_stands_on_its_page_once() -> None:
    assert (
        told("decision", "Embedding: e5", "Embedding: e5. It is a third faster. e5.").text
        == "Embedding: e5. It is a third faster."
    )
    text = "Bread is taxed at 7. Bread is taxed at 7 from July on."
    assert told("decision", "Bread is taxed at 7", text).text == "Bread is taxed at 7 from July on."
    text = "Port the step: flag name. Flag name: ENGINE=a|b"
    assert told("decision", "Port the step: flag name", text).text == "Flag name: ENGINE=a|b"


def test_thanks_and_places_are_no_reasons() -> None:
    reasons = ("That explains it", "The template is services/billing/preview.j2", "They rotate keys weekly")
    shown = told("decision", "Verify with ed25519", "Verify with ed25519", reason=reasons)
    assert shown.parts["reason"] == ("They rotate keys weekly",)


def test_a_reason_that_begins_like_an_order_stays() -> None:
    shown = told(
        "decision", "Plain flags in the repo", "Plain flags in the repo", reason=("Deploy takes 4 min anyway",)
    )
    assert shown.parts["reason"] == ("Deploy takes 4 min anyway",)


def test_an_example_belongs_to_the_statement() -> None:
    shown = told(
        "preference", "PR title 带 ticket number", "PR title 带 ticket number", "zh", reason=("例如 SHOP-123",)
    )
    assert "SHOP-123" in shown.text
    assert "reason" not in shown.parts


def test_what_led_to_a_settled_matter_is_its_reason() -> None:
    text = "机房那台 Zookeeper 三天两头选主,我跟老王拍板了:注册中心换成 Nacos"
    shown = told("decision", "注册中心换成 Nacos", text, "zh")
    assert shown.parts["reason"] == ("机房那台 Zookeeper 三天两头选主",)


def test_causes_hold_no_reports_and_no_remedies() -> None:
    causes = ("The pool had one connection", "`pytest -q` is ok", "I raised the pool to 8", "The tests pass")
    shown = told("gotcha", "The pool had one connection", cause=causes)
    assert shown.parts["cause"] == ("The pool had one connection",)
    assert shown.parts["fix"] == ("I raised the pool to 8",)


def test_alternatives_are_what_could_have_been_taken() -> None:
    told_ = (
        "I could interpolate",
        "We could switch to MapLibre",
        "which sorts by time",
        "Idea",
        "那套",
        "ours",
        "Should we wait?",
    )
    assert weighed(told_, "NaN for the gaps", "NaN for the gaps") == ("interpolate", "MapLibre")
    assert weighed(("可以用 Redis 扣库存", "另可选 Traefik"), "行锁扣减", "行锁扣减") == ("Redis 扣库存", "Traefik")


def test_what_a_title_only_refuses_is_no_alternative() -> None:
    assert weighed(("Multiplatform",), "Kotlin Multiplatform is out", "") == ()
    assert weighed(("no fuzzy", "fuzzy on names"), "No fuzzy on names", "")[:1] != ("fuzzy on names",)
    assert weighed(("battery",), "Battery is dead after 3 weeks", "") == ()
    assert weighed(("hmac",), "We verify with ed25519 and not hmac", "") == ("hmac",)
    assert weighed(("EtherCAT",), "通信走 CAN,不走 EtherCAT", "") == ("EtherCAT",)


def test_both_sides_of_a_question_stay() -> None:
    assert weighed(("整批一起失败",), "整批一起失败还是跳过坏行: 跳过坏行", "") == ("整批一起失败",)
    assert weighed(("For the runner config", "yaml"), "Runner config: toml", "") == ("yaml",)


@given(st.text(max_size=200))
@settings(deadline=None)
def test_sentences_lose_nothing(text: str) -> None:
    assert "".join("".join(parted(text)).split()) == "".join(text.split())


def test_sentences_are_put_together_as_they_were() -> None:
    for text in ("One thing. And another, e.g. this.", "先缓存。再限流。", "See `a. b` (i.e. it). Done"):
        assert joined(parted(text)) == text


def test_what_was_in_vain_stands_by_itself() -> None:
    causes = (
        "Helvetica knows few letters",
        "A longer delay did not help",
        "`config/pdf.php` now names DejaVu",
        "Reverted",
    )
    shown = told("gotcha", "Helvetica knows few letters", cause=causes, fix=("Setting `LC_ALL` changed nothing",))
    assert shown.parts["cause"] == ("Helvetica knows few letters",)
    assert shown.parts["fix"] == ("`config/pdf.php` now names DejaVu",)
    assert shown.parts["failed"] == ("A longer delay did not help", "Setting `LC_ALL` changed nothing")
    shown = told(
        "gotcha", "没有带 loc 参数", lang="zh", cause=("没有带 loc 参数", "只在代码里转时区没有用", "下一步:补测试")
    )
    assert shown.parts == {"cause": ("没有带 loc 参数",), "failed": ("只在代码里转时区没有用",)}


def test_a_reason_in_the_words_of_the_title_is_none() -> None:
    shown = told("decision", "25 euro for the no-show fee", "It is 25", reason=("I meant 25 euro for the no-show fee",))
    assert "reason" not in shown.parts
    shown = told("preference", "回复我用中文", lang="zh", reason=("两个都是长期的", "新同事看不懂英文"))
    assert shown.parts["reason"] == ("新同事看不懂英文",)
