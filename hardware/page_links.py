"""Checks the documents' links and pictures: every local target must exist."""

import re
from pathlib import Path

_LINK = re.compile(r"\]\(([^)\s#]*)(?:#([^)\s]*))?\)")


def anchors(text: str) -> set[str]:
    """Return the anchors of a Markdown text's headings, made from their words."""
    found = set()
    for head in re.findall(r"(?m)^#+ +(.*)$", text):
        plain = re.sub(r"[^\w\- ]", "", head.lower())
        found.add(plain.replace(" ", "-"))
    return found


def broken(path: Path) -> list[str]:
    """Return ["line: target", ...] of the broken links in the Markdown file `path`."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for target, anchor in _LINK.findall(line):
            if "://" in target or target.startswith("mailto:"):
                continue
            place = path.parent / target if target else path
            there = place.exists()
            if there and anchor and place.suffix == ".md":
                there = anchor in anchors(place.read_text(encoding="utf-8"))
            if not there:
                found.append("%d: %s%s" % (number, target, "#" + anchor if anchor else ""))
    return found
