"""The pad on a breadboard: its wires, its picture and its bill, from the profile's sources."""

from collections import namedtuple
from html import escape

from hardware import pins
from hardware.bills import Line
from hardware.electronics.circuits import PICO_PIN
from hardware.source import SourceError

Wire = namedtuple("Wire", "part pin to colour at")  # `at`: the Pico's pin, by its number

_RAILS = {"5 V": ("VBUS", 40), "3.3 V": ("3V3", 36), "GND": ("GND", 38)}
_COLOURS = {"5 V": "red", "3.3 V": "orange", "GND": "black"}
# Where each pin of a part goes: a rail, or a name of pins.toml; and its colour.
_PLAN = {
    "pn532": {"SCK": ("sck", "yellow"), "MISO": ("miso", "green"), "MOSI": ("mosi", "blue"),
              "SS": ("pad_select", "white"), "VCC": "5 V", "GND": "GND"},
    "display": {"GND": "GND", "VCC": "3.3 V", "SCL": ("display_scl", "yellow"),
                "SDA": ("display_sda", "blue")},
    "knob": {"CLK": ("knob_a", "green"), "DT": ("knob_b", "blue"), "SW": ("knob_push", "white"),
             "+": "3.3 V", "GND": "GND"},
    "button": {"1": ("take_back", "violet"), "2": "GND"},
    "ahct125": {"OE1": "GND", "A1": ("pixels", "green"), "GND": "GND", "VCC": "5 V"},
    "lights": {"5V": "5 V", "GND": "GND"},
}
_STILL = ("OE2", "A2", "OE3", "A3", "OE4", "A4")  # of the shifter: no input hangs open
_WORDS = {"pn532": "reader", "display": "display", "knob": "knob", "button": "button",
          "ahct125": "shifter 74AHCT125", "lights": "strip"}


def wires(design):
    """Every Wire, in the order of the page. Raises SourceError for a pin that a part lacks."""
    table, made = pins.table(design.pins), []
    for part, plan in _PLAN.items():
        known = {text.rsplit(" ", 1)[0]: number for number, text in
                 design.pinout.data[part].items() if number.isdigit()}
        for name, to in (plan | dict.fromkeys(_STILL if part == "ahct125" else (), "GND")).items():
            if name not in known:
                raise SourceError("pinout.toml", f"{part} has no pin {name}", "Name one it has")
            number = f"{name} (leg {known[name]})" if part == "ahct125" else name
            if isinstance(to, str):
                made.append(Wire(_WORDS[part], number, _RAILS[to][0], _COLOURS[to], _RAILS[to][1]))
            else:
                gp = table[to[0]]["gp"]
                made.append(Wire(_WORDS[part], number, f"GP{gp}", to[1], PICO_PIN[gp]))
    made.append(Wire("strip", "DIN", "shifter Y1 (leg 3)", "green", None))
    sense = table["supply"]["gp"]
    made.append(Wire("resistor 10k", "one end", "VBUS", "-", 40))
    made.append(Wire("resistor 10k", "other end", f"GP{sense}", "-", PICO_PIN[sense]))
    made.append(Wire("second 10k", "one end", f"GP{sense}", "-", PICO_PIN[sense]))
    made.append(Wire("second 10k", "other end", "GND", "-", 38))
    return made


