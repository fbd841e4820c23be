"""Personal numbers that are named as such: the PIN is 4821, PIN码：…, `card_pin = "4821"`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Span = tuple[int, int]

NAMES = (
    "pin",
    "пин",
    "暗証番号",
    "密码",
    "密碼",
    "비밀번호",
    "passcode",
    "otp",
    "2fa code",
    "mfa code",
    "one-time code",
    "verification code",
    "验证码",
    "驗證碼",
    "確認コード",
    "인증번호",
)
_LETTERS = ("密码", "密碼", "暗証番号", "비밀번호", "验证码", "驗證碼", "確認コード", "인증번호")
# what may stand between the name and what ties it to the number
_MORE = ("-код", "код", "-code", "_code", " code", "code", "码", "碼", "番号", "번호", " number", "_number", "-nummer")
# ties: signs, and verbs of several languages; a name in capitals needs none
_TIES = (
    ":",
    "=",
    "：",
    "＝",
    "is",
    "ist",
    "lautet",
    "est",
    "es",
    "é",
    "è",
    "是",
    "为",
    "為",
    "は",
    "는",
    "은",
    "—",
    "–",
)
_LEAST, _MOST = 4, 8  # digits
# before or after it: pins of boards, parts that are pinned, times and amounts
_NO_PIN = ("gpio", "board", "led", "pull", "un", "spin", "pip")
_UNITS = ("位", "字", "个", "個", "digit", "%", "ms", "mhz", "次", "回", "자리", "桁", "bit", "byte")


def spans(text: str, low: str) -> Iterator[Span]:
    """The (start, end) of each."""
    plain, coded = text.isascii(), " code" in low
    for name in NAMES:
        if (plain and not name.isascii()) or (not coded and name.endswith(" code")):
            continue
        at = low.find(name)
        while at >= 0:
            end = at + len(name)
            if name in _LETTERS or _stands_alone(text, low, at, end):
                span = _number(text, low, at, end)
                if span:
                    yield span
            at = low.find(name, end)


def _stands_alone(text: str, low: str, at: int, end: int) -> bool:
    """Whether the name is a word of its own, or the last of a compound name (`card_pin`, `userPin`)."""
    before, after = text[at - 1 : at] if at else "", low[end : end + 1]
    before = before if before.isascii() else ""  # letters of scripts without spaces part nothing
    after = after if after.isascii() else ""
    if any(low.endswith(word, 0, at) or low.endswith(word, 0, max(0, at - 1)) for word in _NO_PIN):
        return False
    if after.isalnum() and not low.startswith(_MORE, end):
        return False
    return not before.isalnum() or (before.islower() and text[at].isupper() and before.isascii())


def _number(text: str, low: str, at: int, end: int) -> Span | None:
    more = next((word for word in _MORE if low.startswith(word, end)), "")
    i = end + len(more)
    rest = low[i : i + 24]
    bare = rest.lstrip(" \t\"'`*」』")
    start = i + len(rest) - len(bare)
    tie = next((one for one in _TIES if bare.startswith(one)), "")
    tight = bool(tie) and (not (tie.isascii() and tie.isalpha()) or bare[len(tie) : len(tie) + 1] in (" ", ":"))
    if tight:
        start += len(tie)
    elif text[at:end] != "PIN" or start == i:
        return None
    while text[start : start + 1] and text[start] in " \t:\"'`*“「『\\":
        start += 1
    stop = start
    while text[stop : stop + 1].isdecimal() and stop < start + _MOST + 1:
        stop += 1
    after = text[stop : stop + 1]
    if not _LEAST <= stop - start <= _MOST or (after.isascii() and after.isalnum()) or after in ("_", "-", "/"):
        return None
    if (after in (".", ",") and text[stop + 1 : stop + 2].isdecimal()) or low[stop:].lstrip(" ").startswith(_UNITS):
        return None
    return (start, stop) if len(set(text[start:stop])) > 1 else None
