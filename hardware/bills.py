"""Bills of material for each rung of the ladder, from circuits, bills.toml and parts.csv."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware import boards, pins, voltage_drop
from hardware.electronics import circuits, facings
from hardware.source import ROOT, Design

PRINTS = ROOT / "hardware" / "mechanics" / "prints.json"


@dataclass(frozen=True)
class Line:
    """`quantity` of a part (in its own unit: pieces, metres or grams) and its price, in cents."""

    part: str
    quantity: float
    cents: int


class Bills:
    """Bills of all boards of a Design. `recipe` is bills.toml."""

    def __init__(self, design: Design) -> None:
        self.design, self.parts = design, design.parts
        self.recipe = design.bills
        self.main = circuits.main_board(pins.table(design.pins)).parts()
        self.block = circuits.block(design.boards).parts()
        self.hall = circuits.hall_block(design.boards).parts()
        self.sensors = facings.sensors().parts()
        self.prints = json.loads(PRINTS.read_text()) if PRINTS.is_file() else {}
        self._known()

    def _known(self) -> None:
        """Every part that the recipe names must be in parts.csv, and be used there."""
        for table, items in self._tables():
            for part in items:
                if part not in self.parts.rows:
                    raise self.recipe.error(table, part, f"no part {part!r} in parts.csv",
                                            "Add a row for it, or correct the name")

    def _tables(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for table, items in self.recipe.data.items():
            if table in ("plain", "pieces", "with", "on_board"):
                for name, inner in items.items():
                    yield f"{table}.{name}", inner
            elif table not in ("tags", "joints", "plugs", "steps", "wires"):
                yield table, items

    def count(self, board: boards.Board) -> dict[str, float]:
        """Return {part: quantity} of one board, with its tags, spares, sockets and postage."""
        total: dict[str, float] = {}

        def add(items: Mapping[str, float], times: float = 1) -> None:
            for part, quantity in items.items() if times else ():
                total[part] = total.get(part, 0) + quantity * times
        recipe = self.recipe.data
        add(recipe["board"])
        add(recipe["supply"], board.supplies)
        add(self.main)
        add({self.design.power.data["supplies"][board.supply]["part"]: board.supplies})
        if board.blocks:
            add(recipe["ribbon_hop"], board.blocks)
            add(recipe["ribbon_end"])
            if board.cells_read:
                add(self.block, board.blocks)
                add(recipe["block"], board.blocks)
                for parts in (recipe["facings"], self.sensors):
                    add(parts, board.blocks if board.facings else 0)
            else:
                add(self.hall, board.blocks)
                add(recipe["hall_block"], board.blocks)
                add(recipe["hall_feed"])
        else:
            if board.name not in recipe["plain"] and not board.takes:
                raise board.source.error(f"boards.{board.name}", None,
                                         f"no [plain.{board.name}] in bills.toml",
                                         "Add what this board without blocks needs")
            add(recipe["plain"].get(board.name, {}))
            add(recipe["feed"], len(voltage_drop.lengths(board)))
        add(board.takes)
        add(recipe["reader"], total["pn532"] - 1)  # the pad's reader has its own lead
        add(recipe["pieces"].get(board.name, {}))
        string = self.design.power.data["strings"][board.string]
        add({string["part"]: len(board.pixels)})
        for part in list(total):
            add(recipe["with"].get(part, {}), total[part])
            add(recipe["on_board"].get(part, {}), total[part])
        add({part: -(-total[part] // per) for part, per in recipe["spares"].items()
             if part in total})
        grams = self.grams(board)
        if grams:
            add({"filament": grams})
        return total

    def fitted(self, part: str) -> str:
        """Return the part to solder in the place of `part`: for a module on a lead, its header."""
        bears: dict[str, int] = self.recipe.data["on_board"].get(part) or {part: 1}
        return next(iter(bears))

    def grams(self, board: boards.Board) -> int:
        """Return the grams of filament of a board's printed parts, as the slicer weighed them."""
        return round(sum(float(self.prints[part]["grams"]) * n
                         for part, n in printed(board).items() if part in self.prints))

    def lines(self, board: boards.Board) -> list[Line]:
        """Return the bill: a Line for each part, in the order of parts.csv."""
        count = self.count(board)
        for part in count:
            self.parts[part]  # raises an error for a part that parts.csv lacks
        made = []
        for part, row in self.parts.rows.items():
            if part in count:
                quantity = count[part]
                packs = quantity / int(row["pack"])
                if row["pack"] != "1" and part != "filament":
                    packs = -(-quantity // int(row["pack"]))  # whole packs are sold
                if part == self.design.power.data["strings"][board.string]["part"]:
                    packs = strings(board.pieces, int(row["pack"]))
                    quantity = packs * int(row["pack"])
                cents = round(float(row["price_usd"]) * 100 * packs)
                made.append(Line(part, round(quantity, 2), cents))
        return made

    def total(self, board: boards.Board) -> int:
        """Return a board's price in US dollars, rounded to whole ones."""
        return round(sum(line.cents for line in self.lines(board)) / 100)

    def text(self, board: boards.Board) -> str:
        """Return the bill as CSV."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["part", "what", "quantity", "part_number", "substitute", "supplier",
                         "price_usd", "per", "cost_usd", "as_of", "basis"])
        for line in self.lines(board):
            row = self.parts[line.part]
            writer.writerow([line.part, row["what"], f"{line.quantity:g}", row["mpn"],
                             row["substitute"], row["supplier"], row["price_usd"], row["pack"],
                             f"{line.cents / 100:.2f}", row["as_of"], row["basis"]])
        writer.writerow(["total", board.title, "", "", "", "", "", "",
                         f"{sum(line.cents for line in self.lines(board)) / 100:.2f}", "", ""])
        return out.getvalue()


def strings(pieces: list[int], whole: int) -> int:
    """Return how many strings of `whole` lights you need to cut all pieces, without joining any:
    cut the longest first, each from the first string that has enough left."""
    left: list[int] = []
    for piece in sorted(pieces, reverse=True):
        if piece > whole:
            raise ValueError(f"a piece of {piece} lights from strings of {whole}")
        at = next((i for i, rest in enumerate(left) if rest >= piece), len(left))
        left[at:at + 1] = [(left[at] if at < len(left) else whole) - piece]
    return len(left)


def printed(board: boards.Board) -> dict[str, int]:
    """Return {printed part: number} of a board, with control box and pad."""
    parts = {"pad_base": 1, "pad_lid": 1, "box_base": 1, "box_lid": 1, "knob_cap": 1,
             "tray": board.supplies + (not board.cells_read)}  # J9 has strips of its own
    if board.blocks:
        across, up = board.width // board.side, board.height // board.side
        kind = "_hall" if board.hall else ""
        parts |= {"frame": board.blocks, "deck": 0 if board.hall else board.blocks,
                  f"top{kind}": board.blocks,
                  "joiner": 2 * ((across - 1) * up + across * (up - 1))}
    elif board.shape == "hex":
        parts |= {"hex_cell": board.hexes}
    elif not board.takes:  # the frame of another size is in what it takes
        parts |= {"map_frame": 1}
    return {part: n for part, n in parts.items() if n}


def files(design: Design) -> dict[Path, str]:
    """Return {path: text} of all bills."""
    bills = Bills(design)
    return {ROOT / "hardware" / "bills" / f"{name}.csv": bills.text(board)
            for name, board in boards.boards(design.boards).items()}
