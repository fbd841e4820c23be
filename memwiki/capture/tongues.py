"""Secrets named in other languages than English and Chinese: パスワードは…, пароль: …, das Passwort ist …"""

from __future__ import annotations

from memwiki.capture.judge import is_code, is_placeholder, is_strong, mixed
from memwiki.capture.secrets import STOP_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Span = tuple[int, int]

# (words, what may stand between them and the value)
_TONGUES = (
    (("パスワード", "暗証番号", "合言葉", "シークレットキー", "トークン"), ("は", "が", "を", "に")),
    (("비밀번호", "암호", "비번", "토큰"), ("는", "은", "가", "를", "을")),
    (
        (
            "كلمة المرور",
            "كلمة السر",
            "كلمة مرور",
            "الرقم السري",
            "الرمز السري",
            "رمز الدخول",
            "مفتاح الواجهة",
            "رمز الوصول",
        ),
        ("هي", "هو"),
    ),
    (("رمز عبور", "گذرواژه", "کلمه عبور", "رمزعبور", "پسورد", "پاس ورڈ"), ("است", "برابر", "ہے")),
    (("סיסמה", "הסיסמה", "סיסמא", "טוקן"), ("היא", "הוא")),
    (("पासवर्ड", "कूटशब्द", "টোকেন", "পাসওয়ার্ড"), ("है", "हैं", "হল")),
    (("κωδικός", "κωδικος", "συνθηματικό"), ("είναι", "ειναι")),
    (("пароль", "пароля", "кодовое слово"), ("это", "—", "–", "-", "=")),
    (("passwort", "kennwort", "passwörter"), ("ist", "lautet", "ist jetzt")),
    (("mot de passe",), ("est", "c'est")),
    (("contraseña", "contrasena"), ("es", "ahora es")),
    (("senha",), ("é", "e", "agora é")),
    (("la password", "parola d'ordine"), ("è", "e'")),
    (("wachtwoord", "lösenord", "adgangskode"), ("is", "är", "er")),
    (("hasło", "heslo"), ("to", "je", "jest")),
    (("şifre", "parola"), ("şu",)),
    (("mật khẩu",), ("là",)),
    (("รหัสผ่าน",), ("คือ",)),
)
WORDS = tuple(word for words, _ in _TONGUES for word in words)
_SIGNS = (":", "：", "=", "＝")
_ENDS = " \t\r\n,，。;；、\"'`”」』）)<>،؛"
_BETWEEN = 32  # characters of "to the database" between name and sign


def spans(text: str, low: str) -> Iterator[Span]:
    """The (start, end) of each value that stands after a secret's name."""
    for words, verbs in _TONGUES:
        for word in words:
            at = low.find(word)
            while at >= 0:
                found = _value(text, low, at + len(word), verbs)
                if found is not None:
                    yield found
                at = low.find(word, at + len(word))


def _value(text: str, low: str, at: int, verbs: tuple[str, ...]) -> Span | None:
    i = _tied(low, at, verbs)
    tied = i >= 0
    i = i if tied else at
    while text[i : i + 1] and text[i] in " \t\"'`“「『«":
        i += 1
    stop = i
    while stop < len(text) and stop < i + 128 and text[stop].isascii() and text[stop] not in _ENDS:
        stop += 1
    while stop > i and text[stop - 1] in ".!?:":
        stop -= 1
    value = text[i:stop]
    if not tied:  # only what can be nothing else
        return (i, stop) if i > at and is_strong(value) else None
    inked = all(33 <= ord(char) < 127 for char in value)
    if len(value) < 5 or not inked or is_placeholder(value) or value.lower() in STOP_WORDS or is_code(value):
        return None
    return (i, stop) if mixed(value) else None


def _tied(low: str, at: int, verbs: tuple[str, ...]) -> int:
    """Where the value may begin, if a sign or a verb ties it to the name; else -1."""
    rest = low[at : at + _BETWEEN + 8].split("\n", 1)[0]
    bare = rest.lstrip(" \"'*`」』")
    start = at + len(rest) - len(bare)
    for tie in (*_SIGNS, *verbs):
        if bare.startswith(tie):
            return start + len(tie)
    for sign in (*_SIGNS, "—", "–"):  # a few words between: пароль от базы — …
        found = rest.find(sign)
        if 0 <= found <= _BETWEEN and not any(char in rest[:found] for char in ",.;!?()"):
            return at + found + len(sign)
    return -1
