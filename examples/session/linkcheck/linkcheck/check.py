"""Every link of every page in a folder, looked up."""

import re

from linkcheck.anchors import anchors

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def check(folder):
    for page in sorted(folder.rglob("*.md")):
        for target in LINK.findall(page.read_text("utf-8")):
            if "://" in target:
                continue
            name, _, anchor = target.partition("#")
            file = page.parent / name if name else page
            if not file.exists():
                yield f"{page}: broken: {target}"
            elif anchor and anchor not in anchors(file.read_text("utf-8")):
                yield f"{page}: stale: {target}"
