"""The circuits, as data: every component with a net for each of its pins.

Pins are addressed by number, never by name (a name such as QH' is easily taken for another).
Netlists, schematics, boards and bills of material are all made from what this module returns.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from hardware.source import Toml

    Net = str | None
    Pins = Mapping[int, Net] | Sequence[Net]
    PinTable = dict[str, dict[str, Any]]

NC = None  # a pin left open on purpose

# Ribbon between the boards, 2 x 8 ways. Every fast wire has ground or a wire that lies still on
# both sides (rules.py counts); the readers' and lights' supply never travels here.
RIBBON = {1: "PIXELS", 2: "GND", 3: "SCK", 4: "GND", 5: "MOSI", 6: "GND", 7: "MISO", 8: "GND",
          9: "CHAIN_CLOCK", 10: "GND", 11: "CHAIN_LATCH", 12: "+3V3", 13: "CHAIN_DATA",
          14: "CHAIN_OE_N", 15: "CHAIN_RETURN", 16: "HALL_LOAD_N"}
FAST = ("SCK", "MOSI", "MISO", "CHAIN_CLOCK", "CHAIN_LATCH", "CHAIN_DATA", "CHAIN_RETURN",
        "PIXELS")
# Eight pins of the usual PN532 module, in the order of its header.
READER = ("SCK", "MISO", "MOSI", "SS", "VCC", "GND", "IRQ", "RSTO")
LATCH_OUT = (15, 1, 2, 3, 4, 5, 6, 7)       # 74AHC595 QA to QH
LATCH_ON = 9                                # 74AHC595 QH', the serial output
INPUT_PINS = (11, 12, 13, 14, 3, 4, 5, 6)   # 74HC165 A to H
PICO_PIN = {**dict(zip(range(23), (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21,
                                   22, 24, 25, 26, 27, 29), strict=True)), 26: 31, 27: 32, 28: 34}
PICO_GROUND = (3, 8, 13, 18, 23, 28, 33, 38)
POWER_NETS = ("GND", "+3V3", "+5V")         # what a supply drives


@dataclass(frozen=True)
class Component:
    """`ref` on the board, `part` of parts.csv, `pins`: {number: net or NC}, `note` for people;
    `line`: its line in this file."""

    ref: str
    part: str
    pins: dict[int, Net]
    note: str = ""
    line: int = 0


class Circuit:
    """Components by reference; `nets` is {net: [(ref, pin), ...]}. `kind` is the name of the
    blocks of a whole table."""

    def __init__(self, name: str, title: str, kind: str = "") -> None:
        self.name, self.title, self.kind = name, title, kind or name
        self.components: dict[str, Component] = {}

    def add(self, ref: str, part: str, pins: Pins, note: str = "", line: int = 0) -> None:
        if ref in self.components:
            raise ValueError(f"{self.name}: {ref} is there twice")
        numbers: dict[int, Net]
        numbers = dict(enumerate(pins, 1)) if isinstance(pins, (list, tuple)) else dict(pins)  # type: ignore[arg-type]
        line = line or sys._getframe(1).f_lineno
        self.components[ref] = Component(ref, part, numbers, note, line)

    def nets(self) -> dict[str, list[tuple[str, str]]]:
        found: dict[str, list[tuple[str, str]]] = {}
        for component in self.components.values():
            for pin, net in component.pins.items():
                if net is not NC:
                    found.setdefault(net, []).append((component.ref, str(pin)))
        return found

    def parts(self) -> dict[str, int]:
        """Return {part: how many}."""
        count: dict[str, int] = {}
        for component in self.components.values():
            count[component.part] = count.get(component.part, 0) + 1
        return count


def way(net: str) -> int:
    """Return the ribbon's only way that carries `net`."""
    return next(n for n, name in RIBBON.items() if name == net)


def _ribbons(circuit: Circuit, last_data: str, last_pixels: str) -> None:
    circuit.add("J1", "ribbon_header", dict(RIBBON), "ribbon from the main board or block before")
    after = RIBBON | {way("CHAIN_DATA"): last_data, way("PIXELS"): last_pixels}
    circuit.add("J2", "ribbon_header", after, "ribbon to the next block; the last takes the plug")


