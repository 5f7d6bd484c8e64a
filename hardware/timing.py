"""The chain's clock against its data, with the gates' worst delays (design/datasheets.toml).

The clock reaches each block over the ribbon and passes two gates there; the data are shifted out
by that late clock, pass two gates of the same chip, and go to the next block. All in ns.
"""

from hardware import boards
from hardware.electronics import circuits
from hardware.source import SourceError


def _gates(circuit, start, end):
    """How many gates of a chip lie between two nets."""
    count, net = 0, start
    while net != end:
        onward = [(c, pin) for c in circuit.components.values() if c.part == "hc14"
                  for pin, there in c.pins.items()
                  if there == net and pin in (1, 3, 5, 9, 11, 13)]
        if not onward or count > 6:
            return None
        component, pin = onward[0]
        net, count = component.pins[pin - 1 if pin > 7 else pin + 1], count + 1
    return count


def _chain(circuit):
    """(gates of the clock, gates of the data, line of the resistor at the end)."""
    end = next(c for c in circuit.components.values()
               if c.part == "r33" and "CHAIN_NEXT" in c.pins.values())
    clock = _gates(circuit, "CHAIN_CLOCK", "CLOCK")
    data = _gates(circuit, "CHAIN_OUT", end.pins[1])
    if clock is None or data is None:
        raise SourceError(f"circuits.py:{end.line}", f"the {circuit.name} board's chain cannot be "
                          "followed from CHAIN_OUT to CHAIN_NEXT",
                          "Join them by gates of its 74AHC14")
    return clock, data, end.line


def _delay(design, part, key):
    row = design.parts[part]
    known = design.datasheets.data["delays"].get(row["mpn"])
    if not isinstance(known, dict) or key not in known:
        raise SourceError(f"{design.parts.path.name}:{row['line']}", f"nobody says the {key} of "
                          f"{row['mpn']}", f'Add it to [delays."{row["mpn"]}"] in datasheets.toml')
    return known[key]


def margins(design, circuit, blocks, shifter):
    """{"setup", "hold", "return"}: ns to spare on a chain of so many blocks, and the line of
    circuits.py where its data leave a block."""
    d = design.datasheets
    spread, per_metre = (d.need("delays", key, (int, float)) for key in ("spread", "ribbon"))
    gate = _delay(design, "hc14", "gate")
    shift, setup, hold = (_delay(design, shifter, key) for key in ("shift", "setup", "hold"))
    period = 1e9 / design.pins.need("bus", "chain_hz", int)
    clock, data, line = _chain(circuit)
    hop = per_metre * design.bills.need("ribbon_hop", "ribbon_m", (int, float))
    slow = clock * gate + shift + data * gate + hop       # from the clock's edge to the next block
    fast = spread * (clock * gate + shift + data * gate)  # the wire's delay is left out
    return {
        "setup": period - slow - setup + spread * clock * gate,
        "hold": fast - clock * gate - hop - hold,
        "return": period - slow - 2 * hop * (blocks - 1) - hop - d.need("delays", "pico", int),
    }, line


def check(design):
    """Rows for rules.py: the longest chain of each kind of block."""
    found, rows = boards.boards(design.boards).values(), []
    for circuit, shifter, longest in (
        (circuits.block(design.boards), "hc595", [b for b in found if b.cells_read]),
        (circuits.hall_block(design.boards), "hc165", [b for b in found if b.hall]),
    ):
        board = max(longest, key=lambda b: b.blocks)
        spare, line = margins(design, circuit, board.blocks, shifter)
        for what, words in (("hold", "the next block may take a bit too early"),
                            ("setup", "the next block may miss a bit"),
                            ("return", "the Pico may read a bit too late")):
            if spare[what] < 0:
                raise SourceError(f"circuits.py:{line}", f"chain of {board.blocks} blocks "
                                  f"(`{board.name}`): {words}, by {-spare[what]:.0f} ns",
                                  "Lead the data through two gates as the clock, take 74AHC "
                                  "parts, or lower chain_hz in pins.toml")
        tight = min(spare, key=spare.get)
        rows.append((f"chain of {board.blocks} {circuit.name} blocks: setup, hold and return with "
                     "the gates' worst delays", ", ".join(f"{what} {spare[what]:.0f}"
                                                          for what in spare),
                     "0 ns", f"{spare[tight]:.0f} ns ({tight})", "the ribbon's edges"))
    return rows
