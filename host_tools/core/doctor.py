"""A running table's report of its parts, and its meaning."""

from host_tools.core import CommandError, Sentence, wires
from table import settings

if False:  # only mypy reads this: the names of types
    from typing import Any

    from host_tools.core import Work

_LOOKS = 40  # until all readers have been asked
CURE = {
    "silent": Sentence(
        "no answer: check its plug and its mode switches (SPI), then swap it with a good one"
    ),
    "broken": Sentence(
        "the ribbon does not return what goes in: check its plugs and the loop plug"
    ),
    "starting": Sentence("not asked yet: wait a second and try again"),
    "not calibrated": Sentence(
        "the knob asks how tiles are turned, until the sensors are calibrated on an empty board"
    ),
}
TRIED = (
    Sentence("Asked: the 5 V, and whether each line above answers."),
    Sentence("Not tried: tags at their places, selects, speed of the bus, lights, display, knob, "
             "buttons, buzzer; leyboard doctor --walk tries these, and stops the table "
             "meanwhile."),
)


def examine() -> "Work":
    """Return (facts of the table, [(reader, reads, errors, state, cure)], whether it has 5 V)."""
    hello = yield "link", {"do": "hello"}
    rows: "list[Any]" = []
    for _ in range(_LOOKS):
        rows = (yield "link", {"do": "readers"})["readers"]
        if "starting" not in [row[4] for row in rows]:
            break
    has_supply = (yield "link", {"do": "health"})["supply"]
    supply = Sentence("there") if has_supply else Sentence("missing")
    said = Sentence("firmware %s on %s; 5 V: %s", hello["firmware"], hello["profile"], supply)
    cures = dict(CURE)
    if _is_by_hand(hello["profile"]):
        cures["silent"] = Sentence("no answer: leyboard doctor --walk finds the wire")
    found = [(name, reads, errors, state, cures.get(state, ""))
             for name, _, reads, errors, state in rows]
    return said, found, has_supply


def calibrate() -> "Work":
    """Return [(place, mT in the east, mT in the north, state, cure)] of the sensors that feel how
    tiles are turned, after keeping their levels at rest."""
    rows = (yield "link", {"do": "calibrate"})["levels"]
    cure = Sentence("its lead, or another kind of sensor: until then the knob asks at this cell")
    return [tuple(row) + (cure if row[3] == "broken" else "",) for row in rows]


def _is_by_hand(profile: str) -> bool:
    """Is this the profile of a breadboard?"""
    try:
        return wires.is_breadboard(settings.profile(profile))
    except settings.SettingsError:
        return False  # a board that is not known here


def judge(rows: "list[Any]", has_supply: bool) -> None:
    """Raise CommandError if something is not well."""
    if not has_supply:
        raise CommandError("the 5 V are missing: plug in the supply; if it is, leyboard doctor "
                           "--walk finds out why")
    wrong = [row[0] for row in rows if row[3] not in ("ok", "starting")]
    if wrong:
        raise CommandError("%d of %d readers are not well: %s. leyboard doctor --walk finds more",
                           len(wrong), len(rows), wrong)
