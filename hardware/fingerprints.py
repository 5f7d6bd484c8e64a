"""Fingerprints of the sources of the heavy tools' products, kept in hardware/made.json.

`make test` does not run these tools: it compares fingerprints, and so finds products that are
older than their sources. `make hardware` makes everything again and writes the fingerprints.
Comments, docstrings and types do not count, since they change no product.
"""

import ast
import hashlib
import json
from typing import Any

from hardware import boards, pins
from hardware.electronics import circuits
from hardware.harness import plans
from hardware.source import ROOT, Design

MADE = ROOT / "hardware" / "made.json"
# Files whose every change may change a product.
CODE = {
    "electronics": ("electronics/circuits.py", "electronics/drawings.py",
                    "electronics/schematic.py", "electronics/symbols.py", "electronics/pcb.py",
                    "electronics/route.py", "electronics/layouts.py",
                    "electronics/trace_resistance.py"),
    "harness": ("harness/plans.py",),
    "artwork": ("artwork/draw.py", "artwork/pieces.py", "artwork/cards.py",
                "artwork/overlays.py", "artwork/maps.py", "artwork/sheets.py"),
    "mechanics": ("mechanics/parts.py", "mechanics/map_frames.py", "design/mechanics.toml"),
}


def _electronics(design: Design) -> str:
    table = pins.table(design.pins)
    made = []
    for circuit in (circuits.block(design.boards), circuits.main_board(table),
                    circuits.hall_block(design.boards)):
        for part in circuit.components.values():
            row = design.parts[part.part]
            made.append((part.ref, part.pins, row["symbol"], row["footprint"], row["value"]))
    return repr(made)


def _harness(design: Design) -> str:
    return repr(plans.every(design, boards, circuits, pins))


def _mechanics(design: Design) -> str:
    return repr(design.boards.data["block"])


DATA = {"electronics": _electronics, "harness": _harness, "mechanics": _mechanics}


_TYPES = ("annotation", "returns", "type_params", "type_comment", "kind")  # fields of a node


def _has_no_effect(node: ast.AST) -> bool:
    """Is a statement only for mypy, or only a text?"""
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING"
    if isinstance(node, ast.ImportFrom):
        return ast.unparse(node) in ("from __future__ import annotations",
                                     "from typing import TYPE_CHECKING")
    if isinstance(node, ast.AnnAssign):
        return node.value is None
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def essence(node: Any) -> Any:
    """Return the effective part of a syntax tree, as nested lists, without comments, docstrings
    and types."""
    if isinstance(node, list):
        return [essence(one) for one in node if not _has_no_effect(one)]
    if not isinstance(node, ast.AST):
        return repr(node)
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        node = ast.Assign([node.target], node.value)
    found = [(name, essence(value)) for name, value in ast.iter_fields(node) if name not in _TYPES]
    return [type(node).__name__, *(one for one in found if one[1] not in ([], "None"))]


def fingerprint(kind: str, design: Design) -> str:
    """Return a hex digest of all sources of the products of `kind`."""
    digest = hashlib.sha256()
    for name in CODE[kind]:
        text = (ROOT / "hardware" / name).read_text(encoding="utf-8")
        digest.update((repr(essence(ast.parse(text))) if name.endswith(".py") else text).encode())
    if kind in DATA:
        digest.update(DATA[kind](design).encode())
    return digest.hexdigest()


def recorded() -> dict[str, str]:
    """Return {kind: fingerprint} of the last products."""
    return json.loads(MADE.read_text()) if MADE.is_file() else {}


def record(kind: str, design: Design) -> None:
    """Note that the products of `kind` are fresh; two makers may do so at once."""
    import fcntl  # where the tools run
    with open(ROOT / "hardware" / "make.sh") as one_at_a_time:
        fcntl.flock(one_at_a_time, fcntl.LOCK_EX)
        made = recorded() | {kind: fingerprint(kind, design)}
        MADE.write_text(json.dumps(made, indent=1, sort_keys=True) + "\n")


def stale(design: Design) -> list[str]:
    """Return the kinds whose products are older than their sources."""
    made = recorded()
    return [kind for kind in CODE if made.get(kind) != fingerprint(kind, design)]
