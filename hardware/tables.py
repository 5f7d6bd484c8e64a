"""Makes tables from the sources, and writes them into the documents. In any Markdown file here,
and in the project's README, a table is between `<!-- made: NAME -->` and `<!-- end -->`; NAME says
which."""

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from hardware import assembly, bills, boards, breadboard, coils, guide, pins, power, rules
from hardware.electronics import circuits, facings
from hardware.source import ROOT, Design, SourceError

_MARK = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.S)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in (head, *rows)]
    lines.insert(1, "|" + " --- |" * len(head))
    return "\n".join(lines) + "\n"


def _pins(design: Design) -> str:
    return table(("Pico", "name", "function", "wire", "use"),
                  [(f"GP{p['gp']}", name, p["function"], p["net"], p["use"])
                   for name, p in sorted(pins.table(design.pins).items(),
                                         key=lambda item: item[1]["gp"])])


def _ladder(design: Design) -> str:
    bill, rows = bills.Bills(design), []
    for name, board in boards.boards(design.boards).items():
        where = "reader under every cell" if board.cells_read else \
            "hall switch under every cell" if board.hall else "you say it with the knob"
        size = f"{board.width} x {board.height}" if board.width else "37 hexes"
        rows.append((f"`{name}`", size, where, sum(r is not None for r in board.readers) + 1,
                     len(board.pixels), f"{bill.total(board)} USD"))
    return table(("board", "spots", "where a piece is", "readers, pad included", "lights",
                   "parts, about"), rows)


def _power(design: Design) -> str:
    account, rows = power.Power(design.power), []
    for board in boards.boards(design.boards).values():
        b = account.budget(board)
        brick = design.parts[design.power.data["supplies"][board.supply]["part"]]["what"]
        rows.append((f"`{board.name}`", f"{b.zones} x {b.zone_ma} mA", b.dark, b.boot, b.play,
                     f"{b.zone} of {b.zone_ma * b.share // 100}", b.light_ma, b.fault,
                     brick.split(",")[0]))
    return table(("board", "supply", "dark", "start-up", "play", "fullest brick in play",
                   "lights' limit", "worst fault, if fuses held", "brick"), rows)


def _loads(design: Design) -> str:
    data = design.power.data["loads"]
    return table(("load", "mA", "how we know"),
                  [(row["what"], row["ma"], row["from"]) for row in data.values()])


def _parts(design: Design) -> str:
    return table(("part", "what", "part number", "instead", "USD", "as of", "basis"),
                  [(r["id"], r["what"], r["mpn"], r["substitute"],
                    f"{r['price_usd']}" + (f" per {r['pack']}" if r["pack"] != "1" else ""),
                    r["as_of"], r["basis"]) for r in design.parts.rows.values()])


def _tags(design: Design) -> str:
    tags = bills.Bills(design).recipe.data["tags"]

    def price(row: dict[str, Any]) -> float:
        tag = design.parts[row.get("tag", "tag25")]
        return float(tag["price_usd"]) / int(tag["pack"])
    return table(("game", "one a piece", "USD", "least, with a pad", "magnets for `hall9`",
                   "what"),
                  [(name, row["full"], f"{row['full'] * price(row):.0f}", row["least"],
                    row["magnets"], row["what"]) for name, row in tags.items()])


def _ribbon(_design: Design) -> str:
    return table(("way", "wire", "way", "wire"),
                  [(n, circuits.RIBBON[n], n + 1, circuits.RIBBON[n + 1])
                   for n in range(1, 17, 2)])


def _bits(design: Design) -> str:
    bit = design.boards.data["block"]["bit"]
    select = bit["select"]
    return table(("bit", "wire", "meaning"), [
        (f"{select} to {select + 8}", "CS0 to CS8", "chip select of a cell, low selects"),
        (bit["bus_off"], "BUS_EN_N", "low lets the block's answers onto MISO"),
        (bit["power"], "PWR_EN", "high feeds the readers, and lets SCK and MOSI to them"),
        ("11 to 15", "-", "not connected")])


def _prints(design: Design) -> str:
    bill, rows, known = bills.Bills(design), [], boards.boards(design.boards)
    for part, row in bill.prints.items():
        counts = {name: bills.printed(board).get(part, 0) for name, board in known.items()}
        used = [f"{n} for `{name}`" for name, n in counts.items() if n]
        if len(used) == len(known) and len(set(counts.values())) == 1:
            used = [f"{counts[next(iter(counts))]} for each board"]
        rows.append((f"[{part}](../mechanics/stl/{part}.stl)", row["what"],
                     f"{row['grams']:.0f}" if row["grams"] >= 10 else f"{row['grams']:.1f}",
                     f"{row['minutes'] // 60} h {row['minutes'] % 60:02} min",
                     ", ".join(used) or "pieces"))
    return table(("part", "what", "grams", "time", "how many"), rows)


