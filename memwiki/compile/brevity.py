"""A Chinese title that runs on, cut to its first clauses: what follows stands in the description and on the page."""

from __future__ import annotations

from memwiki.compile.language import has_han
from memwiki.regexes import regex

_MOST = 32  # width of a title that is taken in at a glance
_SLACK = 2  # so little more is not worth a cut
_LEAST = 8
_SAYS_LITTLE, _FURTHER = 16, 40  # a clause so short, or one that the next turns round, says half: more may follow it
_ODD = 5  # what is less than that is no clause of its own

_JOINT = regex(r"[,，;；。]\s*|\s*(?:——|--)\s*|[:：](?!\d)\s*|(?<=[㐀-鿿]) (?=[㐀-鿿])")
# A clause that another one must complete.
_LEANS = regex(
    r"^(?:如果|要是|假如|若|万一|只要|只有|一旦|当|每当|每次|除非|不管|无论|不论|虽然|虽说|尽管|即使|哪怕|就算|因为|由于|既然|与其"
    r"|不是|不但|不仅|不光|不只|并非|要么|或者|关于|至于|为了|对于|别看|凡是?|但凡|自从?|等|从|以前|之前|原来|本来|以为|说是)"
    r"|(?:时|时候|之?[前后]|以[前后]|的话|的|是|在|把|被|和|与|或|比如|例如|以及|一[^,，]{1,8})$"
)
# What only turns or completes what stands before it.
_TURNS = regex(r"(?:但|可(?!以)|却|不过|而|只是|结果|实际|其实|就|才|都|也|还是|否则|不然|再|又|反而|是|即|所以|因此)")
_PAIRS = ("()", "（）", "“”", "「」", "『』", "《》", "【】", "[]", "<>")


def width(text: str) -> int:
    """How wide a text is in Chinese characters; two Latin letters count as one."""
    return len(text) - sum(char.isascii() for char in text) // 2


def brief(title: str) -> str:
    """The title up to the last joint within reach; whole where it is short, or where nothing stands alone."""
    wide = width(title)
    if wide <= _MOST + _SLACK or not has_han(title):
        return title
    heads = [title[: at.start()].rstrip() for at in _JOINT.finditer(title) if _parts(title, at.start(), at.end())]
    whole = [head for head in heads if not _TURNS.match(title[len(head) :].lstrip(" ,，;；。:：—-"))]
    chosen = _longest(whole, _MOST)
    if width(chosen) < _SAYS_LITTLE:
        chosen = _longest([*whole, title], _FURTHER)
    if width(chosen) < _SAYS_LITTLE:
        chosen = _longest(heads, _MOST) or _longest(heads, _FURTHER)
    return chosen or next(iter(heads), title)


def _longest(heads: list[str], most: int) -> str:
    return next((head for head in reversed(heads) if width(head) <= most), "")


def _parts(title: str, start: int, end: int) -> bool:
    """Whether the title may end there: outside of brackets and code, behind a clause that stands alone."""
    head, rest = title[:start], title[end:]
    if width(head) < _LEAST or width(rest) < _ODD or _open(head):
        return False
    last = _JOINT.split(head)[-1].strip()
    return _LEANS.search(last) is None and not (_NOT.search(last) and _BUT.match(rest))


# `预警线不要按固定数量,要按平均用量`: what is not, then what is.
_NOT = regex(r"不(?:要|是|用|按|走|看|存)|别")
_BUT = regex(r"(?:而?是|而?要|改|用|按|走|得|应该|只)")


def _open(head: str) -> bool:
    if head.count("`") % 2 or head.count('"') % 2:
        return True
    return any(head.count(pair[0]) > head.count(pair[1]) for pair in _PAIRS)
