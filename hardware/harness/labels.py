"""Compares the drawings of the harness with the parts that they join: the labels of modules and
plugs, and both ends of each wire."""

import re
from collections.abc import Iterator
from typing import Any

from hardware import boards, pins
from hardware.electronics import circuits
from hardware.harness import plans
from hardware.source import Design, SourceError

_MODULES = {"PN532": "pn532", "display": "display", "knob": "knob", "take-back button": "button",
            "reader of the pad": "pn532"}
_PLUS = re.compile(r"(\+5V|\+3V3|5V|VCC|\+)(_\w+)?( |$)")


def numbers(ways: Any) -> list[int]:
    """Return the ways of a plan, which may say "1-6"."""
    if isinstance(ways, str):
        first, last = map(int, ways.split("-"))
        return list(range(first, last + 1))
    return list(ways)


def _kind(label: str) -> str:
    """Return "plus", "ground" or "signal"."""
    return "ground" if label.startswith("GND") else "plus" if _PLUS.match(label) else "signal"


def _labels(connector: dict[str, Any], ways: Any) -> Iterator[str]:
    """Give the labels of some ways of a connector."""
    return (str(connector["pinlabels"][way - 1]) for way in numbers(ways))


def _error(name: str, what: str) -> SourceError:
    return SourceError("harness/plans.py", f"drawing {name}: {what}", "Mend the plan")


def check(design: Design) -> list[tuple[str, ...]]:
    """Return a row for rules.py."""
    count = 0
    for name, plan in plans.every(design, boards, circuits, pins).items():
        for what, connector in plan["connectors"].items():
            part = _MODULES.get(what, "")
            said = [str(label).split()[0] for label in connector["pinlabels"]]
            known = [text.rsplit(" ", 1)[0] for number, text in
                     design.pinout.data.get(part, {}).items() if number.isdigit()]
            if part and said != known:
                raise _error(name, f"{what} has the pins {', '.join(said)}, pinout.toml "
                             f"{', '.join(known)}")
        for joins in plan["connections"]:
            (one, ways), *_, (other, others) = [item for join in joins for item in join.items()]
            # A button has no plus and no ground: it does not matter which way round it is.
            pairs = zip(_labels(plan["connectors"][one], ways),
                        _labels(plan["connectors"][other], others), strict=True)
            for here, there in pairs:
                if other != "take-back button" and _kind(here) != _kind(there):
                    raise _error(name, f"a wire joins {here} of {one} to {there} of {other}")
                count += 1
        for ref in ("J1", "J2") if name == "ribbon" else ():
            said = [str(label).split()[0] for label in plan["connectors"][ref]["pinlabels"]]
            if said != list(circuits.RIBBON.values()):
                raise _error(name, f"{ref} has the ways {', '.join(said)}")
    return [("harness: wires drawn from plus to plus, ground to ground, signal to signal",
             f"{count}", "all", "-", "-")]
