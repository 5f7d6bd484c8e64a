"""Checks the Pico's pins: each has its function on the RP2040 (data sheet, section 1.4.3, table of
GPIO functions), and is used once."""

from typing import Any

from hardware.source import Toml

HEADER = (*range(23), 26, 27, 28)  # GP23, 24, 25 and 29 serve the Pico itself
_SPI = ("RX", "CS", "SCK", "TX")
_UART = ("TX", "RX", "CTS", "RTS")


def functions(gp: int) -> set[str]:
    """Return the functions that pin `gp` can have, by the names that pins.toml uses."""
    names = {"GPIO", "PIO", "PWM"}
    names.add("SPI%d %s" % (gp // 8 % 2, _SPI[gp % 4]))
    names.add("UART%d %s" % ((gp + 4) // 8 % 2, _UART[gp % 4]))
    names.add("I2C%d %s" % (gp // 2 % 2, ("SDA", "SCL")[gp % 2]))
    if 26 <= gp <= 29:
        names.add("ADC%d" % (gp - 26))
    return names


def table(source: Toml, facings: bool = False) -> dict[str, dict[str, Any]]:
    """Return {name: {"gp", "function", "net", "use"}} of pins.toml, checked; with `facings` those
    of a board with facing sensors, too.

    Raises SourceError for a pin that does not exist, lacks the function, or is used twice.
    """
    seen: dict[int, str] = {}
    nets: dict[str, str] = {}
    pins: dict[str, dict[str, Any]] = {}
    rows = source.data.get("pins", {}) | (source.data["facing_pins"] if facings else {})
    for name in rows:
        at = "%s.%s" % ("pins" if name in source.data["pins"] else "facing_pins", name)
        gp = source.need(at, "gp", int)
        function = source.need(at, "function", str)
        net = source.need(at, "net", str)
        if gp not in HEADER:
            raise source.error(at, "gp", "%s is on GP%d, which the Pico does not bring out"
                               % (name, gp),
                               "Take one of GP0 to GP22 or GP26 to GP28")
        if function not in functions(gp):
            able = [str(pin) for pin in HEADER if function in functions(pin) and pin not in seen]
            raise source.error(at, "gp", "GP%d cannot be %s" % (gp, function),
                               "%s can be on GP %s"
                               % (function, ", ".join(able) or "none that is free"))
        if gp in seen:
            free = [str(p) for p in HEADER if function in functions(p)
                    and p not in [q["gp"] for q in rows.values()]]
            raise source.error(at, "gp", "GP%d is %s already, so it cannot be %s"
                               % (gp, seen[gp], name),
                               "Free for %s: GP %s" % (function, ", ".join(free) or "none"))
        if net in nets:
            raise source.error(at, "net", "%s is the net of %s already" % (net, nets[net]),
                               "Give every pin a net of its own")
        seen[gp], nets[net] = name, name
        pins[name] = {"gp": gp, "function": function, "net": net,
                      "use": source.need(at, "use", str)}
    return pins
