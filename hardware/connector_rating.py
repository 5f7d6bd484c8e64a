"""Checks that the wire fits into every joint of bills.toml, and that the joint bears its current.
"""

from hardware import boards, power, voltage_drop
from hardware.source import Design


def check(design: Design) -> list[tuple[str, ...]]:
    """Return one row for rules.py. Raises SourceError for a wire that a plug or terminal cannot
    take."""
    bills, tightest = design.bills, []
    fuses = {name: row["trip"] for name, row in design.power.data["fuses"].items()}
    account, supplies = power.Power(design.power), design.power.data["supplies"]
    brick = max(supplies[board.supply]["ma"] for board in boards.boards(design.boards).values())
    for name, joint in bills.data["joints"].items():
        at = f"joints.{name}"
        for part in (joint["wire"], joint["into"]):
            design.parts[part]
        least, most = joint["takes"]
        if not least <= joint["mm2"] <= most:
            raise bills.error(at, "mm2", f"{joint['wire']} has {joint['mm2']} mm2, and "
                              f"{joint['into']} takes {least} to {most}",
                              "Take another wire, or a terminal that takes this one")
        ma = fuses[joint["fuse"]] if "fuse" in joint else brick if joint.get("brick") else \
            account.load(joint["load"])
        if ma > joint["ma"]:
            raise bills.error(at, "ma", f"{ma} mA may flow through {joint['into']}, "
                              f"and it bears {joint['ma']}",
                              "Take a stronger connector, or feed it from another place")
        tightest.append((joint["ma"] / ma, joint))
    _strips(design)
    ratio, joint = min(tightest, key=lambda row: row[0])
    return [(f"{len(tightest)} joints: wire fits, and bears what may flow; tightest "
             f"`{joint['into']}`", f"{joint['ma'] / ratio:.0f} mA", f"{joint['ma']} mA",
             f"x {ratio:.1f}", "crimps and screws: pull at each wire")]


def _strips(design: Design) -> None:
    """Raise SourceError if more wires meet at a terminal strip than it has ways."""
    most = design.bills.need("joints.strip", "ways", int)
    for board in boards.boards(design.boards).values():
        if board.hall:
            ways = board.blocks + 1  # on each of two strips
        elif board.blocks:
            ways = 2 * (2 + -(-board.blocks // board.supplies))  # brick, main board and blocks
        else:
            # On each of two strips: from J9, and each feed.
            ways = len(voltage_drop.lengths(board)) + 1
        if ways > most:
            key, cure = ("supplies", "Take more supplies") if board.cells_read else \
                ("width", "Take fewer blocks") if board.hall else ("feed", "Feed less often")
            raise board.source.error(f"boards.{board.name}", key, f"{ways} wires meet at a "
                                     f"strip of {most} ways", cure)
