"""The supply paths of the boards, and the limits for their resistance and heating.

electronics/trace_resistance.py computes each path from the board's copper, at one ampere; this
compares it with the currents of play and of a fuse that is about to trip. Heating is that of a
straight track with the current density of the path's densest spot (IPC-2221, outer layer).
"""

import json
from typing import Any

from hardware import boards, power
from hardware.source import ROOT, Design

FILE = ROOT / "hardware" / "electronics" / "out" / "copper.json"
CELLS = [(f"J{11 + k}", "5") for k in range(9)]
RETURNS = [(f"J{11 + k}", "6") for k in range(9)]
# {board: {name: (net, pad where the current enters, pads where it leaves)}}
PATHS = {
    "block": {
        "5 V to the fuse": ("+5V", ("J3", "1"), [("F1", "1")]),
        "fuse to the lights": ("+5V_FUSED", ("F1", "2"), [("J4", "1")]),
        "fuse to the readers' switch": ("+5V_FUSED", ("F1", "2"), [("U4", "5")]),
        "fuse to the guard": ("+5V_FUSED", ("F1", "2"), [("Q1", "1")]),
        "switch to the readers": ("+5V_CELLS", ("U4", "1"), CELLS),
        "return of the readers": ("GND", ("J3", "2"), RETURNS),
        "return of the lights": ("GND", ("J3", "2"), [("J4", "4")]),
        "return of the guard": ("GND", ("J3", "2"), [("Q1", "2")]),
    },
    "main": {
        "5 V to the fuse": ("+5V", ("J1", "1"), [("F1", "1")]),
        "fuse to the lights": ("+5V_FUSED", ("F1", "2"), [("J8", "1")]),
        "fuse to 5 V out": ("+5V_FUSED", ("F1", "2"), [("J9", "1")]),
        "fuse to the guard": ("+5V_FUSED", ("F1", "2"), [("Q2", "1")]),
        "return of the lights": ("GND", ("J1", "2"), [("J8", "4")]),
        "return of 5 V out": ("GND", ("J1", "2"), [("J9", "2")]),
        "return of the guard": ("GND", ("J1", "2"), [("Q2", "2")]),
    },
    "hall": {
        "5 V to the lights": ("+5V", ("J3", "1"), [("J4", "1")]),
        "5 V to the switches": ("+5V", ("J3", "1"), [(f"J{11 + k}", "1") for k in range(9)]),
        "return of the lights": ("GND", ("J3", "2"), [("J4", "4")]),
    },
}
# Paths that carry the current of the readers or the switches; all others that of the fuse.
_READERS = ("switch to the readers", "fuse to the readers' switch", "return of the readers")
_SWITCHES = ("5 V to the switches",)
_MIL2 = 35 / 25.4 / 1000 * 1000 * 1000 / 25.4  # square mil of a mm of 35 um copper


def rise(amps: float, dense: float) -> float:
    """Return the heating in degrees by `amps` through copper that carries `dense` A a mm for one
    ampere."""
    return float((amps / (0.048 * (_MIL2 / dense) ** 0.725)) ** (1 / 0.44))


def check(design: Design) -> list[tuple[str, ...]]:
    """Return rows for rules.py. Raises SourceError for a path with too little copper."""
    paths = json.loads(FILE.read_text())
    missing = {f"{b}: {n}" for b, named in PATHS.items() for n in named} ^ set(paths)
    p = design.power
    if missing:
        raise p.error("rule", "path_mv", f"{sorted(missing)[0]} is not measured in "
                      f"{FILE.name}, or no longer there", "Run make hardware")
    account = power.Power(p)
    play = max(account.budget(b).fuse_play for b in boards.boards(design.boards).values())
    trip = p.need("fuses.block", "trip", int)
    reading = 8 * account.load("reader_idle") + account.load("reader_field")
    worst: dict[str, Any] = {}
    for name, (mohm, dense) in paths.items():
        now, fault = (
            (reading, account.load("block_switch")) if name.split(": ")[1] in _READERS else
            (account.load("hall_block"),) * 2 if name.split(": ")[1] in _SWITCHES else
            (play, trip))
        for key, value, unit in (
                ("path_mv", mohm * now / 1000, "mV lost at the current of play"),
                ("cool_rise", rise(now / 1000, dense), "degrees at the current of play"),
                ("trip_rise", rise(fault / 1000, dense), "degrees before the fuse trips")):
            limit = p.need("rule", key, (int, float))
            if value > limit:
                raise p.error("rule", key, f"copper of {name}: {value:.1f} {unit}, at most "
                              f"{limit} allowed", "Give its net more planes in layouts.py")
            worst[key] = max(worst.get(key, (0,)), (value, limit, name, unit))
    return [(f"copper, worst of {len(paths)} paths on three boards: {name}", f"{value:.1f} {unit}",
             f"{limit}", f"{limit - value:.1f}", "the plating of your maker")
            for value, limit, name, unit in worst.values()]
