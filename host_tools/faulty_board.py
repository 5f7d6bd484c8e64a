"""A virtual board with faults, for the doctor's walk."""

from types import ModuleType
from typing import Any

from host_tools.core.wires import WIRES
from host_tools.errors import CommandError
from host_tools.probes import Probes
from sim.virtual.world import World

FAULTS = ("no-supply", "ribbon", "missing:PLACE", "silent:PLACE", "garbled:PLACE", "slow:PLACE",
          "tripped:BLOCK", "swapped:PLACE:PLACE", "wire:NAME:GP", "wire:NAME:none")


def simulated(wiring: ModuleType, faults: list[str] | tuple[Any, ...]) -> Probes:
    """Return the Probes of a virtual board with faults; `lay(place)` lays a tag there."""
    world = World(wiring)
    world.clock.advance(1000000)
    clock = world.clock
    parts = Probes(world.machine, wiring, clock.advance, lambda pin, data: None, clock)
    tag = world.make(b"\x04\x11\x22\x33\x44\x55\x80")

    def lay(name: str | None) -> bool:
        world.lift(tag)
        if name:
            world.put(tag, name)
        return True

    parts.lay = lay  # type: ignore[attr-defined]  # only virtual ones have it
    for fault in faults:
        kind, _, where = fault.partition(":")
        try:
            _put(world, parts, kind, where)
        except (ValueError, IndexError):
            raise CommandError("%s can have no fault %s; there are: %s; a PLACE is such as a1 or "
                               "pad, a BLOCK is counted from 1, a NAME is of a pin in "
                               "the profile, such as miso", world.profile.NAME, fault,
                               ", ".join(FAULTS)) from None
    return parts


def _put(world: World, parts: Probes, kind: str, where: str) -> None:
    if kind == "no-supply":
        world.supply(False)
    elif kind == "ribbon":
        device = world.machine.spi_devices[world.profile.PINS["chain_clock"]]
        exchange = device.exchange
        device.exchange = lambda data: exchange(data) and bytes(len(data))
    elif kind in ("missing", "silent", "garbled"):
        world.chip(where).fault = kind
    elif kind == "slow":
        world.chip(where).spoil = lambda frame: (
            frame if parts.hertz < 1_000_000 else bytes(len(frame))
        )
    elif kind == "tripped":
        first = 9 * (int(where) - 1)
        if first < 0:
            raise ValueError(where)
        for reader in range(first, first + 9):
            world.reader(reader).fault = "missing"
    elif kind == "swapped":
        one, other = where.split(":")
        world.swap(one, other)
    elif kind == "wire":
        name, gp = where.split(":")
        if name not in WIRES or not (gp == "none" or 0 <= int(gp) <= 28):
            raise ValueError(where)
        world.rewire({name: None if gp == "none" else int(gp)})
    else:
        raise ValueError(kind)
