"""Why the lights of a breadboard stay dark: somebody follows 5 V, ground and data with a
voltmeter, and the first place that lacks its voltage names the wire."""

from host_tools.core import Sentence, wires

if False:  # only mypy reads this: the names of types
    from types import ModuleType
    from typing import Any

    from host_tools.core import Work

# In the order of the way: (question, the wire if the answer is no). The data wire stands high.
SUPPLY = (
    (Sentence("Are there 4.5 V or more between the red and the blue rail on the right?"),
     Sentence("the red wire of the 5 V rail to VBUS, leg 40; or the black wire of the right "
              "ground rail to leg 38")),
    (Sentence("And between the strip's 5V and the blue rail on the right?"),
     Sentence("the strip's red wire to the 5 V rail")),
    (Sentence("And between 5V and GND of the strip?"),
     Sentence("the strip's black wire to the ground rail")),
    (Sentence("And between leg 14 of the shifter and the blue rail on the right?"),
     Sentence("the red wire of the shifter's leg 14 to the 5 V rail")),
    (Sentence("And between legs 14 and 7 of the shifter?"),
     Sentence("the black wire of the shifter's leg 7 to the ground rail")),
)
DATA = (
    (Sentence("And 4 V or more between leg 3 of the shifter and the blue rail?"),
     Sentence("the black wire of the shifter's leg 1 to the ground rail")),
    (Sentence("And between the strip's DIN and the blue rail?"),
     Sentence("the strip's green wire to leg 3 of the shifter")),
)
_FIRST = Sentence("Is the first light shining, at the end with the wires?")
_METER = Sentence("Have you a voltmeter at hand?")
AT_INPUT = Sentence("Are there 3 V or more between leg 2 of the shifter and the blue rail?")


def why(wiring: "ModuleType", parts: "Any") -> "Work":
    """Return why not all lights shine in the colour that was sent."""
    if (yield "ask", _FIRST):
        return Sentence("the first that is dark or wrong, or the joint before it")
    gp = wiring.PINS["pixels"]
    if not (yield "ask", _METER):
        return Sentence(
            "the strip's end marked DIN; its green wire to leg 3 of the shifter, or its red or "
            "black one; the shifter's green wire (leg 2) to GP%d, leg %d, its leg 14 to 5 V, its "
            "legs 1 and 7 to ground", gp, wires.leg(gp))
    at_input = AT_INPUT, Sentence("the shifter's green wire (leg 2) to GP%d, leg %d", gp,
                                   wires.leg(gp))
    yield from parts.hold_data()
    for question, wire in SUPPLY + (at_input,) + DATA:
        if not (yield "ask", question):
            return wire
    return Sentence("the strip: its wires belong to the end marked DIN, where its arrows begin; "
                    "or its first light is dead")
