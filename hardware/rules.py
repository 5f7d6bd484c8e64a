"""The physics of the design, computed from its sources. Each rule refuses a design that breaks it,
names the source's line and the cure, and lists open questions for a measurement.

A rule is a function of a Design that gives `Found`s or raises SourceError; `RULES` lists them.
"""

from dataclasses import dataclass

from hardware import (
    assembly,
    board_rules,
    chain_timing,
    coils,
    connector_rating,
    guide,
    guide_facts,
    guide_figures,
    magnets,
    partdata,
    pinout,
    protection,
    purchases,
    screws,
    trace_rating,
    visible_lights,
    voltage_drop,
    wire_lengths,
)
from hardware.harness import labels
from hardware.mechanics import openings
from hardware.source import Design


@dataclass(frozen=True)
class Found:
    """The result of a rule: `rule` in words, `computed` and `limit` with units, the `margin`
    between them, and at `bench` the question that only a measurement can answer."""

    rule: str
    computed: str
    limit: str
    margin: str
    bench: str


RULES = (
    pinout.check, board_rules.check, magnets.check, assembly.check, screws.check,
    visible_lights.check, wire_lengths.check, coils.check, voltage_drop.check,
    trace_rating.check, protection.check, connector_rating.check, guide.check,
    guide_facts.check, guide_figures.check, chain_timing.check, partdata.check, purchases.check,
    openings.check, labels.check,
)
# The rules that a board's size and kind may break, for the user's own boards (own_boards.py).
OF_BOARDS = (
    visible_lights.check, wire_lengths.check, coils.check, voltage_drop.check,
    trace_rating.check, protection.check, connector_rating.check, chain_timing.check,
    purchases.check, labels.check,
)


def found(design: Design) -> list[Found]:
    """Return a Found for every computation. Raises SourceError at the first broken rule."""
    return [Found(*row) for rule in RULES for row in rule(design)]
