"""Compares each board with its purpose: levels at rest, the loads of its supply rails, the cell of
each connector, the plug at the ribbon's end, and the holes and words of its layout."""

import re
from collections.abc import Iterator

from hardware import breadboard, chain_timing, pins, protection
from hardware.electronics import circuits, layouts
from hardware.pinout import Pin, Table
from hardware.source import Design, SourceError

_ECHO = 1 / 3   # most of a clock's edge that the ribbon's end may send back
Row = tuple[str, str, str, str, str]


def _circuits(design: Design) -> list[circuits.Circuit]:
    return [circuits.main_board(pins.table(design.pins)), circuits.block(design.boards),
            circuits.hall_block(design.boards), breadboard.circuit(design)]


def _idle(design: Design, board: str, table: Table) -> int:
    """Resistors hold each wire that may be undriven at its level."""
    count = 0
    for pattern, volts in design.pinout.data["idle"].get(board, {}).items():
        nets = [net for net in table.wire if re.fullmatch(pattern, net)]
        for net in nets or [pattern]:
            held = sorted(set(table.pulled(table.wire.get(net, net))))
            if held != volts:
                raise design.pinout.error(
                    f"idle.{board}", pattern, f"resistors of the {board} board hold {net} at "
                    f"{held or 'nothing'}, it has to rest at {volts} V",
                    f"Join {net} to that rail by a resistor")
            count += 1
    return count


def _bears(design: Design, board: str, table: Table) -> int:
    """Each supply rail feeds the intended parts, and no others."""
    rails = design.pinout.data["bears"][board]
    for rail, wanted in rails.items():
        found = {pin.part + ("" if pin.name in (str(pin.number), "~") else f" {pin.name}")
                 for pin in table.pins if pin.net == rail
                 and not re.fullmatch(r"r\d.*|c\d+n", pin.part)}
        for thing in sorted(found ^ set(wanted)):
            raise design.pinout.error(
                f"bears.{board}", None, f"{thing} " + ("hangs" if thing in found else "is not")
                + f" on {rail} of the {board} board", "Join each load to the rail behind its own "
                "fuse or switch, with its capacitor")
    return sum(map(len, rails.values()))


def _bits(table: Table) -> Iterator[tuple[Pin, int]]:
    """Give (pin, number of its bit in the chain) of the block's shift registers, by the path of
    the data through them."""
    ends = {"hc595": ("SER", "QH'"), "hc165": ("DS", "Q7")}
    chips: dict[str, dict[str, Pin]] = {}
    for pin in table.pins:
        if pin.part in ends:
            chips.setdefault(pin.component.ref, {})[pin.name] = pin
    wire: str | None = "CHAIN_DATA"
    for depth in range(len(chips)):
        for named in chips.values():
            data, onward = (named[name] for name in ends[next(iter(named.values())).part])
            if data.net == wire:
                for name, pin in named.items():
                    if re.fullmatch("Q[A-H]|D[0-7]", name):
                        last = name[-1]
                        yield pin, 8 * depth + (int(last) if last.isdigit() else ord(last) - 65)
                wire = onward.net
                break


def _cells(design: Design, circuit: circuits.Circuit, table: Table) -> int:
    """The header of cell k carries the select or the switch of cell k, in the firmware's count."""
    bit = design.boards.data["block"]["bit"]
    reads = circuit.name == "block"
    meant = {(f"J{11 + k}", "SS" if reads else "OUT"): (bit["select"] if reads else 0) + k
             for k in range(9)}
    if reads:
        meant |= {("U4", "EN"): bit["power"], ("U3", "OE4"): bit["bus_off"]}
    at: dict[str | None, int] = {pin.net: number for pin, number in _bits(table)}
    for pin in table.pins:
        number = meant.get((pin.component.ref, pin.name))
        if number is not None and at.get(pin.net) != number:
            raise SourceError(f"circuits.py:{pin.component.line}", f"{pin} lies on {pin.net}, bit "
                              f"{at.get(pin.net)} of the chain; the firmware has it as bit "
                              f"{number}", "Join it to its own bit")
    return len(meant)


def _plug(design: Design) -> Row:
    """The resistor of the loop plug terminates the clock's line, both bare and loaded by many
    blocks."""
    whole = circuits.table(pins.table(design.pins), design.boards, 1)
    end = whole.components["R199"]
    ohm = protection.ohms(design.parts).get(end.part, 0.0)
    if end.part not in design.bills.data["ribbon_end"]:
        raise design.bills.error("ribbon_end", None, f"the circuit's loop plug has {end.part}, "
                                 "the bill's has not", "Put the same resistor into both")
    lines = (chain_timing.wave(design), design.datasheets.data["line"]["ohm"][1])
    echo = max(abs(ohm - line) / (ohm + line) for line in lines)
    if echo > _ECHO:
        raise SourceError(f"circuits.py:{end.line}", f"{ohm:g} ohm in the loop plug send "
                          f"{echo:.0%} of the clock's edge back", f"Take one between "
                          f"{lines[0]:.0f} and {lines[1]:.0f} ohm, or a little more")
    return ("chain's clock: echo of the loop plug", f"{echo:.0%}", f"{_ECHO:.0%}",
            f"{_ECHO - echo:.0%}", "the ringing, with an oscilloscope")


def _layouts(design: Design) -> Row:
    """The printed posts stand under the board's holes; CELL k stands at the header of cell k."""
    need, count = design.mechanics.need, 0
    for key, size, side in (("hole_x", "width", 0), ("hole_y", "depth", 1)):
        board = need("board", size, (int, float))
        apart = layouts.SIZE[side] - 2 * layouts.HOLES
        if abs(board - layouts.SIZE[side]) > 0.01 or abs(
                need("board", key, (int, float)) - apart) > 0.01:
            raise design.mechanics.error(
                "board", key, f"the holes of the layouts are {apart:g} mm apart on "
                f"{layouts.SIZE[side]:g} mm, the posts that are printed "
                f"{design.mechanics.data['board'][key]:g}",
                "Give layouts.py and mechanics.toml the same holes")
    for name, plan in layouts.PLANS.items():
        for words, x, _, _ in plan["words"]:
            cell = re.fullmatch(r"CELL (\d)", words)
            if cell and abs(plan["place"][f"J{11 + int(cell[1])}"][0] - x) > 0.01:
                raise SourceError("layouts.py", f"{words} of the {name} board does not stand at "
                                  f"J{11 + int(cell[1])}", "Move the words to their header")
            count += bool(cell)
    return ("boards: holes over posts, cells' numbers at their headers", f"{4 + count}", "all",
            "-", "-")


def check(design: Design) -> list[tuple[str, ...]]:
    """Return rows for rules.py."""
    idle = borne = cells = 0
    for circuit in _circuits(design):
        table = Table(circuit, design.pinout, pins.table(design.pins))
        idle += _idle(design, circuit.name, table)
        borne += _bears(design, circuit.name, table)
        if circuit.name in ("block", "hall"):
            cells += _cells(design, circuit, table)
    return [("pins: wires that resistors hold while nothing drives them", f"{idle}", "all", "-",
             "-"),
            ("pins: loads on the rail behind their own fuse or switch", f"{borne}", "all", "-",
             "-"),
            ("pins: bits of the chain at their cells' connectors", f"{cells}", "all", "-",
             "a piece on each cell"),
            _plug(design), _layouts(design)]