def _rules(design: Design) -> str:
    return table(("what was computed", "value", "limit", "margin", "what only a bench can tell"),
                  [(r.rule, r.computed, r.limit, r.margin, r.bench) for r in rules.found(design)])


def _ways(design: Design) -> str:
    bears = 100 / (2 * design.boards.data["coil"]["quality"])
    return table(("a reader", "mm over the board's copper", "its resonance moves by", "it bears",
                   "parts that are higher", "of these under a module", "and wider than any gap"),
                  [(way.name, f"{way.apart:.1f}", f"{100 * way.moved:.1f} %", f"{bears:.1f} %",
                    way.parts, way.beneath, way.wide) for way in coils.ways(design)])


def _needs(step: str) -> Callable[[Design], str]:
    def made(design: Design) -> str:
        names, rows = guide.needs(design, step)
        return table(("part", *(f"`{name}`" for name in names)), rows)
    return made


def _reach(design: Design) -> str:
    m = design.mechanics
    coil, tag = assembly.coil(m), assembly.tag(m)
    return table(("what", "mm over the table"), [
        ("upper side of a module's own circuit board, where its coil is", f"{coil:.1f}"),
        ("rim of the carrier's pocket", f"{assembly.carrier_top(m):.1f}"),
        ("tag under a tile on the overlay and the opal sheet", f"{tag:.1f}"),
        ("**from coil to tag**", f"**{tag - coil:.1f}**")])


def _evening_wires(design: Design) -> str:
    return table(("from", "pin", "to", "Pico's leg", "colour"),
                  [(w.part, w.pin, w.to, str(w.at or "-"), w.colour)
                   for w in breadboard.wires(design)])


def _evening_bill(design: Design) -> str:
    rows = [(line.part, f"{line.quantity:g}", f"{line.cents / 100:.2f}")
            for line in breadboard.bill(design)]
    total = sum(line.cents for line in breadboard.bill(design)) / 100
    more = breadboard.shops(design) - 1
    post = more * float(design.parts["parcel_post"]["price_usd"])
    return table(("part", "how many", "USD"), [
        *rows, ("**together, if one shop has it all**", "", f"**{total:.2f}**"),
        (f"postage of {more} more shops, as the parts list has them", str(more), f"{post:.2f}"),
        ("**together then**", "", f"**{total + post:.2f}**")])


def _facing_wires(design: Design) -> str:
    named = pins.table(design.pins, True)
    return table(("wire", "colour", "from", "on the strip board"),
                 [(net, colour, end, ", ".join(joined))
                  for net, colour, end, joined in facings.wires(design, named)])


MAKERS = {"facing_wires": _facing_wires,
          "evening_wires": _evening_wires, "evening_bill": _evening_bill,
          "rules": _rules, "ways": _ways,
          "pins": _pins, "ladder": _ladder, "power": _power, "loads": _loads, "parts": _parts,
          "tags": _tags, "reach": _reach, "needs_print": _needs("4-print"),
          "needs_solder": _needs("5-solder"), "needs_wire": _needs("6-wire"),
          "needs_tags": _needs("8-tags"), "ribbon": _ribbon, "bits": _bits, "prints": _prints}


def fill(text: str, design: Design, name: str = "document") -> str:
    """Return `text` with all its tables made again. Raises SourceError for an unknown name."""
    def made(match: re.Match[str]) -> str:
        if match[2] not in MAKERS:
            line = text[:match.start()].count("\n") + 1
            raise SourceError(f"{name}:{line}", f"no table {match[2]!r}",
                              f"Take one of {', '.join(MAKERS)}")
        return f"{match[1]}\n{MAKERS[match[2]](design)}\n{match[3]}"
    return _MARK.sub(made, text)


def pages() -> list[Path]:
    """Return the Markdown files that may hold tables."""
    found = sorted((ROOT / "hardware").rglob("*.md"))
    return [path for path in (ROOT / "README.md", *found) if path.is_file()]


def documents(design: Design) -> dict[Path, str]:
    """Return {path: text} of the documents that hold a made table."""
    files = {}
    for path in pages():
        text = path.read_text(encoding="utf-8")
        if _MARK.search(text):
            files[path] = fill(text, design, path.name)
    return files
