"""Compares each board with its purpose: levels at rest, the loads of its supply rails, the cell of
each connector, the plug at the ribbon's end, and the holes and words of its layout."""

import re
from collections.abc import Iterator

from hardware import breadboard, chain_timing, pins, protection
from hardware.electronics import circuits, facings, layouts
from hardware.pinout import Pin, Table
from hardware.source import Design, SourceError

_ECHO = 1 / 3   # most of a clock's edge that the ribbon's end may send back
Row = tuple[str, str, str, str, str]


def _circuits(design: Design) -> list[circuits.Circuit]:
    return [circuits.main_board(pins.table(design.pins)), circuits.block(design.boards),
            circuits.hall_block(design.boards), facings.sensors(),
            breadboard.circuit(design)]


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


def _ways(design: Design, circuit: circuits.Circuit, table: Table) -> int:
    """Of facing sensors: the block leaves their latches free, both switches take the address bit
    by bit, and way k + 1 of each leads to the sensor of cell k on its side."""
    wrong = facings.wrong_end(design.boards)
    if wrong in facings.BITS:
        raise design.boards.error("block.bit", "facing", "the block's circuit board uses these "
                                  "latches itself", "Choose five that it leaves open")
    if wrong:
        raise SourceError("facings.py", f"the block's circuit board has no {wrong} where its wire "
                          "is soldered", "Correct ENDS")
    meant: dict[tuple[str, str], str | None] = {}
    for ref, side in (("U1", "EAST"), ("U2", "NORTH")):
        meant |= {(ref, f"S{n}"): net for n, net in enumerate(facings.BITS[:4])}
        meant |= {(ref, f"I{k + 1}"): f"{side}{k}" for k in range(9)}
        meant |= {(f"H{side[0]}{k}", leg): net for k in range(9) for leg, net in
                  (("VCC", "+3V3_SENSORS"), ("GND", "SENSORS_GND"), ("OUT", f"{side}{k}"))}
        meant |= {(ref, f"I{n}"): circuits.NC for n in (0, *range(10, 16))}
        meant[ref, "COM"] = f"FACING_{side}"
    for pin in table.pins:
        wanted = meant.get((pin.component.ref, pin.name), pin.net)
        if wanted != pin.net:
            raise SourceError(f"facings.py:{pin.component.line}", f"{pin} lies on {pin.net}; the "
                              f"firmware expects {wanted or 'nothing'} there",
                              "Join each way to the sensor of its cell")
    return len(meant)


def _sensors_supply(design: Design, circuit: circuits.Circuit) -> Row:
    """The regulator, its capacitor and the transistor bear all sensors of a block at once."""
    known = design.datasheets.data["figures"]
    sensor, regulator, switch = (known[design.parts[part]["mpn"]]
                                 for part in ("linear_hall", "ldo33", "npn_strong"))
    needs = circuit.parts()["linear_hall"] * sensor["ma"]
    base = next(part for part in circuit.components.values()
                if "FACING_BASE" in part.pins.values() and part.part[0] == "r")
    rail: float = design.pinout.data["rails"]["+3V3"]
    drives = (rail - 0.7) / protection.ohms(design.parts)[base.part] * 1000 * switch["gain"] / 2
    most = min(regulator["ma"], switch["ma"], drives)
    if needs > most:
        raise SourceError(f"facings.py:{base.line}", f"the sensors of a block draw {needs} mA, "
                          f"their regulator and transistor bear {most:.0f}",
                          "Take stronger ones, or a smaller resistor at the base")
    micro = sum(float(part.part[1:-1]) for part in circuit.components.values()
                if set(part.pins.values()) == {"+3V3_SENSORS", "GND"} and part.part[0] == "c"
                and part.part.endswith("u"))
    if micro < regulator["out_uf"]:
        raise SourceError("facings.py", f"{micro:g} uF at the output of the sensors' regulator, "
                          f"which wants {regulator['out_uf']}", "Add a capacitor")
    return ("facing sensors: current of a block's 18 while they are measured", f"{needs} mA",
            f"{most:.0f} mA", f"{most - needs:.0f} mA", "what yours draw at 3.3 V")


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
        if circuit.name == "facing":
            cells += _ways(design, circuit, table)
            supply = _sensors_supply(design, circuit)
    return [("pins: wires that resistors hold while nothing drives them", f"{idle}", "all", "-",
             "-"),
            ("pins: loads on the rail behind their own fuse or switch", f"{borne}", "all", "-",
             "-"),
            ("pins: bits of the chain at their cells' connectors", f"{cells}", "all", "-",
             "a piece on each cell"),
            supply, _plug(design), _layouts(design)]
