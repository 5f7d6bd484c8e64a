"""The styles of the window's pages: each value stands in one place."""

import re
from collections import Counter

from sim.window.bundle import PAGE

PROPERTY = re.compile(r"(--[\w-]+): *([^;}]+)")


def test_no_two_rules_give_a_property_the_same_value():
    given = Counter(
        found
        for style in PAGE.rglob("*.css")
        for found in PROPERTY.findall(style.read_text("utf-8"))
    )
    assert [one for one, count in given.items() if count > 1] == []
