"""The pad on a breadboard: its wires, its picture and its bill, from the profile's sources."""

from html import escape
from typing import NamedTuple

from hardware import colours, pins
from hardware.bills import Line
from hardware.electronics.circuits import PICO_PIN, Circuit
from hardware.source import Design, SourceError

Point = tuple[float, float]


class Wire(NamedTuple):
    part: str
    pin: str
    to: str
    colour: str
    at: int | None  # the Pico's leg


_RAILS = {"5 V": "5 V rail", "3.3 V": "3.3 V rail", "GND": "ground rail"}
_NETS = {"5 V": "+5V", "3.3 V": "+3V3", "GND": "GND"}
# The feeds of the rails: a pin of the Pico, its leg, and its voltage. Both sides have ground.
_FEEDS = (("VBUS", 40, "5 V"), ("3V3(OUT)", 36, "3.3 V"), ("GND", 38, "GND"), ("GND", 3, "GND"))
# The other end of each pin of a part: a rail, or (a name of pins.toml,).
PLAN: dict[str, dict[str, str | tuple[str, ...]]] = {
    "pn532": {"SCK": ("sck",), "MISO": ("miso",), "MOSI": ("mosi",), "SS": ("pad_select",),
              "VCC": "5 V", "GND": "GND"},
    "display": {"GND": "GND", "VCC": "3.3 V", "SCL": ("display_scl",), "SDA": ("display_sda",)},
    "knob": {"CLK": ("knob_a",), "DT": ("knob_b",), "SW": ("knob_push",), "+": "3.3 V",
             "GND": "GND"},
    "button": {"1": ("take_back",), "2": "GND"},
    "ahct125": {"OE1": "GND", "A1": ("pixels",), "GND": "GND", "VCC": "5 V"},
    "lights": {"5V": "5 V", "GND": "GND"},
}
_STILL = ("OE2", "A2", "OE3", "A3", "OE4", "A4")  # of the shifter: unused inputs
_WORDS = {"pn532": "reader", "display": "display", "knob": "knob", "button": "button",
          "ahct125": "shifter 74AHCT125", "lights": "strip"}


def wires(design: Design) -> list[Wire]:
    """Return every Wire, in the order of the page. Raises SourceError for a pin that a part
    lacks."""
    table = pins.table(design.pins)
    made = [Wire("Pico", pin, _RAILS[net], colours.of(_NETS[net]), leg)
            for pin, leg, net in _FEEDS]
    for part, plan in PLAN.items():
        known = {text.rsplit(" ", 1)[0]: number for number, text in
                 design.pinout.data[part].items() if number.isdigit()}
        for name, to in (plan | dict.fromkeys(_STILL if part == "ahct125" else (), "GND")).items():
            if name not in known:
                raise SourceError("pinout.toml", f"{part} has no pin {name}", "Name one it has")
            number = f"{name} (leg {known[name]})" if part == "ahct125" else name
            if isinstance(to, str):
                made.append(Wire(_WORDS[part], number, _RAILS[to], colours.of(_NETS[to]), None))
            else:
                gp, colour = table[to[0]]["gp"], colours.of(table[to[0]]["net"])
                made.append(Wire(_WORDS[part], number, f"GP{gp}", colour, PICO_PIN[gp]))
    made.append(Wire("strip", "DIN", "shifter Y1 (leg 3)", colours.of("PIXELS_3V3"), None))
    sense = table["supply"]["gp"]
    made.append(Wire("resistor 10k", "one end", _RAILS["5 V"], "-", None))
    made.append(Wire("resistor 10k", "other end", f"GP{sense}", "-", PICO_PIN[sense]))
    made.append(Wire("second 10k", "one end", f"GP{sense}", "-", PICO_PIN[sense]))
    made.append(Wire("second 10k", "other end", _RAILS["GND"], "-", None))
    return made


def circuit(design: Design) -> Circuit:
    """Return the breadboard as a circuit, from the page's wires: the Pico's legs by number, the
    other parts' pins by the names of pinout.toml."""
    nets = {"5 V rail": "+5V", "3.3 V rail": "+3V3", "ground rail": "GND", "shifter": "PIXELS"}
    nets |= {f"GP{pin['gp']}": pin["net"] for pin in pins.table(design.pins).values()}
    ids = {words: part for part, words in _WORDS.items()}
    joined: dict[str, dict[int, str | None]] = {}
    for wire in wires(design):
        part = ids.get(wire.part, "r10k" if "10k" in wire.part else "pico")
        pin, net = joined.setdefault(wire.part, {}), nets[wire.to.split(" Y")[0]]
        if wire.at and joined["Pico"].setdefault(wire.at, net) != net:
            raise SourceError("breadboard.py", f"{wire.part} {wire.pin} goes to leg {wire.at} of "
                              f"the Pico, which carries {joined['Pico'][wire.at]}",
                              f"Join it to {wire.to}")
        if part == "r10k":
            pin[len(pin) + 1] = net
        elif part != "pico":
            name = wire.pin.split(" (leg")[0]
            pin[next(int(number) for number, text in design.pinout.data[part].items()
                     if number.isdigit() and text.rsplit(" ", 1)[0] == name)] = net
    gate = next(wire.to for wire in wires(design) if wire.part == "strip" and wire.pin == "DIN")
    joined[_WORDS["ahct125"]][int(gate.split("leg ")[1][:-1])] = "PIXELS"
    made = Circuit("evening", "Pad on a breadboard")
    for n, (words, numbers) in enumerate(joined.items(), 1):
        part = ids.get(words, "r10k" if "10k" in words else "pico")
        letter = {"r10k": "R", "pico": "U", "ahct125": "U"}.get(part, "J")
        made.add(f"{letter}{n}", part, numbers, words)
    return made