def _schmitt(circuit: Circuit, ref: str, wires: dict[str, str]) -> None:
    """Lead three wires through two inverters with hysteresis each: `wires` is {wire: its name
    behind them}. Two wires of the ribbon get steep, clean edges for this board's own chips; the
    chain's data get the delay of their clock, so that the next board's chips take them
    (chain_timing.py)."""
    pins = {14: "+3V3", 7: "GND"}
    for (wire, clean), (a, b, c, d) in zip(
        wires.items(), ((1, 2, 3, 4), (5, 6, 9, 8), (11, 10, 13, 12)), strict=True
    ):
        pins |= {a: wire, b: f"{clean}_N", c: f"{clean}_N", d: clean}
    circuit.add(ref, "hc14", pins, "the ribbon's slow edges made steep")


def _inlet(circuit: Circuit, chip: str, triac: str, diode: str, resistors: tuple[str, str, str],
           quiet: str) -> None:
    """Guard +5V_FUSED behind its fuse: over 5.7 V, as from a 12 V brick, the triac makes a short
    circuit; a reversed supply flows through the diode. The fuse ends both."""
    high, low, gate = resistors
    circuit.add(diode, "diode_3a", ["+5V_FUSED", "GND"], "takes a supply the wrong way round")
    circuit.add(triac, "triac", ["+5V_FUSED", "GND", "GUARD_GATE"], "too high a supply: shorts it")
    circuit.add(chip, "tl431", ["GUARD_REF", "GND", "GUARD_GATE"], "2.5 V at its input fires")
    circuit.add(high, "r13k", ["+5V_FUSED", "GUARD_REF"])
    circuit.add(low, "r10k", ["GUARD_REF", "GND"])
    circuit.add(gate, "r330", ["+5V_FUSED", "GUARD_GATE"])
    circuit.add(quiet, "c10n", ["GUARD_REF", "GND"], "the readers' 13.56 MHz do not fire it")


