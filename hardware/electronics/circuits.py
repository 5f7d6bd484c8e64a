"""The circuits, as data: every component with a net for each of its pins.

Pins are addressed by number, never by name (a name such as QH' is easily taken for another).
Netlists, schematics, boards and bills of material are all made from what this module returns.
"""

from dataclasses import dataclass

NC = None  # a pin left open on purpose

# Ribbon between the boards, 2 x 8 ways. Fast wires have ground beside them; the readers' and
# lights' supply never travels here.
RIBBON = {1: "GND", 2: "+3V3", 3: "SCK", 4: "GND", 5: "MOSI", 6: "GND", 7: "MISO", 8: "GND",
          9: "CHAIN_CLOCK", 10: "GND", 11: "CHAIN_DATA", 12: "CHAIN_LATCH", 13: "CHAIN_RETURN",
          14: "CHAIN_OE_N", 15: "PIXELS", 16: "HALL_LOAD_N"}
PASSED = ("CHAIN_DATA", "PIXELS")  # these two go through each block; all others by it
# Eight pins of the usual PN532 module, in the order of its header.
READER = ("SCK", "MISO", "MOSI", "SS", "VCC", "GND", "IRQ", "RSTO")
LATCH_OUT = (15, 1, 2, 3, 4, 5, 6, 7)       # 74HC595 QA to QH
LATCH_ON = 9                                # 74HC595 QH', the serial output
INPUT_PINS = (11, 12, 13, 14, 3, 4, 5, 6)   # 74HC165 A to H
PICO_PIN = {**dict(zip(range(23), (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21,
                                   22, 24, 25, 26, 27, 29), strict=True)), 26: 31, 27: 32, 28: 34}
PICO_GROUND = (3, 8, 13, 18, 23, 28, 33, 38)
POWER_NETS = ("GND", "+3V3", "+5V")         # what a supply drives


@dataclass(frozen=True)
class Component:
    """`ref` on the board, `part` of parts.csv, `pins`: {number: net or NC}, `note` for people."""

    ref: str
    part: str
    pins: dict
    note: str = ""


class Circuit:
    """Components by reference; `nets` gives {net: [(ref, pin), ...]}."""

    def __init__(self, name, title):
        self.name, self.title = name, title
        self.components = {}

    def add(self, ref, part, pins, note=""):
        if ref in self.components:
            raise ValueError(f"{self.name}: {ref} is there twice")
        numbers = dict(enumerate(pins, 1)) if isinstance(pins, (list, tuple)) else dict(pins)
        self.components[ref] = Component(ref, part, numbers, note)

    def nets(self):
        found = {}
        for component in self.components.values():
            for pin, net in component.pins.items():
                if net is not NC:
                    found.setdefault(net, []).append((component.ref, str(pin)))
        return found

    def parts(self):
        """{part: how many}."""
        count = {}
        for component in self.components.values():
            count[component.part] = count.get(component.part, 0) + 1
        return count


def _ribbons(circuit, last_data, last_pixels):
    circuit.add("J1", "ribbon_header", dict(RIBBON), "ribbon from the main board or block before")
    after = {n: net for n, net in RIBBON.items()}
    after[11], after[15] = last_data, last_pixels
    circuit.add("J2", "ribbon_header", after, "ribbon to the next block; the last takes the plug")


