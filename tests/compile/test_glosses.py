"""Terms that a person explains in passing: each form gives the term, and what only looks like one gives none."""

import pytest
from story import Story

from memwiki.compile.glosses import glosses
from memwiki.compile.session import assemble
from memwiki.compile.speech import read
from memwiki.compile.statements import statements


def told(prompt: str) -> list[str]:
    said = read(prompt)
    return [one.name for n in range(len(said)) for one in glosses(said, n)]


def concepts(prompt: str) -> list[str]:
    session = assemble(Story().ask(prompt).say("Noted.").observations)
    return [claim.title.lower() for claim in statements(session) if claim.kind == "concept"]


TOLD = [
    ("When you see spent wash in my notes: it is the water that is left after the third still", "spent wash"),
    ("where did the script put the apron, ie the strip of steel where the belt meets the frame?", "apron"),
    ("so the night bus, thats what i call the slow sync that drifts past two", "night bus"),
    ("They get the gross, that's the weight before the crate goes off the scale", "gross"),
    ("theres this thing they call the penalty box, its the shelf where returned parcels wait", "penalty box"),
    ("presets: when i say a fog patch i mean anything with an attack over two sec, move them", "fog patch"),
    ("add a column per lift. (shadow = a scan where nobody stood at the gate)", "shadow"),
    ("New tariff on friday: Snow Break. That's where a guest freezes the days we close", "snow break"),
    ("Add strays to the sheet. Stray: crate on the floor with no order attached", "stray"),
    ('can we colour the "sleepy" hives (no flight under 14 degrees) blue', "sleepy"),
    ("could it show the lee - the side of the field where the hedge stops the wind - lighter", "lee"),
    ('If a plot was burned and sown the same year that\'s a "flash"', "flash"),
    ('any bird with two rings on one leg is a "double" for us', "double"),
    ("with us a batch is the envelopes of one drying run", "batch"),
    ("oh and a soak is just holding the peak for some minutes, hold_min in our curves", "soak"),
    ("careful with block_id: in our feed a block is what one tram vehicle runs in a day", "block"),
    ("overlap's the bit of railway beyond the signal that we keep clear in case he does not stop", "overlap"),
    ("you wont change my mind. ob btw = openbench, the box at jonas place which plays the test games", "ob"),
    ("TK marks a thermocouple on the drawings, it is no kiln", "tk"),
    ('That is the misunderstanding. What your status means we call "blocked"', "blocked"),
    ("空开就是没录单、门先弹了的", "空开"),
    ("放满 48 小时没人取的才叫滞留件,她按当天算的", "滞留件"),
    ("我们说的三联单是证明、通知书、领取单这一套", "三联单"),
    ("团期是从开团到截单这么一轮,库里 round 那张表", "团期"),
    ("列表太慢,白签(没写名字先印好的那批)先别加载", "白签"),
    ("小票就是过磅那张单子,存根要留", "小票"),
    ("返工就是烧完又拆回去的那批", "返工"),
    ("with us a runner is the job that copies the tapes overnight", "runner"),
    ("DBO 的话 = dead blackout,连工作灯一起灭", "dbo"),
]


@pytest.mark.parametrize(("prompt", "name"), TOLD)
def test_a_term_explained_in_passing_is_a_concept(prompt: str, name: str) -> None:
    assert name in concepts(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "pablo is the one with the beard, he wants admin",
        "mr banks is the dude with the bow tie",
        "老周就是早上来修炉子的那位师傅",
        "张姨就是三栋嗓门最大那个",
        "周三就是后天对吧",
        "when you find something fishy that's not part of the task, write it to NOTES.md",
        "that's our rule for this crate",
        "set mode = strict in the config",
        "firmware is the same, I checked twice",
        'rename column "usr" to "user_name" in the export',
        "then the contacts: they oxidise near the sea",
        "tmp2 又坏了,看一下",
        "看一下标签打印:青山那边打出来的中文是乱码",
    ],
)
def test_persons_days_orders_and_states_are_no_terms(prompt: str) -> None:
    assert told(prompt) == []


@pytest.mark.parametrize(
    ("prompt", "meaning"),
    [
        ("where did it put the toe, ie the line where the heap meets the floor?", "toe: the line where the heap meets"),
        (
            "new tariff on friday: Snow Break. That's where a guest freezes the days",
            "Snow Break: where a guest freezes",
        ),
    ],
)
def test_a_term_is_told_without_the_work_of_the_day(prompt: str, meaning: str) -> None:
    session = assemble(Story().ask(prompt).say("Noted.").observations)
    (found,) = [claim for claim in statements(session) if claim.kind == "concept"]
    assert found.text.startswith(meaning)


def test_terms_explained_together_lead_to_each_other() -> None:
    from memwiki.compile.facts import extract
    from memwiki.compile.fold import fold
    from memwiki.compile.mentions import told_with

    prompt = '"上车"就是报名,"跳车"是开场前两小时内退的。'
    knowledge = fold([extract(Story().ask(prompt).say("明白。").observations)], ())
    terms = {topic.title: topic for topic in knowledge.topics if topic.kind == "concept"}
    assert set(terms) == {"上车", "跳车"}
    assert told_with(terms["上车"], terms.values()) == [terms["跳车"].id]


def test_what_explains_a_term_warns_of_nothing() -> None:
    from memwiki.compile.facts import extract

    prompt = "a 'twin' in samples.tsv isn't family, it's the same plant sequenced again on another cell"
    kinds = {claim.kind for claim in extract(Story().ask(prompt).say("Noted.").observations).claims}
    assert "gotcha" not in kinds
