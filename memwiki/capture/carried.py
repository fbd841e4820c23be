"""Secrets that are known by where they stand: URLs with a password, headers, cookies, flags of commands."""

from __future__ import annotations

from memwiki.capture.judge import is_placeholder, is_strong, mixed
from memwiki.capture.secrets import ALNUM, BASE64, HEX, PATH, PRIVATE_FOLDERS, TOKEN
from memwiki.capture.stretches import JUDGED, Stretches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Span = tuple[int, int]

_URL_ENDS = " \t\r\n\"'`<>|，。；、）"
_SCHEMES = ("bearer", "basic", "token", "apikey", "key", "negotiate", "oauth", "hmac", "digest", "aws4-hmac-sha256")
_WHOLE_LINE = ("digest", "aws4-hmac-sha256", "oauth", "hmac")
# (command, flag, value may be attached to the flag)
_COMMANDS = (
    ("sshpass", "-p", True),
    ("mysql", "-p", True),
    ("mariadb", "-p", True),
    ("mongo", "-p ", False),
    ("redis-cli", "-a ", False),
    (" login ", "-p ", False),
    ("ldapsearch", "-w ", False),
    ("ldapmodify", "-w ", False),
    ("sqlcmd", "-p ", False),
    ("zip ", "-P ", False),
    ("isql ", "-P ", False),
    ("bcp ", "-P ", False),
    ("mosquitto_", "-P ", False),
    ("cqlsh", "-p ", False),
    ("steghide", "-p ", False),
    ("rar ", "-hp", True),
    ("tool ", "-storepass ", False),
    ("tool ", "-keypass ", False),
    ("jarsigner", "-storepass ", False),
    ("freerdp", "/p:", True),
    ("smbclient", "%", True),
    ("winexe", "%", True),
    ("openssl", "pass:", True),
    ("7z", "-p", True),
    ("curl", "-b ", False),
    ("ssh-keygen", "-n ", False),
    ("openssl", "-k ", False),
    ("convertto-securestring", '"', True),
    ("secret set", "--body ", False),
    ("secret set", "-b ", False),
    ("net use", "/user:", True),
)
_BY_FLAG: dict[str, list[tuple[str, bool]]] = {}
for _command, _flag, _attached in _COMMANDS:
    _BY_FLAG.setdefault(_flag if _flag == "%" else f" {_flag}", []).append((_command, _attached))
_CREDS = 6  # words after "log in as" that may be the password
_LONGEST_URL = 4096  # characters in which a password has to stand
_NAMES = ("password", "passwd", "pass", "pw", "pwd", "secret")  # what stands for a password in examples


def spans(text: str, low: str) -> Iterator[Span]:
    """The (start, end) of each secret that its place gives away."""
    ends = Stretches(text)
    for needle, found in _PLACES:
        at = low.find(needle)
        while at >= 0:
            span = found(ends, at, at + len(needle))
            if span is not None:
                yield span
            at = low.find(needle, at + len(needle))


def _url(ends: Stretches, _: int, start: int) -> Span | None:
    """`scheme://user:password@host`: the password; a token in the user's place: the token."""
    text = ends.text
    run = text[start : min(ends.end(start, _URL_ENDS), start + _LONGEST_URL)]
    if "@" not in run:
        return None
    cut = min((run.find(char) for char in "/?#" if char in run), default=len(run))
    host = run.rfind("@", 0, cut)
    if host < 0:
        # a password that holds a slash itself: but a port and a path are none
        host = run.rfind("@")
        port = run.partition(":")[2]
        if ":" not in run[:cut] or (port[:1].isdecimal() and not port.partition("/")[0].strip("0123456789")):
            return None
    user, colon, password = run[:host].partition(":")
    if colon:
        if not password or is_placeholder(password) or password.lower() in _NAMES:
            return None
        return start + len(user) + 1, start + host
    return (start, start + host) if len(user) >= 20 and mixed(user) and not is_placeholder(user) else None