def block(source):
    """The reader block: nine readers, their selects, the bus gate and the switched supply.

    `source` is boards.toml (the numbers of a block's bits).
    """
    bit = source.data["block"]["bit"]
    out = {bit["select"] + k: f"CS{k}" for k in range(9)}
    out[bit["bus_off"]], out[bit["power"]] = "BUS_EN_N", "PWR_EN"
    names = [out.get(b, f"SPARE{b}") for b in range(16)]
    c = Circuit("block", "Reader block of 3 x 3 cells")
    _ribbons(c, "CHAIN_NEXT", "PIXELS_NEXT")
    c.add("J3", "screw_terminal", ["+5V", "GND"], "5 V from the supply, 3 A")
    c.add("F1", "polyfuse_3a", ["+5V", "+5V_FUSED"])
    c.add("C1", "c1000u", ["+5V_FUSED", "GND"], "lights")
    for chip, data, onward in ((0, "CHAIN_DATA", "CHAIN_MID"), (1, "CHAIN_MID", "CHAIN_NEXT")):
        pins = {14: data, 11: "CHAIN_CLOCK", 10: "+3V3", 12: "CHAIN_LATCH", 13: "CHAIN_OE_N",
                16: "+3V3", 8: "GND", LATCH_ON: onward}
        pins |= {LATCH_OUT[i]: names[8 * chip + i] for i in range(8)}
        c.add(f"U{chip + 1}", "hc595", pins, f"bits {8 * chip} to {8 * chip + 7}")
    # Gates 1 and 2 drive SCK and MOSI while the block has power. Gate 3 lets its MISO onto the
    # bus. Gate 4 turns BUS_EN_N round: its output is pulled up, or ground while BUS_EN_N is high.
    c.add("U3", "ahc126", {1: "PWR_EN", 2: "SCK", 3: "SCK_GATE", 4: "PWR_EN", 5: "MOSI",
                           6: "MOSI_GATE", 10: "BUS_EN", 9: "MISO_CELLS", 8: "MISO_GATE",
                           13: "BUS_EN_N", 12: "GND", 11: "BUS_EN", 14: "+3V3", 7: "GND"})
    c.add("R1", "r33", ["SCK_GATE", "SCK_CELLS"])
    c.add("R2", "r33", ["MOSI_GATE", "MOSI_CELLS"])
    c.add("R3", "r33", ["MISO_GATE", "MISO"])
    c.add("R4", "r100k", ["+3V3", "MISO_CELLS"])
    c.add("R5", "r10k", ["+3V3", "BUS_EN"])
    c.add("R6", "r100k", ["+3V3", "BUS_EN_N"], "gate shut at power-up")
    c.add("R7", "r100k", ["PWR_EN", "GND"], "readers off at power-up")
    c.add("RN1", "rn100k", ["+3V3", *(f"CS{k}" for k in range(9))], "nothing selected")
    c.add("U4", "tps2065", {5: "+5V_FUSED", 2: "GND", 1: "+5V_CELLS", 4: "PWR_EN", 3: NC})
    c.add("C2", "c470u", ["+5V_CELLS", "GND"], "readers")
    for i, net in enumerate(("+3V3", "+3V3", "+3V3", "+5V_FUSED"), 3):
        c.add(f"C{i}", "c100n", [net, "GND"])
    c.add("R8", "r1k", ["+5V_CELLS", "POWER_LIGHT"])
    c.add("D1", "led_green", ["GND", "POWER_LIGHT"], "readers have power")
    c.add("R9", "r330", ["PIXELS", "PIXELS_IN"])
    c.add("J4", "lights_plug", ["+5V_FUSED", "PIXELS_IN", "PIXELS_NEXT", "GND"],
          "lights: 5 V, data in, data back from the last light, ground")
    c.add("J5", "header_1x6", [*(f"SPARE{b}" for b in range(11, 16)), "GND"], "spare bits")
    for k in range(9):
        c.add(f"J{11 + k}", "pn532",
              ["SCK_CELLS", "MISO_CELLS", "MOSI_CELLS", f"CS{k}", "+5V_CELLS", "GND", NC, NC],
              f"reader of cell {k}")
    return c


