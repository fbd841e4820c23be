"""What people marked as private never gets further than this."""

import pytest

from memwiki.capture.private import cut


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a <private>secret</private> b", "a  b"),
        ("a <PRIVATE>s\ns</Private > b", "a  b"),
        ("导出不带<private>，比如陆总</private>，用 id 代替", "导出不带，用 id 代替"),
        ("a <private>s", "a "),
        ("<private>a<private>b</private>c</private>d", "d"),
        ("a <private>1</private> b <private>2</private> c", "a  b  c"),
        ("İ<private>s</private>b", "İb"),
        ("x <memwiki-handoff id='1'>old news</memwiki-handoff> y", "x  y"),
        ("<MEMWIKI-recall>\nold\n</memwiki-recall>\nfix it", "\nfix it"),
        ("\n<memwiki-handoff>\ncut short", "\n"),
        ("Error: <memwiki-handoff id='1'>\ncut short", "Error: "),
        ("<memwiki-recall>a<memwiki-recall>b</memwiki-recall>c</memwiki-recall> y", " y"),
        ("<memwiki-recall>a<memwiki-recall>b</memwiki-recall> y", " y"),
        (f"<memwiki-handoff id='{'x' * 500}'>a</memwiki-handoff> y", " y"),
        ("a <memwiki- b\n<memwiki-handoff>c</memwiki-handoff> y", "a <memwiki- b\n y"),
        ("why does `<memwiki-handoff>` show twice?", "why does `` show twice?"),
    ],
)
def test_blocks_are_cut(text, kept):
    assert cut(text)[0] == kept


@pytest.mark.parametrize(
    "text", ["no tags", "a < b", "<privateKey>x</privateKey>", "List<private_t>", "</private> alone", "<memwiki> x"]
)
def test_other_text_stays(text):
    assert cut(text) == (text, 0)


@pytest.mark.parametrize(
    "piece",
    ["a <private>x</private", "</private><private>", "a <memwiki-a>x", "<memwiki-a ", "<memwiki-a>x</memwiki-b>"],
)
def test_a_flood_of_tags_is_read_once(piece):
    """Looking at every tag again for each of them would take minutes here."""
    assert len(cut(piece * 100_000)[0]) <= len(piece) * 100_000


@pytest.mark.parametrize(
    "text",
    [
        r"{\"a\": \"\u003cprivate\u003eLu\u003c/private\u003e\"}",
        r"\u003Cprivate\u003ELu\u003C\/private\u003E",
        "&lt;private&gt;Lu&lt;/private&gt;",
        "< private >Lu</ private >",
        "<\u200bprivate>Lu</private>",
        "\uff1cprivate\uff1eLu\uff1c/private\uff1e",
        "<pri\u200bvate>Lu</priv\u00adate>",
        "<private\nreason='x'>Lu</PRIVATE >",
    ],
)
def test_brackets_count_however_they_are_written(text):
    found, count = cut(f"a {text} z")
    assert "Lu" not in found
    assert count == 1
    assert found.startswith("a ")
    assert found.endswith(" z")


@pytest.mark.parametrize(
    "text", ["a < private b", "x<private_key>", "if a < private and b > c: y", "private: <T>", "<privateer>"]
)
def test_what_only_looks_like_a_tag(text):
    assert cut(text) == (text, 0)
