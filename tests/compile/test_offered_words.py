"""A reply of one word is told in the words of the offer; a list of questions is answered in turn."""

from __future__ import annotations

import pytest
from story import Story

from memwiki.compile.session import assemble
from memwiki.compile.statements import statements
from memwiki.records import Claim


def decisions(ask: str, final: str, reply: str) -> list[Claim]:
    """The decisions of a question, its answer, the reply to it, and the work that follows."""
    story = Story().ask(ask).say(final).ask(reply).edit("src/a.py").say("Done.")
    return [one for one in statements(assemble(story.observations)) if one.kind == "decision"]


BATTERY = "Two hogs. I can turn BLE on by button only, or advertise every 5 s instead of 100 ms."
OFFERED = [
    ("the battery lasts three days", BATTERY, "button. nobody pairs a fence", "Turn BLE on by button only"),
    (
        "what do we do about the red main?",
        "Either pin the runner to 22.04 or port usb.c to libusb-1.0 (~200 lines). What do you prefer?",
        "pin. porting usb code in spring, no thanks",
        "Pin the runner to 22.04",
    ),
    (
        "where do we send the mails from, our own postfix lands in spam",
        "A relay like Postmark (15 $ a month), or your hoster's SMTP (free, 500 a day). You send about 120. Which one?",
        "hoster. 500 is plenty",
        "your hoster's SMTP",
    ),
    (
        "transcribing the council meetings, what does it cost",
        "Hosted API: 0.36 $ an hour, audio leaves the house. Local whisper on the office PC: free. Which one?",
        "local. the night has nobody in it",
        "Local whisper on the office PC",
    ),
    ("单机版棋谱库用啥", "可以 sqlite 一个文件,或者 duckdb。选哪个?", "sqlite 呗,够用", "sqlite 一个文件"),
]


@pytest.mark.parametrize(("ask", "final", "reply", "wanted"), OFFERED)
def test_a_word_stands_for_the_option_that_it_was_taken_from(ask: str, final: str, reply: str, wanted: str) -> None:
    (claim,) = decisions(ask, final, reply)
    assert wanted.lower() in claim.title.lower()


PLACED = [
    ("Either YAML, which most of them know, or TOML, stricter. Which one?", "second. boss hates yaml", "toml"),
    ("Either YAML, which most of them know, or TOML, stricter. Which one?", "ok the former then", "yaml"),
    ("1. cloud ASR, per minute\n2. whisper-large on your machine\nWhich one?", "second one, nothing leaves", "whisper"),
    ("两种:\n1. 存数据库\n2. 存文件\n选哪个?", "后者,好备份", "存文件"),
]


@pytest.mark.parametrize(("final", "reply", "wanted"), PLACED)
def test_the_second_one_is_the_one_at_that_place(final: str, reply: str, wanted: str) -> None:
    (claim,) = decisions("what should we use for it?", final, reply)
    assert wanted in claim.title.lower()


QUESTIONS = (
    "Three questions:\n1) build all boards on every push, or only the one whose folder changed?\n"
    "2) treat warnings as errors?\n3) keep the .bin files as artifacts, and for how long?"
)


def test_a_list_of_questions_is_answered_one_by_one() -> None:
    made = decisions(
        "set up the ci", QUESTIONS, "1 all, its 40 sec. 2 no, the vendor headers are a mess. 3 yeah 90 days"
    )
    titles = [claim.title.lower() for claim in made]
    assert len(titles) == 3
    assert titles[0].endswith(": all")
    assert titles[1] == "treat warnings as errors: no"
    assert titles[2].endswith(": 90 days")
    assert made[1].parts["reason"] == ("the vendor headers are a mess",)


def test_a_range_of_labels_takes_each_of_them() -> None:
    plan = "1. full text in Postgres, no Elastic\n2. two dictionaries\n3. results by date\n4. snippets of 200 letters"
    made = decisions("plan for the search?", plan, "1-3 yes. 4 no snippets, the letters are under lock")
    assert [claim.title for claim in made] == [
        "Full text in Postgres, no Elastic",
        "Two dictionaries",
        "Results by date",
    ]


def test_what_was_no_question_heads_no_answer() -> None:
    """`ok fix` and half a complaint are no headings."""
    ask = "the drum machine app crackles when I open the browser next to it"
    final = "64 frames is very tight. 256 would be safe, 128 a middle way. Which?"
    made = decisions(ask, final, "128. drummers don't read menus")
    assert made
    assert "when I open" not in made[0].title
    assert "128" in made[0].text


def test_a_span_of_time_is_no_range_of_labels() -> None:
    plan = "How shall we keep them?\n1. on the server\n2. on the tape\n3. nowhere\nWhich one, and how long?"
    made = decisions("where do the recordings go?", plan, "2-3 weeks is what the law wants")
    assert not any("tape" in claim.title.lower() for claim in made)


def test_the_second_of_two_in_chinese_is_told_without_its_lead() -> None:
    (claim,) = decisions("存哪里好?", "可以存数据库,或者可以存文件。选哪个?", "后者,好备份")
    assert claim.title == "存文件"
