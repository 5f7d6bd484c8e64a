"""The physics that a bench would find out, computed from the sources: each rule refuses a design
that breaks it, naming the source's line and the cure, and says what is left for the bench.

A rule is a function of a Design that gives `Found`s or raises SourceError; `RULES` lists them.
"""

from dataclasses import dataclass

from hardware import (
    coils,
    copper,
    drop,
    guard,
    guide,
    joints,
    lights,
    magnets,
    partdata,
    pinout,
    screws,
    stack,
    timing,
    wires,
)


@dataclass(frozen=True)
class Found:
    """What a rule computed: `rule` in words, `computed` and `limit` with units, `margin` between
    them, and what only a `bench` can tell."""

    rule: str
    computed: str
    limit: str
    margin: str
    bench: str


RULES = (pinout.check, magnets.check, stack.check, screws.check, lights.check, wires.check,
         coils.check, drop.check, copper.check, guard.check, joints.check, guide.check,
         timing.check, partdata.check)


def found(design):
    """A Found for everything that was computed. Raises SourceError at the first broken rule."""
    return [Found(*row) for rule in RULES for row in rule(design)]