def _coded_url(ends: Stretches, at: int, start: int) -> Span | None:
    """The password of a URL that stands percent-encoded in another: `https%3A%2F%2Fuser%3Apassword%40host`."""
    text = ends.text
    percent = "%25" if text.startswith("%25", at) else "%"
    run = text[start : min(ends.end(start, _URL_ENDS + "&"), start + _LONGEST_URL)].lower()
    cut = min((found for found in (run.find(percent + sign) for sign in ("2f", "3f", "23")) if found >= 0), default=-1)
    host = run.rfind(percent + "40", 0, cut if cut >= 0 else len(run))
    colon = run.find(percent + "3a", 0, max(host, 0))
    colon, width = (colon, len(percent) + 2) if colon >= 0 else (run.find(":", 0, max(host, 0)), 1)
    if host < 0 or colon < 0:
        user = text[start : start + max(host, 0)]
        return (start, start + host) if len(user) >= 20 and mixed(user) and not is_placeholder(user) else None
    password = text[start + colon + width : start + host]
    if not password or is_placeholder(password) or password.lower() in _NAMES:
        return None
    return start + colon + width, start + host


def _go_dsn(ends: Stretches, at: int, _: int) -> Span | None:
    text = ends.text
    line = max(text.rfind(char, max(0, at - 200), at) for char in "\n\"'` =")
    colon = text.find(":", line + 1, at)
    if colon < 0 or is_placeholder(text[colon + 1 : at]):
        return None
    return (colon + 1, at) if at > colon + 1 else None


def _header(ends: Stretches, _: int, end: int) -> Span | None:
    """The credentials of an Authorization header, in any of the ways in which headers are written."""
    text = ends.text
    i = end
    while text[i : i + 1] and text[i] in "\"'`]\\":
        i += 1
    while text[i : i + 1] and text[i] in " \t":
        i += 1
    if text[i : i + 1] not in (":", "=", ","):
        return None
    while text[i : i + 1] and (text[i] in " \t:=>\"'`\\," or (text[i] in "fb" and text[i + 1 : i + 2] in ('"', "'"))):
        i += 1
    scheme = text[i : i + 24].split(" ", 1)[0].lower()
    schemed = scheme in _SCHEMES and text[i + len(scheme) : i + len(scheme) + 1] == " "
    if schemed:
        i += len(scheme)
        while text[i : i + 1] == " ":
            i += 1
    stop = ends.end(i, "\r\n\"'`\\" if schemed and scheme in _WHOLE_LINE else " \t\r\n\"'`\\,;")
    value = text[i : min(stop, i + JUDGED)]
    if is_placeholder(value) or len(value) < 6:
        return None
    return (i, stop) if (schemed and not value.isalpha()) or mixed(value) or len(value) >= 20 else None


def _bearer(ends: Stretches, _: int, end: int) -> Span | None:
    text = ends.text
    while text[end : end + 1] == " ":
        end += 1
    stop = end
    while piece := text[stop : stop + 4096]:
        left = len(piece.lstrip(BASE64 + "_-.~"))
        stop += len(piece) - left
        if left:
            break
    value = text[end : min(stop, end + JUDGED)]
    if len(value) < 16 or is_placeholder(value) or not mixed(value):
        return None
    return end, stop


def _cookie(ends: Stretches, at: int, end: int) -> Span | None:
    """The pairs of a Cookie or Set-Cookie header, or of curl's --cookie."""
    text = ends.text
    i = end
    while text[i : i + 1] and text[i] in "\"'`]\\":
        i += 1
    flag = text[max(0, at - 2) : at] == "--"
    while text[i : i + 1] == " ":
        i += 1
    if text[i : i + 1] not in (":", "=") and not flag:
        return None
    while text[i : i + 1] and text[i] in " :=\"'`\\":
        i += 1
    stop = ends.end(i, "\r\n\"'`\\")
    value = text[i : min(stop, i + JUDGED)]
    name, sign, rest = value.partition("=")
    known = sign and name and not name.strip(ALNUM + "_-.") and len(rest) >= 4 and not is_placeholder(rest)
    return (i, stop) if known and (mixed(rest) or len(rest) >= 12) else None


def _user_flag(ends: Stretches, at: int, end: int) -> Span | None:
    """`-u user:password`; `docker -u 1000:1000` has no password."""
    text = ends.text
    if at > 0 and text[at - 1] not in " \t\n\"'(":
        return None
    i = end
    while text[i : i + 1] and text[i] in " =\"'":
        i += 1
    stop = ends.end(i, " \t\r\n\"'`")
    user, colon, password = text[i : min(stop, i + JUDGED)].partition(":")
    if not colon or len(password) < 3 or is_placeholder(password) or password.isdecimal() or password == user:
        return None
    if password.lower() in _NAMES:
        return None
    return (i + len(user) + 1, stop) if "/" not in user else None