def bill(design):
    """The Lines of the evening's bill; `part` is what it is, in words."""
    made = []
    for part, quantity in design.bills.data["evening"].items():
        row = design.parts[part]
        packs = -(-quantity // int(row["pack"]))
        made.append(Line(row["what"], quantity, round(float(row["price_usd"]) * 100 * packs)))
    bought = design.boards.data["breadboards"]["evening"]["bought"]
    return made + [Line(what, 1, round(100 * usd)) for what, usd in bought.items()]


# ---- the picture --------------------------------------------------------------------------------

_STEP = 20
_LEFT, _RIGHT, _TOP = 520, 660, 90  # of the Pico's two rows of pins
_BODIES = {"display": (40, 60, 190, 110, "#1f4e8c"), "knob": (40, 260, 190, 130, "#222"),
           "button": (40, 480, 190, 60, "#777"), "reader": (980, 60, 190, 200, "#b3202a"),
           "shifter 74AHCT125": (980, 330, 190, 230, "#1b1b1b"),
           "strip": (300, 640, 660, 60, "#f4f4f4")}
_HEX = {"red": "#d22", "orange": "#e80", "black": "#111", "yellow": "#cb0", "green": "#290",
        "blue": "#26c", "white": "#bbb", "violet": "#83c", "-": "#a87"}


def _pico(number):
    """Where a pin of the Pico lies."""
    if number <= 20:
        return _LEFT, _TOP + _STEP * (number - 1)
    return _RIGHT, _TOP + _STEP * (40 - number)


def picture(design):
    """The breadboard, its modules and all wires by colour, as an SVG."""
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1210 740" '
           'font-family="DejaVu Sans" font-size="12">',
           '<rect width="1210" height="740" fill="#fff"/>',
           '<rect x="420" y="40" width="340" height="560" rx="8" fill="#f3efe2" stroke="#ccc"/>']
    out += [f'<circle cx="{x}" cy="{y}" r="1.6" fill="#bbb"/>'
            for x in (440, 460, 480, 500, 680, 700, 720, 740) for y in range(60, 600, _STEP)]
    out.append('<rect x="520" y="76" width="140" height="408" rx="8" fill="#2a7d46"/>'
               '<rect x="566" y="62" width="48" height="30" fill="#ccc"/>'
               '<text x="590" y="300" fill="#fff" text-anchor="middle">Raspberry</text>'
               '<text x="590" y="316" fill="#fff" text-anchor="middle">Pi Pico</text>')
    named = {w.at: w.to for w in wires(design) if w.at}
    for number in range(1, 41):
        x, y = _pico(number)
        out.append(f'<circle cx="{x}" cy="{y}" r="5" fill="#d9b44a" stroke="#765"/>')
        side, anchor = (9, "start") if number <= 20 else (-9, "end")
        out.append(f'<text x="{x + side}" y="{y + 4}" fill="#fff" font-size="10" '
                   f'text-anchor="{anchor}">{named.get(number, "")}</text>')
    lines, places = [], {}
    for name, (x, y, w, h, colour) in _BODIES.items():
        out.append(f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="6" fill="{colour}" '
                   f'stroke="#555"/>')
        out.append(f'<text x="{x + w / 2}" y="{y - 8}" text-anchor="middle" font-size="14">'
                   f'{escape(name)}</text>')
        mine = [wire for wire in wires(design) if wire.part == name]
        for i, wire in enumerate(mine):
            if name == "strip":
                px, py, tx, ty, anchor = x + 40 + 60 * i, y, x + 40 + 60 * i, y + 18, "middle"
            else:
                px = x + w if x < 400 else x
                py = y + 18 + (h - 30) * i / max(1, len(mine) - 1)
                tx, ty, anchor = (px - 9, py + 4, "end") if x < 400 else (px + 9, py + 4, "start")
            places[name, wire.pin] = px, py
            fill = "#333" if name == "strip" else "#fff"
            out.append(f'<circle cx="{px}" cy="{py:.0f}" r="4" fill="#d9b44a"/>'
                       f'<text x="{tx}" y="{ty:.0f}" fill="{fill}" font-size="11" '
                       f'text-anchor="{anchor}">{escape(wire.pin)}</text>')
    out.append('<rect x="60" y="75" width="100" height="78" fill="#0a0f18"/>'
               '<circle cx="110" cy="325" r="36" fill="#999"/>'
               '<circle cx="110" cy="510" r="20" fill="#c33"/>'
               '<rect x="1065" y="90" width="90" height="140" rx="10" fill="none" stroke="#e9b" '
               'stroke-width="5"/>')
    out += [f'<rect x="{320 + 17.5 * i:.0f}" y="670" width="12" height="14" fill="#fe9" '
            f'stroke="#aaa"/>' for i in range(36)]
    for wire in wires(design):
        start = places.get((wire.part, wire.pin))
        if start is None:
            continue
        end = _pico(wire.at) if wire.at else (980, 565)  # the shifter's output
        (x, y), (u, v) = start, end
        bend = 120 if u == _RIGHT else -120
        lines.append(f'<path d="M{x},{y:.0f}C{(x + u) / 2:.0f},{y:.0f} {u + bend},{v} {u},{v}" '
                     f'fill="none" stroke="{_HEX[wire.colour]}" stroke-width="3" '
                     f'stroke-opacity="0.85"/>')
    out += lines
    out.append('<circle cx="980" cy="565" r="4" fill="#d9b44a"/><text x="990" y="570">Y1 (leg 3)'
               '</text>')
    x, y = _pico(next(w.at for w in wires(design) if w.part == "second 10k"))
    out.append(f'<path d="M{x},{y}h60v{_pico(40)[1] - y}H{x}" fill="none" stroke="#a87" '
               f'stroke-width="3"/>'
               f'<rect x="{x + 52}" y="{(y + _pico(40)[1]) / 2 - 16}" '
               f'width="16" height="32" fill="#e2cfa3"/>'
               f'<path d="M{x},{y}h40v40" fill="none" stroke="#a87" '
               f'stroke-width="3"/><rect x="{x + 32}" y="{y + 10}" width="16" height="26" '
               f'fill="#e2cfa3"/><text x="{x + 74}" y="{y - 20}" font-size="11">2 x 10k</text>')
    return "\n".join([*out, "</svg>"]) + "\n"
