"""Compares the guide with the bills: a step uses every part of a bill, and names it. [steps] of
bills.toml says which step uses what; this searches the pages for the words."""

import re
from pathlib import Path
from typing import Any

from hardware import bills, boards, pins
from hardware.electronics import circuits
from hardware.source import ROOT, Design

DOCS = ROOT / "hardware" / "docs"
_SOLDER = "5-solder"
MADE = re.compile(r"<!-- made: \w+ -->.*?<!-- end -->", re.S)
# Words for bought things: a step that has one of these words uses such a part.
THINGS = ("header", "housing", "lead of", "socket", "terminal strip", "screw", "ribbon", "jack",
           "brick", "tape", "feet", "opal sheet", "overlay", "magnet", "display", "knob", "string")


def prose(text: str) -> str:
    """Return the words of a page, without its made tables, in lower case and single blanks."""
    return " ".join(MADE.sub("", text).split()).lower()


def soldered(design: Design) -> set[str]:
    """Return the parts of all circuits, which the interactive bill shows one by one."""
    made = (circuits.block(design.boards), circuits.main_board(pins.table(design.pins)),
            circuits.hall_block(design.boards))
    fitted = bills.Bills(design).fitted
    return {fitted(part) for circuit in made for part in circuit.parts()}


def bought(design: Design) -> dict[str, Any]:
    """Return {part: {board: quantity}} of all bills."""
    bill = bills.Bills(design)
    found: dict[str, Any] = {}
    for name, board in boards.boards(design.boards).items():
        for line in bill.lines(board):
            found.setdefault(line.part, {})[name] = line.quantity
    return found


def used(design: Design) -> Any:
    """Return {step: {part: words}} of bills.toml, with the soldered parts in step 5."""
    steps = {step: dict(parts) for step, parts in design.bills.data["steps"].items()}
    for part in soldered(design):
        steps[_SOLDER].setdefault(part, "")
    return steps


def check(design: Design, docs: Path = DOCS) -> list[tuple[str, ...]]:
    """Return a row for rules.py. Raises SourceError for a part without a step, or a step's part
    without a bill."""
    recipe, steps, parts = design.bills, used(design), bought(design)
    pages = {step: prose((docs / f"{step}.md").read_text(encoding="utf-8")) for step in steps}
    for part in parts:
        if not any(part in named for named in steps.values()):
            raise recipe.error("steps.6-wire", None, f"{part} is in a bill and in no step of the "
                               "guide", "Name it under the [steps] where it is used, and there")
    for step, named in steps.items():
        for part, words in named.items():
            if part not in parts:
                raise recipe.error(f"steps.{step}", part, f"step {step} uses {part}, which is in "
                                   "no bill", "Put it into the bill, or take it out of the step")
            if words.lower() not in pages[step]:
                raise recipe.error(f"steps.{step}", part, f"{step}.md does not say {words!r}, "
                                   f"though {part} is used there", "Say what to do with it")
    for step in steps:
        for thing in THINGS:
            said = any(thing in f"{words} {design.parts[part]['what']}".lower()
                       for other in steps.values() for part, words in other.items())
            if thing in pages[step] and not said:
                raise recipe.error(f"steps.{step}", None, f"{step}.md speaks of a {thing}, and no "
                                   "part of a step is one", "Put it into [steps] and the bill")
    _references(design, pages[_SOLDER])
    count = sum(map(len, steps.values()))
    return [(f"guide: {len(parts)} parts of the bills, each in a step that names it", str(count),
             "all", "-", "whether you can follow it: tell us where not")]


def _references(design: Design, page: str) -> None:
    """Raise SourceError for a reference in step 5 that no board has."""
    known = {ref for circuit in (circuits.block(design.boards),
                                 circuits.main_board(pins.table(design.pins)),
                                 circuits.hall_block(design.boards))
             for ref in circuit.components}
    for ref in re.findall(r"\*\*([a-z]+\d+)\*\*", page):
        if ref.upper() not in known:
            raise design.bills.error(f"steps.{_SOLDER}", None, f"5-solder.md speaks of "
                                     f"{ref.upper()}, which no board has", "Mend the page")


def needs(design: Design, step: Any) -> tuple[Any, ...]:
    """Return [(what, quantities of the boards)] for the table at the head of a step, in the order
    of parts.csv; leaves out parts that the interactive bill lists."""
    parts, named = bought(design), design.bills.data["steps"][step]
    names = list(boards.boards(design.boards))
    return names, [(row["what"], *(f"{parts[part][name]:g}" if name in parts[part] else "-"
                                   for name in names))
                   for part, row in design.parts.rows.items() if part in named and part in parts]