def main_board(pins):
    """The main board. `pins` is the checked table of pins.toml."""
    c = Circuit("main", "Main board")
    c.add("J1", "screw_terminal", ["+5V", "GND"], "5 V from the supply")
    c.add("F1", "polyfuse_500ma", ["+5V", "+5V_FUSED"])
    c.add("F2", "polyfuse_3a", ["+5V", "+5V_LIGHTS"], "lights of a board without reader blocks")
    c.add("D1", "schottky", ["VSYS", "+5V_FUSED"], "supply and USB may both be plugged in")
    c.add("C1", "c1000u", ["+5V_LIGHTS", "GND"])
    c.add("C2", "c470u", ["+5V_FUSED", "GND"])
    pico = {pin: NC for pin in range(1, 41)}
    pico |= dict.fromkeys(PICO_GROUND, "GND") | {36: "+3V3", 39: "VSYS"}
    trunk = {"sck": "SCK_PICO", "mosi": "MOSI_PICO", "chain_clock": "CHAIN_CLOCK_PICO"}
    pico |= {PICO_PIN[pin["gp"]]: trunk.get(name, pin["net"]) for name, pin in pins.items()}
    c.add("U1", "pico", pico)
    c.add("R1", "r33", ["SCK_PICO", "SCK"])
    c.add("R2", "r33", ["MOSI_PICO", "MOSI"])
    c.add("R3", "r33", ["CHAIN_CLOCK_PICO", "CHAIN_CLOCK"])
    c.add("R4", "r10k", ["+3V3", "CHAIN_OE_N"], "latches do not drive until they are loaded")
    c.add("R5", "r10k", ["+3V3", "HALL_LOAD_N"])
    c.add("R6", "r100k", ["CHAIN_RETURN", "GND"], "no chain reads as zeros")
    c.add("R7", "r100k", ["+3V3", "PAD_SELECT"])
    c.add("R8", "r100k", ["+3V3", "MISO"])
    c.add("R9", "r10k", ["+5V", "SUPPLY_SENSE"])
    c.add("R10", "r10k", ["SUPPLY_SENSE", "GND"])
    c.add("C3", "c100n", ["SUPPLY_SENSE", "GND"])
    # One gate lifts the pixels' data to 5 V; the three others lie still.
    c.add("U2", "ahct125", {1: "GND", 2: "PIXELS_3V3", 3: "PIXELS_5V", 14: "+5V_FUSED", 7: "GND",
                            4: "+5V_FUSED", 5: "GND", 6: NC, 10: "+5V_FUSED", 9: "GND", 8: NC,
                            13: "+5V_FUSED", 12: "GND", 11: NC})
    c.add("C4", "c100n", ["+5V_FUSED", "GND"])
    c.add("C5", "c100n", ["+3V3", "GND"])
    c.add("R11", "r330", ["PIXELS_5V", "PIXELS"])
    c.add("J2", "ribbon_header", dict(RIBBON), "ribbon to the first block")
    c.add("J3", "header_1x4", ["GND", "+3V3", "SCL", "SDA"], "display")
    c.add("J4", "header_1x5", ["KNOB_A", "KNOB_B", "KNOB_PUSH", "+3V3", "GND"], "knob")
    c.add("J5", "header_1x2", ["TAKE_BACK", "GND"], "take-back button")
    c.add("J6", "pn532", ["SCK", "MISO", "MOSI", "PAD_SELECT", "+5V_FUSED", "GND", NC, NC],
          "pad's reader")
    c.add("J7", "header_1x3", ["UART_TX", "UART_RX", "GND"], "spare serial port")
    c.add("J8", "lights_plug", ["+5V_LIGHTS", "PIXELS", NC, "GND"], "lights without blocks")
    c.add("Q1", "npn", ["GND", "BUZZER_BASE", "BUZZER_LOW"])
    c.add("R12", "r1k", ["BUZZER", "BUZZER_BASE"])
    c.add("R13", "r1k", ["+5V_FUSED", "BUZZER_LOW"], "a piezo keeps its charge otherwise")
    c.add("BZ1", "buzzer", ["+5V_FUSED", "BUZZER_LOW"])
    return c


def hall_block(_source):
    """The block of the cheap ladder: nine hall switches, on strip board; low where a magnet is."""
    c = Circuit("hall", "Hall block of 3 x 3 cells")
    _ribbons(c, "CHAIN_NEXT", "PIXELS_NEXT")
    c.add("J3", "screw_terminal", ["+5V", "GND"], "5 V from the main board's lights fuse")
    for chip, data, onward in ((0, "CHAIN_DATA", "CHAIN_MID"), (1, "CHAIN_MID", "CHAIN_NEXT")):
        pins = {10: data, 2: "CHAIN_CLOCK", 1: "HALL_LOAD_N", 15: "GND", 16: "+3V3", 8: "GND",
                9: onward, 7: NC}
        bits = range(8 * chip, 8 * chip + 8)
        pins |= {INPUT_PINS[b % 8]: f"HALL{b}" if b < 9 else "+3V3" for b in bits}
        c.add(f"U{chip + 1}", "hc165", pins, f"bits {8 * chip} to {8 * chip + 7}")
        c.add(f"C{chip + 1}", "c100n", ["+3V3", "GND"])
    c.add("RN1", "rn10k", ["+3V3", *(f"HALL{k}" for k in range(9))])
    c.add("C3", "c470u", ["+5V", "GND"], "lights")
    c.add("R1", "r330", ["PIXELS", "PIXELS_IN"])
    c.add("J4", "lights_plug", ["+5V", "PIXELS_IN", "PIXELS_NEXT", "GND"],
          "lights: 5 V, data in, data back from the last light, ground")
    for k in range(9):
        c.add(f"J{11 + k}", "header_1x3", ["+5V", "GND", f"HALL{k}"], f"hall switch of cell {k}")
    return c


def table(pins, source, blocks):
    """The whole electronics of a board with `blocks` reader blocks, ribbons and loop plug made.

    Block n's components are numbered from n * 100, its own nets begin with Bn_.
    """
    whole = Circuit(f"table{blocks}", f"Main board with {blocks} reader blocks")
    for part in main_board(pins).components.values():
        whole.add(part.ref, part.part, part.pins, part.note)
    one = block(source)
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
                      part.note)
    return whole