def block(source: Toml) -> Circuit:
    """Return the reader block: nine readers, their selects, the bus gate and the switched supply.

    `source` is boards.toml (the numbers of a block's bits).
    """
    bit = source.data["block"]["bit"]
    out = {bit["select"] + k: f"CS{k}" for k in range(9)}
    out[bit["bus_off"]], out[bit["power"]] = "BUS_EN_N", "PWR_EN"
    names = [out.get(b, NC) for b in range(16)]
    c = Circuit("block", "Reader block of 3 x 3 cells")
    _ribbons(c, "CHAIN_NEXT", "PIXELS_NEXT")
    c.add("J3", "screw_terminal", ["+5V", "GND"], "5 V from the supply, 3 A")
    c.add("F1", "polyfuse_3a", ["+5V", "+5V_FUSED"])
    _inlet(c, "U6", "Q1", "D2", ("R14", "R15", "R13"), "C8")
    c.add("C1", "c1000u", ["+5V_FUSED", "GND"], "lights")
    _schmitt(c, "U5", {"CHAIN_CLOCK": "CLOCK", "CHAIN_LATCH": "LATCH",
                       "CHAIN_OUT": "CHAIN_LATE"})
    for chip, data, onward in ((0, "CHAIN_DATA", "CHAIN_MID"), (1, "CHAIN_MID", "CHAIN_OUT")):
        pins: dict[int, Net] = {14: data, 11: "CLOCK", 10: "+3V3", 12: "LATCH", 13: "CHAIN_OE_N",
                                16: "+3V3", 8: "GND", LATCH_ON: onward}
        pins |= {LATCH_OUT[i]: names[8 * chip + i] for i in range(8)}
        c.add(f"U{chip + 1}", "hc595", pins, f"bits {8 * chip} to {8 * chip + 7}")
    c.add("R10", "r33", ["CHAIN_LATE", "CHAIN_NEXT"])
    # Gates 1 and 2 drive SCK and MOSI while the block has power. Gate 3 lets its MISO onto the
    # bus. Gate 4 inverts BUS_EN_N: its output is pulled up, or ground while BUS_EN_N is high.
    c.add("U3", "ahc126", {1: "PWR_EN", 2: "SCK", 3: "SCK_GATE", 4: "PWR_EN", 5: "MOSI",
                           6: "MOSI_GATE", 10: "BUS_EN", 9: "MISO_CELLS", 8: "MISO_GATE",
                           13: "BUS_EN_N", 12: "GND", 11: "BUS_EN", 14: "+3V3", 7: "GND"})
    c.add("R1", "r33", ["SCK_GATE", "SCK_CELLS"])
    c.add("R2", "r33", ["MOSI_GATE", "MOSI_CELLS"])
    c.add("R3", "r33", ["MISO_GATE", "MISO"])
    c.add("R5", "r10k", ["+3V3", "BUS_EN"])
    c.add("R6", "r10k", ["+3V3", "BUS_EN_N"], "gate shut at power-up")
    c.add("R7", "r10k", ["PWR_EN", "GND"], "readers off at power-up")
    # CELLS_HIGH is 3.3 V while the readers have their 5 V, otherwise 0 V, so its pull-ups feed no
    # dead reader. The switch's fault output pulls it low. So MISO, with the gate open and no
    # reader selected, says whether the block's supply is well.
    c.add("U4", "tps2065", {5: "+5V_FUSED", 2: "GND", 1: "+5V_CELLS", 4: "PWR_EN",
                            3: "CELLS_HIGH"})
    c.add("R11", "r1k", ["+5V_CELLS", "CELLS_HIGH"])
    c.add("R12", "r2k", ["CELLS_HIGH", "GND"])
    c.add("RN1", "rn10k", ["CELLS_HIGH", *(f"CS{k}" for k in range(9))], "nothing selected")
    c.add("R4", "r10k", ["CELLS_HIGH", "MISO_CELLS"])
    c.add("C2", "c470u", ["+5V_CELLS", "GND"], "readers")
    for i, net in ((3, "+3V3"), (4, "+3V3"), (5, "+3V3"), (6, "+5V_FUSED"), (7, "+3V3")):
        c.add(f"C{i}", "c100n", [net, "GND"])
    c.add("R8", "r1k", ["+5V_CELLS", "POWER_LIGHT"])
    c.add("D1", "led_green", ["GND", "POWER_LIGHT"], "readers have power")
    c.add("R9", "r330", ["PIXELS", "PIXELS_IN"])
    c.add("J4", "terminal_4", ["+5V_FUSED", "PIXELS_IN", "PIXELS_NEXT", "GND"],
          "lights: 5 V, data in, data back from the last light, ground")
    for k in range(9):
        c.add(f"J{11 + k}", "pn532",
              ["SCK_CELLS", "MISO_CELLS", "MOSI_CELLS", f"CS{k}", "+5V_CELLS", "GND", NC, NC],
              f"reader of cell {k}")
    return c


