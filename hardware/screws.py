"""Checks every screw of the printed parts: it passes through the part that it holds, bites far
enough into the print, and its tip stays inside. In mm; thread and length are those of the bill's
part.

Thread data: ISO 261 (pitch of the coarse thread) and ISO 273 (clearance holes, fine to coarse).
"""

import re
from typing import NamedTuple

from hardware.assembly import value
from hardware.source import Design, Toml


class Thread(NamedTuple):
    diameter: float
    pitch: float
    least_free: float
    most_free: float


THREADS = {"M2": Thread(2, 0.4, 2.2, 2.6), "M2.5": Thread(2.5, 0.45, 2.7, 3.1),
           "M3": Thread(3, 0.5, 3.2, 3.6), "M4": Thread(4, 0.7, 4.3, 4.8)}
_BITE = 1.5     # diameters of thread that hold in a print
_SHALLOW = 0.7  # of a pitch: the least by which the hole is narrower than the thread
_TIP = 0.2      # between the tip and the hole's end


class Screw(NamedTuple):
    """`through`: thickness of what the screw passes; `deep`: of the hole that it cuts into; `hole`
    and `free`: their (table, key) in mechanics.toml, `free` None where the hole is in a bought
    board."""

    name: str
    part: str
    through: float
    deep: float
    hole: tuple[str, str]
    free: tuple[str, str] | None
    per: int


def screws(m: Toml) -> list[Screw]:
    """Return every kind of place for a screw."""
    post, board = value(m, "board", "post"), value(m, "board", "thick")
    m3, free = ("screw", "m3"), ("screw", "m3_free")
    return [
        Screw("a block's circuit board", "screw_m3", board, value(m, "frame", "floor") + post, m3,
              None, 4),
        Screw("the main board", "screw_m3", board,
              value(m, "box", "floor") + post - value(m, "box", "skin"), m3, None, 4),
        Screw("the box's lid", "screw_m3", value(m, "box", "lid"), value(m, "box", "lid_hole"),
              m3, free, 4),
        Screw("the pad's lid", "screw_m3", value(m, "pad", "lid"), value(m, "pad", "hole"), m3,
              free, 4),
        Screw("the display", "screw_m2", value(m, "display", "board"),
              value(m, "display", "boss") + value(m, "box", "lid") - value(m, "display", "skin"),
              ("screw", "m2"), None, 4)]


def sizes(text: str) -> list[tuple[str, float]]:
    """Return [(thread, length)] of all screws in `text`, such as M3 x 8 or M2x5."""
    return [(thread, float(length)) for thread, length in
            re.findall(r"\b(M\d+(?:\.\d+)?) ?x ?(\d+(?:\.\d+)?)", text)]


def fault(screw: Screw, thread: str, length: float, hole: float,
          free: float | None) -> tuple[str, str] | None:
    """Return (what, cure) of a screw of `length` in its holes, or None."""
    if thread not in THREADS:
        return f"no thread {thread}", f"Take one of {', '.join(THREADS)}"
    t = THREADS[thread]
    least, most = t.diameter - t.pitch, t.diameter - _SHALLOW * t.pitch
    if not least - 1e-9 <= hole <= most + 1e-9:
        return (f"a screw {thread} cuts no thread that holds into a hole of {hole:g} mm",
                f"Make the hole {least:g} to {most:.2f} mm wide")
    if free is not None and not t.least_free <= free <= t.most_free:
        return (f"a screw {thread} in a clearance hole of {free:g} mm",
                f"Make it {t.least_free:g} to {t.most_free:g} mm wide")
    bite = length - screw.through
    if bite < _BITE * t.diameter - 1e-9:
        return (f"a screw {thread}x{length:g} bites {bite:.1f} mm, {_BITE * t.diameter:g} are "
                "wanted", "Take a longer one")
    if bite > screw.deep - _TIP + 1e-9:
        return (f"a screw {thread}x{length:g} reaches {bite:.1f} mm into a hole of "
                f"{screw.deep:.1f} mm", "Take a shorter one, or deepen the hole")
    return None


def check(design: Design) -> list[tuple[str, ...]]:
    """Return rows for rules.py."""
    m, spare = design.mechanics, []
    for screw in screws(m):
        row = design.parts[screw.part]
        where = f"{design.parts.path.name}:{row['line']}"
        bought = sizes(f"{row['what']}, {row['value']}, {row['mpn']}")
        if not bought or len(set(bought)) > 1:
            raise design.parts.error(screw.part, f"{screw.part} has no one size: {bought}",
                                     "Write it alike in what, value and mpn, as M3x8")
        for thread, length in [bought[0], *sizes(row["substitute"])]:
            hole = value(m, *screw.hole)
            free = value(m, *screw.free) if screw.free else None
            found = fault(screw, thread, length, hole, free)
            if found:
                at = m.where(*screw.hole)
                cure = f"{found[1]} ({where}" + (f", {at})" if "hole" in found[0] else ")")
                if "thread that holds" in found[0]:
                    raise m.error(*screw.hole, f"{screw.name}: {found[0]}", cure)
                if screw.free and "clearance" in found[0]:
                    raise m.error(*screw.free, f"{screw.name}: {found[0]}", cure)
                raise design.parts.error(screw.part, f"{screw.name}: {found[0]}", cure)
            spare.append((screw.deep - (length - screw.through), screw.name))
    _counts(design)
    tip, name = min(spare)
    return [(f"{len(spare)} kinds of screws: pass, bite and stay inside; tightest {name}",
             f"{tip:.1f} mm before the hole's end", f"{_TIP} mm", f"{tip - _TIP:.1f} mm",
             "how wide your printer makes a hole of 2.5 mm: try one screw")]


def _counts(design: Design) -> None:
    """Raise SourceError if the bill's screws are not those of the places."""
    recipe, m = design.bills, design.mechanics
    wanted: dict[tuple[str, str], int] = {}
    for screw in screws(m):
        table = "block" if "block's" in screw.name else "board"
        wanted[table, screw.part] = wanted.get((table, screw.part), 0) + screw.per
    for (table, part), n in wanted.items():
        for at in (table, "hall_block") if table == "block" else (table,):
            if recipe.need(at, part, int) != n:
                raise recipe.error(at, part, f"{recipe.data[at][part]} screws {part}, and {n} "
                                   "places for them", f"Buy {n}")
