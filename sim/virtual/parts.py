"""Gives a table other parts than those of the plans: parts as shops sell them, drawn by a seed, or
parts that `leyboard bench --out` has measured on somebody's board."""

from sim.virtual import kinds
from sim.virtual.misses import THOUSAND
from table import tags

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from games.rng import Rng
    from games.types import Json
    from sim.virtual.card import Card
    from sim.virtual.ntag import Tag
    from sim.virtual.table import VirtualTable

_MISSES = 10  # of 1000 questions: what people report of tags that lie still (facts: missed-tag)
_KNOB_SIZES = ("full", "half", "quarter")


def fit_as_sold(table: "VirtualTable", rng: "Rng") -> list[str]:
    """Fit readers, knob, strip and display drawn from sim/virtual/kinds.py, tags that miss
    questions, and pieces with all kinds of tags; restart the table. Return the names of the fitted
    parts."""
    world = table.world
    good = [part for part in kinds.READERS if part.table == kinds.WELL]
    drawn: "dict[str, int]" = {}
    for name in _readers(table):
        part = rng.choice(good)
        world.be(name, part.traits)
        drawn[part.name] = drawn.get(part.name, 0) + 1
    knob = rng.choice(kinds.KNOBS).name + rng.choice(("", " bouncing"))
    strip = rng.choice(kinds.STRIPS)
    display = rng.choice(kinds.DISPLAYS)
    world.fit_knob(**kinds.knob(knob))
    _light(table, strip.traits)
    world.fit_display(display.traits)
    world.misses.rate = _MISSES
    table.make = _pieces(rng)
    table.start()
    found = ["%d readers: %s" % (drawn[name], name) for name in sorted(drawn)]
    return found + ["knob: " + knob, "strip: " + strip.name, "display: " + display.name,
                    "%d of %d questions begin a run of misses" % (_MISSES, THOUSAND)]


def stranger(rng: "Rng", number: int) -> "Tag | Card":
    """Return a tag, card or phone, of any kind that is no piece of a game."""
    found: "Tag | Card" = rng.choice(kinds.KINDS).build(number)
    return found


def fit_measured(table: "VirtualTable", facts: "Json") -> None:
    """Give the table the measured parts: `facts` as in docs/formats.md. Raises ValueError if they
    are of another board."""
    world = table.world
    if facts["profile"] != world.profile.NAME:
        raise ValueError("the parts are of the board %s" % facts["profile"])
    for reader in facts["readers"]:
        if reader["ack_us"]:
            traits = {"ack_us": reader["ack_us"][1], "think_us": reader["answer_us"][1]}
            world.be(reader["place"], traits)
        else:
            world.fault(reader["place"], "missing")
        if reader["asked"]:
            rate = reader["runs"] * THOUSAND // reader["asked"]
            world.misses.at(world.chip(reader["place"]), rate)
    if facts["knob"] in _KNOB_SIZES:
        world.fit_knob(size=facts["knob"])
        table.settings["knob"] = facts["knob"]
    if facts["lights"] != "auto":
        _light(table, facts["lights"])
    table.start()


def _light(table: "VirtualTable", order: str) -> None:
    """Connect a strip of that order, and tell the table so, as the doctor does."""
    table.world.fit_strip(order)
    if order != table.world.profile.ORDER:
        table.settings["lights"] = order


def _readers(table: "VirtualTable") -> list[str]:
    """Return the names of the places with readers, and "pad"."""
    profile = table.world.profile
    last = 9 * profile.BLOCKS
    names = table.world.names
    return [names[at] for at in range(len(names)) if profile.READERS[at] < last] + ["pad"]


def _pieces(rng: "Rng") -> "Callable[..., Any]":
    """Return a function that makes a piece on a tag of any suitable kind; some share one UID."""
    good = [kind for kind in kinds.KINDS if kind.tools == kinds.WRITTEN]
    made = []

    def make(uid: bytes, record: bytes) -> "Tag":
        made.append(uid)
        tag: "Tag" = rng.choice(good).build(len(made))
        at = 4 * tags.FIRST_PAGE
        tag.memory[at : at + len(record)] = record
        return tag

    return make