def main_board(pins: PinTable) -> Circuit:
    """Return the main board. `pins` is the checked table of pins.toml."""
    c = Circuit("main", "Main board")
    c.add("J1", "screw_terminal", ["+5V", "GND"], "5 V from the supply")
    c.add("F1", "polyfuse_3a", ["+5V", "+5V_FUSED"])
    _inlet(c, "U3", "Q2", "D2", ("R19", "R20", "R18"), "C8")
    c.add("C1", "c1000u", ["+5V_FUSED", "GND"], "lights of a board without reader blocks")
    c.add("F2", "polyfuse_1a", ["+5V_FUSED", "+5V_LOGIC"])
    c.add("D1", "schottky", ["VSYS", "+5V_LOGIC"], "supply and USB may both be plugged in")
    c.add("C2", "c470u", ["+5V_LOGIC", "GND"])
    pico: dict[int, Net] = {pin: NC for pin in range(1, 41)}
    pico |= dict.fromkeys(PICO_GROUND, "GND") | {36: "+3V3", 39: "VSYS"}
    trunk = {"sck": "R1", "mosi": "R2", "chain_latch": "R14", "chain_data": "R15"}
    pico |= {PICO_PIN[pin["gp"]]: pin["net"] + ("_PICO" if name in (*trunk, "chain_clock") else "")
             for name, pin in pins.items()}
    c.add("U1", "pico", pico)
    for name, ref in trunk.items():
        c.add(ref, "r33", [f"{pins[name]['net']}_PICO", pins[name]["net"]])
    c.add("R4", "r10k", ["+3V3", "CHAIN_OE_N"], "latches do not drive until they are loaded")
    c.add("R5", "r10k", ["+3V3", "HALL_LOAD_N"])
    c.add("R6", "r10k", ["CHAIN_RETURN", "GND"], "no chain reads as zeros")
    # The pad's reader has a switch like those of a block, which cuts the 5 V of a hung reader.
    # PAD_HIGH is 3.3 V while the reader has 5 V, otherwise 0 V, like CELLS_HIGH of a block.
    c.add("U4", "tps2065", {5: "+5V_LOGIC", 2: "GND", 1: "+5V_PAD", 4: "PAD_POWER", 3: "PAD_HIGH"})
    c.add("R23", "r10k", ["+3V3", "PAD_POWER"], "on, unless the firmware takes its 5 V away")
    c.add("C6", "c100n", ["+5V_LOGIC", "GND"])
    c.add("R21", "r1k", ["+5V_PAD", "PAD_HIGH"])
    c.add("R22", "r2k", ["PAD_HIGH", "GND"])
    c.add("R7", "r10k", ["PAD_HIGH", "PAD_SELECT"])
    c.add("R8", "r10k", ["PAD_HIGH", "MISO"])
    c.add("R9", "r10k", ["+5V_FUSED", "SUPPLY_SENSE"])
    c.add("R10", "r10k", ["SUPPLY_SENSE", "GND"])
    c.add("C3", "c100n", ["SUPPLY_SENSE", "GND"])
    c.add("R16", "r2k", ["+3V3", "SDA"])
    c.add("R17", "r2k", ["+3V3", "SCL"])
    # One gate lifts the pixels' data to 5 V. The other three together drive the chain's clock: a
    # long ribbon loads it with 80 ohm, and each block must get its first step (chain_timing.py).
    c.add("U2", "ahct125", {1: "GND", 2: "PIXELS_3V3", 3: "PIXELS_5V", 14: "+5V_LOGIC", 7: "GND",
                            4: "GND", 5: "CHAIN_CLOCK_PICO", 6: "CHAIN_CLOCK_5V",
                            10: "GND", 9: "CHAIN_CLOCK_PICO", 8: "CHAIN_CLOCK_5V",
                            13: "GND", 12: "CHAIN_CLOCK_PICO", 11: "CHAIN_CLOCK_5V"})
    c.add("R3", "r33", ["CHAIN_CLOCK_5V", "CHAIN_CLOCK"])
    c.add("R24", "r10k", ["CHAIN_CLOCK", "GND"], "low while U2 has no 5 V")
    c.add("C4", "c100n", ["+5V_LOGIC", "GND"])
    c.add("C5", "c100n", ["+3V3", "GND"])
    c.add("R11", "r330", ["PIXELS_5V", "PIXELS"])
    c.add("J2", "ribbon_header", dict(RIBBON), "ribbon to the first block")
    c.add("J3", "header_1x4", ["GND", "+3V3", "SCL", "SDA"], "display")
    c.add("J4", "header_1x5", ["KNOB_A", "KNOB_B", "KNOB_PUSH", "+3V3", "GND"], "knob")
    c.add("J5", "header_1x2", ["TAKE_BACK", "GND"], "take-back button")
    c.add("J6", "pn532", ["SCK", "MISO", "MOSI", "PAD_SELECT", "+5V_PAD", "GND", NC, NC],
          "pad's reader")
    c.add("J7", "header_1x3", ["UART_TX", "UART_RX", "GND"], "spare serial port")
    c.add("J8", "terminal_4", ["+5V_FUSED", "PIXELS", NC, "GND"], "lights without blocks")
    c.add("J9", "screw_terminal", ["+5V_FUSED", "GND"], "5 V on to hall blocks or far lights")
    c.add("Q1", "npn", ["GND", "BUZZER_BASE", "BUZZER_LOW"])
    c.add("R12", "r1k", ["BUZZER", "BUZZER_BASE"])
    c.add("R13", "r1k", ["+5V_LOGIC", "BUZZER_LOW"], "a piezo keeps its charge otherwise")
    c.add("BZ1", "buzzer", ["+5V_LOGIC", "BUZZER_LOW"])
    return c


