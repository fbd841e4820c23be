"""What is left in other words than `next steps`: in prose, in what a person puts off, over several sessions."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from story import Story

from memwiki.compile.facts import extract
from memwiki.compile.fold import fold
from memwiki.compile.write import pages
from memwiki.inject.handoff import handoff_of, render


def opened(story: Any) -> str:
    facts = extract(story.observations)
    return "\n".join(item.text for item in (*facts.next_steps, *facts.open_questions)).lower()


def after(message: str) -> str:
    return opened(Story().ask("do the next part").edit("app.py").green().say(message))


def put_off(prompt: str, answer: str) -> str:
    story = Story().ask("fix the list view in app.py").edit("app.py").green().say("Fixed.")
    return opened(story.ask(prompt).say(answer))


LEFT = [
    ("The importer reads both formats. What remains is the mapping for `custRef` in stg_refunds.", "custref"),
    ("Parser done, 12 tests pass. Still missing: error messages with a line number.", "line number"),
    ("TODO: the rate limiter has no metrics.", "metrics"),
    ("Upload works. I left the retry with backoff for tomorrow.", "retry"),
    ("I have not done the German translations.", "german"),
    ("`log.py` only logs the hash. rerank.py prints the raw text in one more place, not yet changed.", "rerank"),
    ("The flag is in. Someone should rotate the staging key afterwards.", "staging key"),
    ("Schema migrated. The backfill for 2023 has to be started by hand.", "backfill"),
    ("Works on Linux; Windows is untested.", "windows"),
    ("Three of the five screens use the new theme. Settings and About are up next.", "settings"),
    ("I ran out of time for the benchmark, only the unit tests ran.", "benchmark"),
    ("The page loads. Missing piece: pagination for more than 100 rows.", "pagination"),
    ("All 9 green. Before release we must bump the schema version.", "schema version"),
    ("Editor fixed. One thing I didn't get to: undo after paste.", "undo"),
    ("The API part is finished, the CLI part isn't.", "cli"),
    ("Follow-up needed on `docs/errors.md`, it lists the old codes.", "docs/errors.md"),
    ("Next I would look at the slow query in `orders_by_day`.", "orders_by_day"),
    ("Everything else is in; blocked on the license key for the PDF library.", "license key"),
    ("滞纳金好了。还差一件:催缴短信的模板没报备。", "模板"),
    ("接口写完了,剩下前端的空状态。", "空状态"),
    ("登录改好了,短信验证码留到明天。", "短信验证码"),
    ("导出支持了 csv,xlsx 放到下一版。", "xlsx"),
    ("待办:压测 500 并发。", "压测"),
    ("`log.py` 现在只记 hash。TODO:rerank.py 里还有一处打印原文,没改。", "rerank"),
    ("字号改了。打印测试还有 2 个没过,是字体文件没装,我没有处理。", "打印测试"),
    ("主流程通了,退款分支还没写测试。", "退款"),
    ("Überlauf ist drin.\n\nOffen:\n- Überlauf bei sechsstelligen Gaszählern noch nicht geprüft", "gaszähler"),
    (
        (
            "Half of the templates are converted; invoices and reminders keep the old macro until someone checks the "
            "totals."
        ),
        "reminders",
    ),
    ("Done with the reader. I have yet to write the writer.", "writer"),
    ("The service starts. Logs still go to stdout, they belong in journald.", "journald"),
    ("Merged both branches, CI hasn't run yet.", "ci"),
    ("The fix is on main. Production needs a restart at night.", "restart"),
    ("Speed is fine now. Memory I haven't looked at.", "memory"),
    ("Wrote the RFC draft. Numbers for section 3 are placeholders.", "section 3"),
    ("All lights are green except the Safari job, which I skipped for now.", "safari"),
    ("Works for EUR. Other currencies fall back to 2 decimals, JPY will be wrong.", "jpy"),
    ("The dump is restored on staging; prod after your go.", "prod"),
    ("Tomorrow: swap the map tiles and rerun the screenshots.", "map tiles"),
    ("That's the first pass. The second pass would tidy up the CSS.", "css"),
    ("固件能升级了,断电恢复还没验证。", "断电"),
    ("页面好了,移动端适配之后再做。", "移动端"),
    ("脚本写完,定时还没配。", "定时"),
    ("合同模板导入了 30 份,余下 12 份格式不对,需要人工看。", "12 份"),
    ("接口联调等后端部署。", "联调"),
    ("本次只改了安卓,iOS 那边下个版本跟进。", "ios"),
]
NOT_LEFT = [
    "All 9 tests pass, nothing is left to do.",
    "Renamed in 12 files.",
    "The remaining budget is shown in the header now.",
    "Missing values are filled with 0 now.",
    "The next button is blue.",
    "Pending orders are listed first now.",
    "未读数显示在右上角了。",
    "剩余库存改成实时的了。",
    "待办列表的排序修好了。",
    "Tomorrow's slots are computed in UTC now.",
    "Bumped to 4.2.0, changelog written.",
    "The next page link works again.",
    "Later entries win over earlier ones.",
    "Users have to confirm the mail before they log in.",
    "The lock must be held before the write.",
    "只显示未完成的订单了。",
    "剩余时间用秒显示。",
    "下一页按钮修好了。",
    "Two cases were missing in the switch; both are in now.",
    "Untracked files are ignored.",
]
PUT_OFF = [
    (
        "gotta catch a train, leave the undo thing red, we continue tomorrow with RegionListTest.undoRestores",
        "undorestores",
    ),
    (
        (
            "one more thing, the backfill for february still has to be run by hand, i do that sunday night when slots "
            "are cheap. dont schedule it"
        ),
        "backfill",
    ),
    ("park that. the csv import for suppliers comes first next week", "csv import"),
    ("later: a dark theme for the print view", "dark theme"),
    ("good for today. tomorrow we do the retry in uploader.py", "uploader.py"),
    ("stop here, i need the laptop. the webhook signature check is next", "webhook"),
    ("thats it for now, pick up the flaky test_sync on monday", "test_sync"),
    ("remind me to ask ops about the firewall rule", "firewall"),
    ("not now, but we still need an index on events.user_id", "index"),
    ("leave the legend for the next session", "legend"),
    ("we'll finish the invoice pdf after the release", "invoice"),
    ("ok enough. open point from my side: the sla for gold customers", "sla"),
    ("晚上再测一遍续航,我去接娃了", "续航"),
    ("下次记得把空状态补上", "空状态"),
    ("先这样,明天接着弄 redis 迁移", "redis"),
    ("门店列表没数据时的空状态还没做,下次再弄", "空状态"),
    ("打印测试那个先放着,回头再说", "打印测试"),
    ("下班了,剩下的对账脚本周一继续", "对账脚本"),
    ("等法务回复了再加免责条款", "免责"),
    ("缓存预热放到下个迭代", "缓存预热"),
    ("enough for today, on thursday we swap the map tiles", "map tiles"),
    ("ok bye. i'll check the numbers with finance on monday, until then keep the branch", "finance"),
    ("the safari job can wait till next sprint", "safari"),
    ("let's leave jpy rounding open", "jpy"),
    ("i have to run. when i'm back: the second chart", "second chart"),
    ("note for later, the cron on the old box must go", "cron"),
    ("todo for next time: reindex after the rename", "reindex"),
    ("we still owe marketing the new icons", "icons"),
    ("push it. translations come with the next release", "translations"),
    ("iOS 那边下周再说", "ios"),
    ("先到这,充值页面明早继续", "充值"),
    ("我去开会,压测等我回来再跑", "压测"),
    ("发票抬头校验先欠着", "发票"),
    ("这个月底前把旧接口下掉,今天不弄", "旧接口"),
]
NOT_PUT_OFF = [
    "thanks, bye",
    "commit it and push",
    "from now on write tests first",
    "rename the job to nightly_backfill",
    "the deploy runs tomorrow at 9, is it green?",
    "good night",
    "谢谢,下班了",
    "以后每次发版前都跑一遍压测",
    "提交吧",
    "always leave the migrations folder alone",
    "run the tests again",
    "great, ship it",
]


@pytest.mark.parametrize(("message", "wanted"), LEFT)
def test_an_agent_tells_in_prose_what_is_left(message: str, wanted: str) -> None:
    assert wanted in after(message)


@pytest.mark.parametrize("message", NOT_LEFT)
def test_a_description_leaves_nothing(message: str) -> None:
    assert after(message) == ""


@pytest.mark.parametrize("answer", ["OK.", ""])
@pytest.mark.parametrize(("prompt", "wanted"), PUT_OFF)
def test_a_person_puts_off(prompt: str, wanted: str, answer: str) -> None:
    assert wanted in put_off(prompt, answer)


@pytest.mark.parametrize("prompt", NOT_PUT_OFF)
def test_other_last_words_put_nothing_off(prompt: str) -> None:
    assert put_off(prompt, "OK.") == ""


def test_a_question_that_points_back_carries_what_it_points_at() -> None:
    story = Story().ask("customer_ref is null for shop 7").run("bq query 'select 1'", "1")
    story = story.say(
        "All nulls come from shop 7. Their export calls it `custRef`. Shall I map both names in `refunds.sql`?"
    )
    facts = extract(story.observations)
    assert [item.text for item in facts.open_questions] == [
        "Their export calls it `custRef`. Shall I map both names in `refunds.sql`?"
    ]
    assert any("shop 7" in item.text for item in facts.learned)


def test_a_task_that_the_session_did_not_come_to_is_left() -> None:
    story = Story().ask("fix the list view in app.py").edit("app.py").green().say("Fixed.")
    assert "importer" in opened(story.ask("now split the importer into two modules").read("importer.py", "x"))


def test_the_page_of_a_silent_session_shows_what_was_changed() -> None:
    story = (
        Story("cursor", "k").ask("make the delete swipe undoable").edit("List.kt", "onDelete(id)", "markDeleted(id)")
    )
    known = fold([extract(story.observations)], [])
    (page,) = [page for page in pages(known).values() if page.kind == "session"]
    assert "`List.kt`: edited – `markDeleted(id)`" in page.body
    story = story.say("Swiping marks the row now; undo restores it.")
    known = fold([extract(story.observations)], [])
    (page,) = [page for page in pages(known).values() if page.kind == "session"]
    assert "undo restores it" in page.body.lower()
    assert "markDeleted(id)" not in page.body


def on(day: int, session: str, agent: str = "claude-code") -> Any:
    story = Story(agent, session)
    story.day = day
    return story


def block(*stories: Any) -> str:
    """What the session after these is told; each is of its own day."""
    found = []
    for story in stories:
        date = f"2026-03-{story.day:02d}"
        seen = [dataclasses.replace(o, ts=o.ts.replace("2026-03-02", date)) for o in story.observations]
        found.append(extract(seen))
    made = handoff_of(found[-1], fold(found, []).open_items)
    assert made is not None
    return render(made).lower()


def sessions() -> list[Any]:
    return [
        on(2, "a").ask("port the docs").edit("a.md").say("Ported. Left: the redirect map for old slugs."),
        on(3, "b", "codex").ask("fix the feed").edit("feed.py").say("Fixed. The backfill for february has to be run."),
        on(4, "c", "gemini-cli")
        .ask("bump the deps")
        .edit("x.toml")
        .say("Bumped.")
        .ask("later: a dark theme")
        .say("ok"),
        on(5, "d").ask("what does feed.py do").read("feed.py", "x").say("It reads feeds."),
    ]


def test_items_of_all_earlier_sessions_stay() -> None:
    text = block(*sessions())
    assert text.index("dark theme") < text.index("backfill for february") < text.index("redirect map")


def test_a_person_who_did_it_closes_an_item() -> None:
    story = on(6, "e").ask("i ran the february backfill last night. now the map").edit("r.yml").say("Map done.")
    text = block(*sessions(), story)
    assert "backfill for february has" not in text
    assert "dark theme" in text


def test_a_commit_closes_an_item() -> None:
    story = on(7, "f").ask("print view").edit("p.css")
    story = story.run("git commit -am 'Add a dark theme'", "[main 1234abc] Add a dark theme\n 1 file changed")
    assert "dark theme" not in block(*sessions(), story.say(""))


def test_many_sessions_leave_many_items() -> None:
    names = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omikron pi rho sigma tau".split()
    stories = [
        on(2 + n, name).ask(f"task {n}").edit("a.py").say(f"Done. Left to do: check the {name} module number{n}.")
        for n, name in enumerate(names)
    ]
    text = block(*stories)
    assert all(f"number{n}" in text for n in range(len(names)))
    assert len(text.encode()) <= 8000