def bill(design: Design) -> list[Line]:
    """Return the Lines of the breadboard's bill; `part` is its name in words."""
    made = []
    for part, quantity in design.bills.data["evening"].items():
        row = design.parts[part]
        packs = -(-quantity // int(row["pack"]))
        made.append(Line(row["what"], quantity, round(float(row["price_usd"]) * 100 * packs)))
    bought = design.boards.data["breadboards"]["evening"]["bought"]
    return made + [Line(what, 1, round(100 * usd)) for what, usd in bought.items()]


def shops(design: Design) -> int:
    """Return the number of kinds of shops that sell the parts of the breadboard's bill."""
    return len({design.parts[part]["supplier"] for part in design.bills.data["evening"]} - {"-"})


# ---- the picture --------------------------------------------------------------------------------

_STEP = 18  # from hole to hole
_TOP, _ROWS = 90, 34
_COLUMNS = dict(zip("abcdefghij", (466, 484, 502, 520, 538, 592, 610, 628, 646, 664), strict=True))
# The rails by their side: 3.3 V on the left, 5 V on the right, ground outside.
_RAIL_X = {("ground rail", "left"): 412, ("3.3 V rail", "left"): 430,
           ("5 V rail", "right"): 700, ("ground rail", "right"): 718}
_SHIFTER = 24  # the row of its legs 1 and 14
_BODIES = {"display": (40, 90, 190, 110, "#1f4e8c"), "knob": (40, 270, 190, 130, "#222"),
           "button": (40, 490, 190, 60, "#777"), "reader": (940, 270, 190, 200, "#b3202a"),
           "strip": (560, 780, 620, 50, "#f4f4f4")}
_HEX = {"red": "#d22", "orange": "#e80", "black": "#111", "yellow": "#cb0", "green": "#290",
        "blue": "#26c", "white": "#bbb", "violet": "#83c", "-": "#a87"}
_DETAILS = (
    '<rect x="60" y="105" width="100" height="78" fill="#0a0f18"/>'
    '<circle cx="110" cy="335" r="36" fill="#999"/><circle cx="110" cy="520" r="20" fill="#c33"/>'
    '<rect x="1025" y="300" width="90" height="140" rx="10" fill="none" stroke="#e9b" '
    'stroke-width="5"/>'
    # the reader's switches on SPI, 1 down and 2 up, and the arrow from the strip's first light
    '<rect x="1058" y="446" width="42" height="20" fill="#17c"/>'
    '<rect x="1063" y="457" width="12" height="7" fill="#fff"/>'
    '<rect x="1083" y="448" width="12" height="7" fill="#fff"/>'
    '<text x="1050" y="460" font-size="9" fill="#fff" text-anchor="end">1 off, 2 on</text>'
    '<polygon points="740,790 770,790 770,786 782,793 770,800 770,796 740,796" fill="#555"/>')


def _y(row: int) -> int:
    return _TOP + _STEP * row


def _leg(number: int, legs: int, first: int, columns: str) -> Point:
    """Return the point where a wire joins a leg of the Pico or the shifter: a hole of its row, in
    one of `columns`."""
    if number <= legs // 2:
        return _COLUMNS[columns[0]], _y(first + number - 1)
    return _COLUMNS[columns[1]], _y(first + legs - number)


def _dot(x: float, y: float, radius: float = 4) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="#d9b44a" stroke="#765"/>'


def _text(x: float, y: float, words: str, anchor: str = "middle", fill: str = "#fff",
          size: float = 10) -> str:
    return (f'<text x="{x}" y="{y}" fill="{fill}" font-size="{size}" '
            f'text-anchor="{anchor}">{escape(words)}</text>')


def _board(named: dict[int, str]) -> list[str]:
    """Return the breadboard, the Pico and the shifter; `named` has the words of the Pico's used
    legs."""
    end = _y(_ROWS)
    out = [f'<rect x="394" y="62" width="342" height="{end - 62}" rx="6" fill="#f3efe2" '
           'stroke="#ccc"/>',
           f'<rect x="552" y="62" width="26" height="{end - 62}" fill="#e4dfd0"/>']
    for (rail, _), x in _RAIL_X.items():
        colour = {"ground rail": "#248", "5 V rail": "#d22", "3.3 V rail": "#e80"}[rail]
        name = {"ground rail": "-", "5 V rail": "+5", "3.3 V rail": "+3.3"}[rail]
        side = x - 8 if x < 420 or x == 700 else x + 8
        out.append(f'<path d="m{side},72V{end - 10}" stroke="{colour}" stroke-width="1.5"/>'
                   + _text(x, end + 14, name, fill=colour, size=11))
    out += [f'<circle cx="{x}" cy="{_y(row)}" r="2" fill="#aaa"/>'
            for x in (*_COLUMNS.values(), *_RAIL_X.values()) for row in range(_ROWS - 1)]
    out.append(f'<rect x="490" y="76" width="150" height="{_STEP * 20 + 8}" rx="8" '
               'fill="#2a7d46"/>'
               '<rect x="541" y="62" width="48" height="30" fill="#ccc"/>'
               + _text(565, 250, "Raspberry", size=12) + _text(565, 266, "Pi Pico", size=12)
               + f'<rect x="530" y="{_y(_SHIFTER) - 10}" width="70" height="{_STEP * 6 + 20}" '
               'rx="3" fill="#1b1b1b"/>'
               f'<path d="m558,{_y(_SHIFTER) - 10}a7,7 0 0 0 14,0" fill="#555"/>'
               + _text(565, _y(_SHIFTER + 3) + 4, "AHCT125", size=9))
    for number in range(1, 41):
        px, py = _leg(number, 40, 0, "ch")
        side, anchor = (8, "start") if number <= 20 else (-8, "end")
        words = _text(px + side, py + 4, named.get(number, ""), anchor, size=9)
        out.append(_dot(px, py) + words)
    out += [_dot(*_leg(number, 14, _SHIFTER, "ef")) for number in range(1, 15)]
    out.append(_text(524, _y(_SHIFTER) + 4, "1", "end", "#333", 9))
    return out


def _module(name: str, mine: list[Wire], places: dict[tuple[str, str], Point]) -> list[str]:
    """Return a module beside the board with its pins, whose places it adds to `places`."""
    x, y, w, h, colour = _BODIES[name]
    out = [f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="6" fill="{colour}" '
           f'stroke="#555"/>',
           _text(x + w / 2, y + h + 18 if name == "strip" else y - 8, name, fill="#000", size=14)]
    for i, wire in enumerate(mine):
        if name == "strip":  # its first end, from the left: data, 5 V, ground
            px, py = x + 24 + 56 * ("DIN", "5V", "GND").index(wire.pin), y
            words = _text(px, y + 16, wire.pin, fill="#333", size=11)
        else:
            px = x + w if x < 400 else x
            py = y + 18 + (h - 30) * i // max(1, len(mine) - 1)
            words = _text(px - 9 if x < 400 else px + 9, py + 4, wire.pin,
                          "end" if x < 400 else "start", size=11)
        places[name, wire.pin] = px, py
        out.append(_dot(px, py) + words)
    return out


class _Rails:
    """Gives each wire to a rail its own hole, the nearest free one."""

    def __init__(self) -> None:
        self._taken: set[tuple[float, int]] = set()

    def hole(self, rail: str, x: float, y: float) -> Point:
        side = "left" if (rail, "right") not in _RAIL_X or (
            (rail, "left") in _RAIL_X and x < 565) else "right"
        at = _RAIL_X[rail, side]
        free = [row for row in range(_ROWS - 1) if (at, row) not in self._taken]
        row = min(free, key=lambda row: (abs(_y(row) - y), row))
        self._taken.add((at, row))
        return at, _y(row)


def _ends(wire: Wire, places: dict[tuple[str, str], Point], rails: _Rails) -> tuple[Point, Point]:
    """Return the two points that a Wire joins; where on a module, leg or rail."""
    if wire.part == "Pico" and wire.at:
        start = _leg(wire.at, 40, 0, "bi")
    elif wire.part.startswith("shifter"):
        start = _leg(int(wire.pin.split("leg ")[1][:-1]), 14, _SHIFTER, "bi")
    else:
        start = places[wire.part, wire.pin]
    if wire.to.endswith("rail"):
        return start, rails.hole(wire.to, *start)
    if wire.at:
        return start, _leg(wire.at, 40, 0, "aj")
    return start, _leg(3, 14, _SHIFTER, "bi")  # the shifter's output


def _path(start: Point, end: Point, colour: str) -> str:
    """Return a wire: straight to a rail beside it, in an arc over or under what is in between."""
    (x, y), (u, v) = start, end
    if abs(x - u) < 80 and abs(y - v) < 3 * _STEP:
        way = f"L{u},{v}"
    elif u < 500 < 600 < x < 700 and v < 200:  # over the Pico's USB plug
        way = f"C{x + 50},10 {u - 40},10 {u},{v}"
    elif y > 700:  # from the strip
        way = f"C{x},{y - 50} {u},{v + 60} {u},{v}"
    else:
        bend = 90 if u > 565 else -90
        way = f"C{(x + u) / 2:.0f},{y} {u + bend},{v} {u},{v}"
    return (f'<path d="M{x},{y}{way}" fill="none" stroke="{_HEX[colour]}" stroke-width="3" '
            f'stroke-opacity="0.85" stroke-linecap="round"/>')


def _resistor(start: Point, end: Point) -> str:
    (x, y), (u, v) = start, end
    a, b, c, d = (round(p + (q - p) * part) for part in (0.3, 0.7) for p, q in ((x, u), (y, v)))
    return (f'<path d="M{x},{y}L{u},{v}" fill="none" stroke="#777" stroke-width="2"/>'
            f'<line x1="{a}" y1="{b}" x2="{c}" y2="{d}" stroke="#c9a25e" stroke-width="10" '
            f'stroke-linecap="round"/>')


def picture(design: Design) -> str:
    """Return the breadboard, its modules and all wires by colour, as an SVG."""
    plan = wires(design)
    places: dict[tuple[str, str], Point] = {}
    modules = []
    for name in _BODIES:
        modules += _module(name, [wire for wire in plan if wire.part == name], places)
    modules.append(_DETAILS)
    modules += [f'<rect x="{572 + 16.6 * i:.0f}" y="804" width="11" height="13" fill="#fe9" '
                f'stroke="#aaa"/>' for i in range(design.bills.data["evening"]["pixel_strip"])]
    return _svg((0, 0, 1210, 860), plan, modules, places)


def rails_picture(design: Design) -> str:
    """Return the breadboard after the first step, as an SVG: the rails' feeds, the shifter and the
    resistors, and what a voltmeter then shows at the rails."""
    plan = [wire for wire in wires(design) if wire.part not in _BODIES]
    low = _y(_ROWS - 2)
    meters = [_meter(250, low - 120, "3.3 V", ("3.3 V rail", "ground rail"), "left"),
              _meter(760, low - 120, "5.0 V", ("5 V rail", "ground rail"), "right")]
    return _svg((240, 20, 650, _y(_ROWS) + 5), plan, meters, {})


def _meter(x: float, y: float, shows: str, at: tuple[str, str], side: str) -> str:
    """Return a voltmeter whose red and black probes touch two rails of a side."""
    probes = "".join(
        f'<path d="M{x + 60 + shift},{y + 70}V{y + 100}L{_RAIL_X[rail, side]},{_y(_ROWS - 2)}" '
        f'fill="none" stroke="{colour}" stroke-width="3"/>'
        for rail, colour, shift in zip(at, ("#d22", "#111"), (-20, 20), strict=True))
    return (f'<rect x="{x}" y="{y}" width="120" height="70" rx="8" fill="#fc3" stroke="#555"/>'
            f'<rect x="{x + 12}" y="{y + 12}" width="96" height="36" fill="#cdd8c6"/>'
            + _text(x + 60, y + 38, shows, fill="#111", size=22) + probes)


def _svg(view: tuple[int, int, int, int], plan: list[Wire], modules: list[str],
         places: dict[tuple[str, str], Point]) -> str:
    """Return the part `view` (x, y, width, height) of a picture of the breadboard with some wires,
    and modules beside it whose pins are at `places`."""
    rails = _Rails()
    x0, y0, width, height = view
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x0} {y0} {width} {height}" '
           'font-family="DejaVu Sans" font-size="12">',
           f'<rect x="{x0}" y="{y0}" width="{width}" height="{height}" fill="#fff"/>']
    out += _board({w.at: w.pin if w.part == "Pico" else w.to for w in plan if w.at})
    out += modules
    # Place the rails' feeds and the resistors first: they lie flat, so they get the nearest holes.
    sense = next(wire.at for wire in plan if wire.part == "resistor 10k" and wire.at)
    x, y = _leg(sense, 40, 0, "ci")
    flat = [_resistor((x, y), rails.hole("5 V rail", x, y - 2 * _STEP)),
            _resistor((x + _STEP, y), rails.hole("ground rail", x, y + 2 * _STEP)),
            _text(x + 92, y + 4, "2 x 10k", "start", "#333", 11)]
    lines = [_path(*_ends(wire, places, rails), wire.colour) for wire in plan
             if "10k" not in wire.part]
    return "\n".join([*out, *lines, *flat, "</svg>"]) + "\n"