def hall_block(_source: Toml) -> Circuit:
    """Return the block of the cheap boards: nine hall switches on leads; a switch is low under a
    magnet."""
    c = Circuit("hall", "Hall block of 3 x 3 cells")
    _ribbons(c, "CHAIN_NEXT", "PIXELS_NEXT")
    c.add("J3", "screw_terminal", ["+5V", "GND"], "5 V from the main board's J9")
    _schmitt(c, "U3", {"CHAIN_CLOCK": "CLOCK", "HALL_LOAD_N": "LOAD_N",
                       "CHAIN_OUT": "CHAIN_LATE"})
    for chip, data, onward in ((0, "CHAIN_DATA", "CHAIN_MID"), (1, "CHAIN_MID", "CHAIN_OUT")):
        pins = {10: data, 2: "CLOCK", 1: "LOAD_N", 15: "GND", 16: "+3V3", 8: "GND",
                9: onward, 7: NC}
        bits = range(8 * chip, 8 * chip + 8)
        pins |= {INPUT_PINS[b % 8]: f"HALL{b}" if b < 9 else "+3V3" for b in bits}
        c.add(f"U{chip + 1}", "hc165", pins, f"bits {8 * chip} to {8 * chip + 7}")
    for i in (1, 2, 4):
        c.add(f"C{i}", "c100n", ["+3V3", "GND"])
    c.add("R2", "r33", ["CHAIN_LATE", "CHAIN_NEXT"])
    c.add("RN1", "rn10k", ["+3V3", *(f"HALL{k}" for k in range(9))])
    c.add("C3", "c470u", ["+5V", "GND"], "lights")
    c.add("R1", "r330", ["PIXELS", "PIXELS_IN"])
    c.add("J4", "terminal_4", ["+5V", "PIXELS_IN", "PIXELS_NEXT", "GND"],
          "lights: 5 V, data in, data back from the last light, ground")
    for k in range(9):
        c.add(f"J{11 + k}", "header_1x3", ["+5V", "GND", f"HALL{k}"], f"hall switch of cell {k}")
    return c


def table(pins: PinTable, source: Toml, blocks: int,
          kind: Callable[[Toml], Circuit] = block) -> Circuit:
    """Return the whole electronics of a board with `blocks` blocks of a kind, ribbons and loop
    plug made.

    Block n's components are numbered from n * 100, its own nets begin with Bn_.
    """
    one = kind(source)
    whole = Circuit(f"table{blocks}", f"Main board with {blocks} blocks", one.name)
    for part in main_board(pins).components.values():
        whole.add(part.ref, part.part, part.pins, part.note, part.line)
    whole.add("R%d" % (100 * blocks + 99), "r150", ["CHAIN_CLOCK", "GND"],
              "in the loop plug: ends the clock's line, which would ring")
    shared = set(RIBBON.values()) | {"+5V"}
    for n in range(1, blocks + 1):
        last = n == blocks
        names = {"CHAIN_DATA": "CHAIN_DATA" if n == 1 else f"B{n - 1}_CHAIN_NEXT",
                 "PIXELS": "PIXELS" if n == 1 else f"B{n - 1}_PIXELS_NEXT",
                 "CHAIN_NEXT": "CHAIN_RETURN" if last else f"B{n}_CHAIN_NEXT"}
        for part in one.components.values():
            letters = part.ref.rstrip("0123456789")
            pins_here = {}
            for pin, net in part.pins.items():
                own = net if net in shared else f"B{n}_{net}"
                pins_here[pin] = net if net is NC else names.get(net, own)
            whole.add(f"{letters}{n * 100 + int(part.ref[len(letters):])}", part.part, pins_here,
                      part.note, part.line)
    return whole
