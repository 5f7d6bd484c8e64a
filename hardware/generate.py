"""Makes all products that need no tool from the sources; each function returns {path: content}."""

from pathlib import Path

from hardware import bills, boards, breadboard, pins, power, tables
from hardware.artwork import overview
from hardware.harness import topview
from hardware.mechanics import cross_section
from hardware.source import ROOT, Design
from hardware.wiring import module

WIRING = ROOT / "firmware" / "table" / "wiring"


Files = dict[Path, str | bytes]


def wiring(design: Design) -> Files:
    """Return {path: text} of the board profiles."""
    hz = design.pins.need("bus", "hz", int)
    budgets = power.Power(design.power)
    made: Files = {WIRING / f"{name}.py": module(board, pins.table(design.pins, board.facings), hz,
                                                 budgets.budget(board))
                   for name, board in boards.boards(design.boards).items()}
    return made


def breadboards(design: Design) -> Files:
    """Return {path: text} of the breadboard builds' profiles and pictures."""
    table, budgets = pins.table(design.pins), power.Power(design.power)
    hz = design.pins.need("bus", "hz", int)
    made: Files = {WIRING / f"{name}.py": module(board, table, hz, budgets.budget(board))
                   for name, board in boards.breadboards(design.boards).items()}
    folder = ROOT / "hardware" / "harness"
    return made | {folder / "evening.svg": breadboard.picture(design),
                   folder / "evening" / "rails.svg": breadboard.rails_picture(design)}


def views(design: Design) -> Files:
    """Return {path: text} of the boards from above, of a block in section, and of the pieces."""
    folder = ROOT / "hardware" / "harness" / "top"
    mouth = design.mechanics.need("top", "mouth", (int, float))
    made: Files = {folder / f"{name}.svg": topview.view(board, mouth)
                   for name, board in boards.boards(design.boards).items()}
    return made | {ROOT / "hardware" / "mechanics" / "section.svg": cross_section.view(design),
                   ROOT / "hardware" / "artwork" / "pieces.svg": overview.picture()}


def everything(design: Design) -> Files:
    """Return {path: content} of all products that need no tool: profiles, bills, views, tables of
    documents."""
    return (wiring(design) | breadboards(design) | bills.files(design) | views(design)
            | tables.documents(design))


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content


def stale(files: Files) -> list[Path]:
    """Return the paths of `files` whose content on disk differs."""
    return [path for path, content in files.items() if _content(path) != _bytes(content)]


def write(files: Files) -> list[Path]:
    """Write the files that differ; returns their paths."""
    changed = stale(files)
    for path in changed:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_bytes(files[path]))
    return changed
