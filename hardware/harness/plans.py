"""The harness of each board as WireViz plans (dicts), from the circuits and the boards.

Plans: `cell` (a reader's lead), `ribbon` (one hop), `panel` (display, knob, button, pad); and for
each board `power-NAME` and `lights-NAME`. How ribbons and lights run is drawn by `topview`.
"""

from hardware.electronics.circuits import READER, RIBBON

_OPTIONS = {"fontname": "DejaVu Sans", "bgcolor": "WH", "color_mode": "FULL"}
_SOCKET = {"type": "jumper socket", "subtype": "female"}
_RAINBOW = ["BN", "RD", "OG", "YE", "GN", "BU", "VT", "GY"]


def _plan(title, connectors, cables, connections):
    return {"metadata": {"title": title}, "options": _OPTIONS, "connectors": connectors,
            "cables": cables, "connections": connections}


def _pins(circuit, ref):
    """Net names of a connector, in the order of its pins; "open" where none is joined."""
    return [net or "open" for _, net in sorted(circuit.components[ref].pins.items())]


def cell(block):
    """The lead from a block to a reader: eight wires, straight through, six of them needed."""
    return _plan("Lead from a block to the reader of a cell", {
        "J11": {"type": "pin header 1x8", "subtype": "block, cell 0", "pinlabels":
                _pins(block, "J11")},
        "PN532": {"type": "pin header 1x8", "subtype": "reader module, switches set to SPI",
                  "pinlabels": list(READER)}},
        {"W1": {"wirecount": 8, "length": 0.2, "colors": _RAINBOW, "type": "jumper leads"}},
        [[{"J11": "1-8"}, {"W1": "1-8"}, {"PN532": "1-8"}]])


def ribbon():
    """One hop of the ribbon."""
    labels = [RIBBON[n] for n in range(1, 17)]
    far = [name + " (in)" if name in ("CHAIN_DATA", "PIXELS") else name for name in labels]
    return _plan("Ribbon from the main board, or from a block's J2, to the next block's J1", {
        "J2": {"type": "box header 2x8", "subtype": "board before", "pinlabels": labels},
        "J1": {"type": "box header 2x8", "subtype": "next block", "pinlabels": far}},
        {"W1": {"wirecount": 16, "length": 0.3, "color_code": "DIN", "type": "flat ribbon",
                "gauge": "0.09 mm2"}},
        [[{"J2": "1-16"}, {"W1": "1-16"}, {"J1": "1-16"}]])


def panel(main):
    """What hangs on the main board: display, knob, button and the pad's reader."""
    parts = {"J3": ("display", ["GND", "VCC", "SCL", "SDA"]),
             "J4": ("knob", ["CLK (A)", "DT (B)", "SW", "+", "GND"]),
             "J5": ("take-back button", ["1", "2"]),
             "J6": ("reader of the pad", list(READER))}
    connectors, cables, connections = {}, {}, []
    for n, (ref, (what, labels)) in enumerate(parts.items(), 1):
        count = len(labels)
        connectors[ref] = {"type": f"pin header 1x{count}", "subtype": "main board",
                           "pinlabels": _pins(main, ref)}
        connectors[what] = {"type": what, "pinlabels": labels}
        cables[f"W{n}"] = {"wirecount": count, "length": 0.2, "colors": _RAINBOW[:count]}
        way = f"1-{count}"
        connections.append([{ref: way}, {f"W{n}": way}, {what: way}])
    return _plan("Panel: display, knob, button and pad", connectors, cables, connections)


