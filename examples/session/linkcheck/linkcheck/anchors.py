"""The anchors that GitHub gives a page's headings."""

import re

HEADING = re.compile(r"^#+\s+(.+?)\s*$", re.MULTILINE)


def slug(heading):
    return re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-")


def anchors(text):
    return {slug(heading) for heading in HEADING.findall(text)}