def _mailchimp(ends: Stretches, at: int, end: int) -> Span | None:
    text = ends.text
    key = text[max(0, at - 32) : at]
    digits = text[end : end + 2]
    if len(key) == 32 and not key.strip(HEX) and digits[:1].isdecimal():
        return at - 32, end + len(digits) - len(digits.lstrip("0123456789"))
    return None


def _telegram(ends: Stretches, at: int, _: int) -> Span | None:
    text = ends.text
    before = text[max(0, at - 11) : at]
    digits = before[len(before.rstrip("0123456789")) :]
    body = text[at + 1 : at + 80]
    length = len(body) - len(body.lstrip(TOKEN))
    return (at - len(digits), at + 1 + length) if 8 <= len(digits) <= 10 and length >= 30 else None


def _azure(ends: Stretches, _: int, end: int) -> Span | None:
    text = ends.text
    body = text[end : end + 200]
    length = len(body) - len(body.lstrip(ALNUM + "%+/="))
    return (end, end + length) if length >= 24 and mixed(body[:length]) else None


def _netrc(ends: Stretches, at: int, end: int) -> Span | None:
    """`machine host login user password value`, on one line or three."""
    text = ends.text
    if "machine" not in text[max(0, at - 200) : at]:
        return None
    found = text.find("password ", end, end + 200)
    if found < 0:
        return None
    start = found + len("password ")
    stop = ends.end(start, " \t\r\n")
    return (start, stop) if stop > start and not is_placeholder(text[start : min(stop, start + JUDGED)]) else None


def _htpasswd(ends: Stretches, _: int, end: int) -> Span | None:
    """`htpasswd -b file user password`, `htpasswd -nb user password`: the last word."""
    text = ends.text
    line = text[end : min(ends.end(end, "\r\n|;&"), end + 400)]
    words = line.split()
    flags = "".join(word for word in words if word[:1] == "-")
    value = words[-1].strip("\"'`") if words else ""
    if "b" not in flags or len(words) < 3 or len(value) < 3 or is_placeholder(value):
        return None
    start = end + line.rindex(value)
    return start, start + len(value)


def _chpasswd(ends: Stretches, at: int, _: int) -> Span | None:
    """`echo user:password | chpasswd`."""
    text = ends.text
    start = max(text.rfind("\n", 0, at), at - 300) + 1
    pair = text[start:at].rstrip(" |").rstrip("\"'")
    word = pair[max(pair.rfind(char) for char in " \"'") + 1 :]
    user, colon, password = word.partition(":")
    if not colon or not user or len(password) < 3 or is_placeholder(password):
        return None
    begin = start + len(pair) - len(password)
    return begin, begin + len(password)


def _creds(ends: Stretches, _: int, end: int) -> Span | None:
    """`creds: admin:secret`, `log in as admin / secret`."""
    text = ends.text
    line = text[end : end + 120].split("\n", 1)[0]
    place = 0
    for word in line.replace("/", " / ").split(" ")[:_CREDS]:
        user, colon, password = word.partition(":")
        value = password if colon and user else word
        at = line.find(value, place) if value else -1
        if len(value) >= 8 and is_strong(value.rstrip(".,;")) and at >= 0:
            return end + at, end + at + len(value.rstrip(".,;"))
        place = max(place, at)
    return None


def _identified(ends: Stretches, _: int, end: int) -> Span | None:
    """SQL's `IDENTIFIED [WITH plugin] BY 'password'`."""
    text = ends.text
    found = text[end : end + 60].lower().find("by ")
    quote = text[end + found + 3 : end + found + 4]
    if found < 0 or quote not in ("'", '"'):
        return None
    start = end + found + 4
    stop = ends.end(start, f"{quote}\n")
    value = text[start : min(stop, start + JUDGED)]
    return (start, stop) if len(value) >= 3 and not is_placeholder(value) else None


