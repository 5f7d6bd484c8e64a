"""The part of the doctor's walk that needs people: panel and lights."""

from host_tools.core import Sentence, dark_lights, wires
from host_tools.core.settings import DEFAULTS

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

    from games.types import Json
    from host_tools.core import Work

    Said = str | Sentence

CLICKS = 8  # of the knob, to find out its kind
# By the setting `knob`: quarters of a cycle a click, and in words.
CYCLES = {
    "full": (4, Sentence("a whole cycle a click")),
    "half": (2, Sentence("half a cycle a click")),
    "quarter": (1, Sentence("a quarter of a cycle a click")),
}
SAYS_WRONG = Sentence("wrong, says the person who looked")
# The tasks of people for each part of the panel, in the order of the walk.
HANDS = (
    ("knob_a", Sentence("  within 15 seconds, turn the knob ...")),
    ("knob_b", Sentence("  within 15 seconds, turn the knob again ...")),
    ("knob_push", Sentence("  within 15 seconds, push the knob ...")),
    ("take_back", Sentence("  within 15 seconds, press take back ...")),
)
HAND_S = 15


class PanelWalk:
    """Tests panel and lights of a board through its `parts`: the Probes of host_tools/probes.py,
    as generators. If nobody is there (`asks` is false), it skips tests that need a person.
    `chosen` are the board's settings; the generator `keep(name, value)` changes one of them, if
    possible."""

    def __init__(
        self, wiring: "ModuleType", parts: "Any", asks: bool = False,
        chosen: "Json | None" = None, keep: "Callable[..., Work] | None" = None,
    ):
        self._chosen: "dict[str, Any]" = dict(DEFAULTS)
        self._chosen.update(chosen or {})
        self._keep = keep
        self._wiring = wiring
        self._is_by_hand = wires.is_breadboard(wiring)
        self._parts = parts
        self._asks = asks
        self._is_display_dead = False
        self.lines: "list[Sentence]" = []  # of the report
        self.faults: "list[Sentence]" = []

    def _print(self, line: Sentence) -> "Work":
        self.lines.append(line)
        yield "say", line

    def _step(self, name: "Said", good: bool, found: "Said", cause: "Said" = "") -> "Work":
        """Report the state of a part; return whether it is well."""
        how = Sentence("ok") if good else Sentence("WRONG")
        yield from self._print(Sentence("%-10s %-5s %s", name, how, found))
        if not good:
            yield from self._print(Sentence("           likely: %s", cause))
            self.faults.append(Sentence("%s (%s)", name, found))
        return good

    def _ask(self, question: Sentence) -> "Work":
        return (yield "ask", question)

    def panel(self) -> "Work":
        """Test the display, the knob, the buttons and the buzzer."""
        parts = self._parts
        there = yield from parts.display(True)
        self._is_display_dead = not there
        display = Sentence("display")
        found = Sentence("answers") if there else Sentence("no answer")
        cause = Sentence("its four wires: SDA to GP4, SCL to GP5; or it is not at address 3c")
        if not there and self._is_by_hand:
            cause = yield from self._display_wires()
        if (yield from self._step(display, there, found, cause)):
            yield from self._confirm(display, Sentence("Are all dots of the display lit?"),
                                  Sentence("a display of another kind"))
        yield from parts.display(False)
        for name in ("knob_push", "take_back"):
            if (yield from parts.is_pressed(name)):
                yield from self._step(name, False, Sentence("is pressed all the time"),
                                      Sentence("a button soldered the wrong way round"))
        if not self._asks:
            return
        for name, please in HANDS:
            yield "say", please
            moved = yield from parts.moved(name, HAND_S)
            found = Sentence("moves") if moved else Sentence("does not move")
            cause = Sentence("its wire to GP%d", self._wiring.PINS[name])
            if not moved and self._is_by_hand:
                cause = yield from self._hand_wire(name, please)
            yield from self._step(name, moved, found, cause)
        yield from self._knob()
        if self._is_by_hand:
            return
        yield from parts.beep()
        yield from self._confirm(Sentence("buzzer"), Sentence("Did it beep?"),
                              Sentence("its polarity, or its wire"))

    def _display_wires(self) -> "Work":
        """Return why a display on a breadboard does not answer."""
        found = yield from self._parts.display_wires()
        if found:
            return Sentence("%s", wires.all_moved(self._wiring, wires.DISPLAY, found))
        return Sentence(
            "%s; or %s; or its orange wire (VCC) to 3.3 V, or its black one (GND): on some "
            "displays VCC comes first; or the orange wire of the 3.3 V rail to leg 36",
            *[wires.wire(self._wiring, name) for name in wires.DISPLAY])

    def _hand_wire(self, name: str, please: Sentence) -> "Work":
        """Return why a knob or button on a breadboard does nothing; it is to be moved once
        more."""
        yield "say", please
        others = {"knob_a": ["knob_b"], "knob_b": ["knob_a"]}.get(name, [])
        at = yield from self._parts.mover(others, HAND_S)
        if at >= 0:
            return wires.moved(self._wiring, name, at)
        wire = wires.wire(self._wiring, name)
        if self._is_display_dead:
            return Sentence("%s, or the black one of the same part to ground; or, as the display "
                            "is dead, too, the black wire of the left ground rail to leg 3", wire)
        return Sentence("%s, or the black one of the same part to ground", wire)

    def _knob(self) -> "Work":
        """Find out the kind of knob from a few clicks."""
        yield "say", Sentence("  within 15 seconds, turn the knob clockwise by %d clicks, one by "
                              "one, and let go ...", CLICKS)
        quarters = yield from self._parts.clicks(HAND_S)
        knob = Sentence("knob")
        if not quarters:
            yield from self._print(Sentence("knob       nobody turned it: its kind is not known"))
            return
        if quarters < 0:
            pins = self._wiring.PINS
            cause = Sentence("its wires to GP%d and GP%d are exchanged", pins["knob_a"],
                             pins["knob_b"])
            yield from self._step(knob, False, Sentence("turns the other way"), cause)
            return
        for kind, (size, words) in CYCLES.items():
            if abs(quarters - CLICKS * size) <= size:  # people miscount by one
                well = self._chosen["knob"] == "auto"
                yield from self._name_part("knob", knob, kind, words, well)
                return
        yield from self._step(
            knob, False, Sentence("%d quarters of a cycle in %d clicks", quarters, CLICKS),
            Sentence("a contact that fails, or other than %d clicks: walk once more", CLICKS),
        )

    def _name_part(
        self, setting: str, name: Sentence, kind: str, found: Sentence, is_well: bool
    ) -> "Work":
        """Name the kind of a part. If the board's settings name another, or if the table would
        have to find it out (`is_well`), offer to write it into the settings."""
        command = "leyboard settings set %s %s" % (setting, kind)
        question = Sentence("%s: %s. Write it into the settings?", name, found)
        if kind == self._chosen[setting]:
            yield from self._step(name, True, found)
        elif self._keep and self._asks and (yield from self._ask(question)):
            yield from self._keep(setting, kind)
            yield from self._step(name, True,
                                  Sentence("%s; from now on the settings say so", found))
        elif is_well:
            yield from self._step(name, True,
                                  Sentence("%s; it counts at once after: %s", found, command))
        else:
            yield from self._step(name, False, found, command)

    def check_lights(self) -> "Work":
        """Ask which colours people see, if somebody is there."""
        if not self._asks:
            return
        lights = Sentence("lights")
        order = self._chosen["lights"]
        if order == "auto":
            order = self._wiring.ORDER
        other = "GRBW" if len(order) == 3 else "GRB"
        found = yield from self._order(order)
        if found == order:
            for colour in "RGB":
                yield from self._step(lights, True, self._question(colour))
            return
        found = found or (yield from self._order(other))
        if found is None:
            cause = Sentence("the first that is dark or wrong, or the data wire before it")
            if self._is_by_hand:
                cause = yield from dark_lights.why(self._wiring, self._parts)
            yield from self._step(lights, False, SAYS_WRONG, cause)
            return
        have = Sentence("they have four colours, in the order %s" if "W" in found
                        else "their order is %s", found)
        yield from self._name_part("lights", lights, found, have, False)

    def _order(self, order: str) -> "Work":
        """Light the pixels as if they had this order of colours, and ask which colours people see.
        Return the real order, None if they do not shine in one colour each time."""
        seen: "dict[int, str]" = {}
        for sent in "RGB":
            red, green, blue = [24 * (sent == colour) for colour in "RGB"]
            yield from self._parts.lights(red, green, blue, -1, order)
            shown = None
            for colour in sent + "RGB".replace(sent, ""):
                if (yield from self._ask(self._question(colour))):
                    shown = colour
                    break
            if shown is None and ("W" not in order or "W" in seen.values()):
                return None
            if shown in seen.values():
                return None
            seen[order.index(sent)] = shown or "W"
        if "W" in order:  # by the byte that was not tried
            seen[order.index("W")] = [one for one in "WRGB" if one not in seen.values()][0]
        return "".join([seen[at] for at in range(len(order))])

    def _question(self, colour: str) -> Sentence:
        count = self._wiring.PIXELS
        return {
            "R": Sentence("Are all %d lights red?", count),
            "G": Sentence("Are all %d lights green?", count),
            "B": Sentence("Are all %d lights blue?", count),
        }[colour]

    def _confirm(self, name: Sentence, question: Sentence, cause: Sentence) -> "Work":
        """Ask a question that only a person can answer, if somebody is there."""
        if self._asks:
            good = yield from self._ask(question)
            yield from self._step(name, good, question if good else SAYS_WRONG, cause)