def power(board, supply_ma):
    """From the bricks to the boards: a star, every block with wires of its own."""
    connectors, cables, connections = {}, {}, []
    share = -(-board.blocks // board.supplies) if board.blocks else 0
    for brick in range(board.supplies):
        fed = ["Main J1"] if not brick else []
        if board.cells_read:
            fed += [f"Block {n} J3" for n in range(brick * share + 1,
                                                   min((brick + 1) * share, board.blocks) + 1)]
        source, count = f"Brick {brick + 1}", len(fed)
        connectors[source] = {"type": f"5 V {supply_ma / 1000:g} A", "subtype":
                              "certified desktop supply", "pinlabels": ["+5V", "GND"]}
        strip = f"Strip {brick + 1}"
        connectors[strip] = {"type": "terminal strip", "pinlabels":
                             [label for _ in range(count + 1) for label in ("+5V", "GND")]}
        cables[f"P{brick + 1}"] = {"wirecount": 2, "colors": ["RD", "BK"], "gauge": "0.75 mm2",
                                   "length": 0.3}
        connections.append([{source: [1, 2]}, {f"P{brick + 1}": [1, 2]}, {strip: [1, 2]}])
        for i, name in enumerate(fed, 1):
            wire = f"P{brick + 1}{chr(96 + i)}"
            connectors[name] = {"type": "screw terminal", "pinlabels": ["+5V", "GND"]}
            cables[wire] = {"wirecount": 2, "colors": ["RD", "BK"], "gauge": "0.75 mm2",
                            "length": 0.6}
            connections.append([{strip: [2 * i + 1, 2 * i + 2]}, {wire: [1, 2]},
                                {name: [1, 2]}])
    for brick in range(1, board.supplies):  # the bricks' grounds meet, their 5 V never do
        cables[f"G{brick}"] = {"wirecount": 1, "colors": ["BK"], "gauge": "0.75 mm2",
                               "length": 0.3, "type": "joins the grounds"}
        connections.append([{f"Strip {brick}": [2]}, {f"G{brick}": [1]},
                            {f"Strip {brick + 1}": [2]}])
    return _plan(f"Power of {board.name}", connectors, cables, connections)


def lights(board):
    """From a block (or the main board) along its lights."""
    from_block = bool(board.blocks)
    per_block = board.per_spot * board.side ** 2
    count = per_block if from_block else len(board.pixels)
    where = f"each of {board.blocks} blocks" if from_block else "main board"
    ref = "J4" if from_block else "J8"
    back = "data back" if from_block else "open"
    connectors = {
        ref: {"type": "lights connector", "subtype": where,
              "pinlabels": ["+5V", "data", back, "GND"]},
        "First": {"type": "light 1", "subtype": "south-west" if board.width else "north-west",
                  "pinlabels": ["5V", "DI", "GND"]},
        "Last": {"type": f"light {count}", "pinlabels": ["5V", "DO", "GND"]}}
    cables = {
        "L1": {"wirecount": 3, "colors": ["RD", "GN", "BK"], "gauge": "0.5 mm2", "length": 0.2},
        "L2": {"wirecount": 3, "colors": ["RD", "WH", "BK"], "gauge": "0.5 mm2", "length": 0.3,
               "type": "5 V and GND again at the far end" + (", data back" if from_block else "")}}
    ways = [1, 3, 4] if from_block else [1, 4]
    connections = [[{ref: [1, 2, 4]}, {"L1": [1, 2, 3]}, {"First": [1, 2, 3]}],
                   [{ref: ways}, {"L2": [1, 2, 3] if from_block else [1, 3]},
                    {"Last": [1, 2, 3] if from_block else [1, 3]}]]
    if board.hall:  # the strips of switches are fed from the main board's fuse for lights
        connectors["J9"] = {"type": "screw terminal", "subtype": "main board",
                            "pinlabels": ["+5V", "GND"]}
        connectors["J3"] = {"type": "screw terminal", "subtype": where,
                            "pinlabels": ["+5V", "GND"]}
        cables["L3"] = {"wirecount": 2, "colors": ["RD", "BK"], "gauge": "0.75 mm2",
                        "length": 0.6}
        cables["L4"] = cables["L3"]
        for way, label in ((1, "+5V"), (2, "GND")):  # J9 itself takes one wire
            strip = f"Strip {label}"
            connectors[strip] = {"type": "terminal strip", "subtype": "all ways bridged",
                                 "pinlabels": ["from J9", "to each block"]}
            connections.append([{"J9": [way]}, {"L3": [way]}, {strip: [1]}])
            connections.append([{strip: [2]}, {"L4": [way]}, {"J3": [way]}])
    return _plan(f"Lights of {board.name}", connectors, cables, connections)


def every(design, boards, circuits, pins):
    """{name: plan} of all drawings."""
    block = circuits.block(design.boards)
    main = circuits.main_board(pins.table(design.pins))
    made = {"cell": cell(block), "ribbon": ribbon(), "panel": panel(main)}
    for name, board in boards.boards(design.boards).items():
        supply = design.power.need(f"supplies.{board.supply}", "ma", int)
        made[f"power-{name}"] = power(board, supply)
        made[f"lights-{name}"] = lights(board)
    return made