def _wifi(ends: Stretches, _: int, end: int) -> Span | None:
    """The password in the text of a Wi-Fi code: `WIFI:T:WPA;S:name;P:password;;`."""
    text = ends.text
    rest = text[end : min(ends.end(end, "\r\n"), end + 200)]
    at = 0 if rest.startswith("P:") else rest.find(";P:") + 1
    if not rest[at:].startswith("P:"):
        return None
    start = end + at + 2
    value = text[start : end + len(rest)].partition(";")[0]
    return (start, start + len(value)) if len(value) >= 5 and not is_placeholder(value) else None


def _pgpass(ends: Stretches, _: int, end: int) -> Span | None:
    """`host:5432:database:user:password`, a line of ~/.pgpass."""
    text = ends.text
    stop = ends.end(end, " \t\r\n\"'`")
    piece = text[end : min(stop, end + JUDGED)]
    colon, password = piece.partition(":")[2].partition(":")[1:]
    start = end + len(piece) - len(password)
    return (start, stop) if colon and len(password) >= 3 and not is_placeholder(password) else None


def folders(text: str, _: str) -> Iterator[Span]:
    """What is named inside folders that hold nothing but secrets: ~/.ssh/…"""
    for folder in PRIVATE_FOLDERS:
        at = text.find(folder)
        while at >= 0:
            start = at + len(folder)
            body = text[start : start + 1024]
            length = len(body) - len(body.lstrip(PATH + "@+~"))
            if length:
                yield start, start + length
            at = text.find(folder, start)


def flags(text: str, low: str) -> Iterator[Span]:
    """Passwords on the command lines of programs that take them by a short flag."""
    ends = Stretches(text)
    for flag, commands in _BY_FLAG.items():
        look = low if flag == flag.lower() else ends.text
        for command, attached in commands if flag in look else ():
            at = low.find(command)
            while at >= 0:
                start = at + len(command)
                stops = (low.find(char, start, start + 400) for char in "\n|;")
                line = min((i for i in stops if i >= 0), default=start + 400)
                found = look.find(flag, start - (flag != "%"), line)
                if found >= 0:
                    span = _flag_value(ends, found + len(flag), attached, command)
                    if span is not None:
                        yield span
                at = low.find(command, start)


def _flag_value(ends: Stretches, start: int, attached: bool, command: str) -> Span | None:
    text = ends.text
    if command in ("sshpass", "curl") or not attached:
        while text[start : start + 1] == " ":
            start += 1
    if text[start : start + 1] and text[start] in "\"'":
        start += 1
        stop = ends.end(start, "\n\"'")
    else:
        stop = ends.end(start, " \t\r\n\"'`")
    value = text[start : min(stop, start + JUDGED)]
    if len(value) < 3 or is_placeholder(value) or (command in ("curl", "bcp ", "%") and not mixed(value)):
        return None
    if command == "net use":
        user, space, value = text[start : start + JUDGED].partition(" ")
        value = value.lstrip(" ").split("\n", 1)[0].split(" ", 1)[0]
        begin = text.index(value, start + len(user)) if space and len(value) >= 3 and value[0] not in "/*" else 0
        return (begin, begin + len(value)) if begin and not is_placeholder(value) else None
    return None if command == "curl" and "=" not in value else (start, stop)


_PLACES = (
    ("://", _url),
    ("%3a%2f%2f", _coded_url),
    ("%3a//", _coded_url),
    ("%253a%252f%252f", _coded_url),
    ("@tcp(", _go_dsn),
    ("authorization", _header),
    ("bearer ", _bearer),
    ("cookie", _cookie),
    ("-u ", _user_flag),
    ("--user", _user_flag),
    ("curl -u", _user_flag),
    (":5432:", _pgpass),
    ("-us", _mailchimp),
    (":aa", _telegram),
    ("sig=", _azure),
    ("login ", _netrc),
    ("http -a ", _user_flag),
    ("https -a ", _user_flag),
    ("--auth ", _user_flag),
    ("htpasswd ", _htpasswd),
    ("chpasswd", _chpasswd),
    ("identified ", _identified),
    ("creds", _creds),
    ("credentials", _creds),
    ("log in as ", _creds),
    ("login as ", _creds),
    ("login is ", _creds),
    (" in with ", _creds),
    ("wifi:", _wifi),
)
WORDS = tuple(word for word, _ in _PLACES)
COMMANDS = tuple(command for command, _, _ in _COMMANDS)
