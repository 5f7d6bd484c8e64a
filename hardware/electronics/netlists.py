"""SKiDL: electrical rules and netlists of the circuits. Runs in .venv-hardware.

`python -m hardware.electronics.netlists OUT` writes OUT/<name>.net for each circuit and fails on
any error *or warning* of the electrical rules check.
"""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from hardware import pins
from hardware.electronics import circuits, facings, symbols
from hardware.source import ROOT, Design, Parts

BUILD = ROOT / "build" / "hardware" / "electronics"
SYMBOLS = Path("/usr/share/kicad/symbols")
BUILD.mkdir(parents=True, exist_ok=True)
for version in range(5, 11):  # SKiDL warns about every version that it cannot find
    os.environ.setdefault(f"KICAD{version}_SYMBOL_DIR", str(SYMBOLS))
os.environ.setdefault("KICAD_SYMBOL_DIR", str(SYMBOLS))
with contextlib.chdir(BUILD):  # SKiDL opens its logs in the current folder
    import skidl


TABLES = (1, 4, 9, 16)


def build(circuit: circuits.Circuit, parts: Parts) -> skidl.Circuit:
    """Return the circuit in SKiDL. Raises ValueError for a pin of the symbol that our circuit
    lacks."""
    made = skidl.Circuit(name=circuit.name)
    nets = {name: skidl.Net(name, circuit=made) for name in circuit.nets()}
    for component in circuit.components.values():
        row = parts[component.part]
        library, name = row["symbol"].split(":")
        part = skidl.Part(library, name, ref=component.ref, value=row["value"],
                          footprint=row["footprint"], tag=component.ref, circuit=made,
                          tool=skidl.KICAD9)
        # A pin is found by its number: part[...] would look for its name too.
        have = {pin.num: pin for pin in part.pins}
        said = {str(number) for number in component.pins}
        if set(have) != said:
            raise ValueError(f"{circuit.name} {component.ref}: pins {sorted(set(have) ^ said)} "
                             f"of {row['symbol']} and of the circuit differ")
        for number, net in component.pins.items():
            if net is circuits.NC:
                made.NC += have[str(number)]
            else:
                nets[net] += have[str(number)]
    for name in circuits.POWER_NETS:
        if name in nets:
            nets[name].drive = skidl.POWER
    for name in ("+5V_FUSED", "+5V_LOGIC", "VSYS"):  # behind a fuse or a diode
        for net in nets:
            if net.endswith(name):
                nets[net].drive = skidl.POWER
    return made


def check(made: skidl.Circuit) -> tuple[int, int]:
    """Return (errors, warnings) of the electrical rules check."""
    made.ERC()
    log = skidl.erc_logger
    return log.error.count, log.warning.count


def every() -> Iterator[tuple[circuits.Circuit, Design]]:
    """Return all circuits that are checked: the three boards, the facing sensors, and
    tables of 1, 4, 9 and 16 blocks."""
    design = Design()
    table = pins.table(design.pins)
    yield circuits.block(design.boards), design
    yield circuits.main_board(table), design
    yield circuits.hall_block(design.boards), design
    yield facings.sensors(), design
    yield facings.with_facings(design, pins.table(design.pins, True), 1), design
    for blocks in TABLES:
        yield circuits.table(table, design.boards, blocks), design


def make(out: str | Path) -> int:
    """Write all netlists into `out`; returns the number of errors and warnings."""
    out = Path(out).resolve()
    out.mkdir(parents=True, exist_ok=True)
    (out / "hw.kicad_sym").write_text(symbols.library())
    skidl.lib_search_paths[skidl.KICAD9] = [str(out), str(SYMBOLS)]
    with contextlib.chdir(out):  # SKiDL leaves its copy of the symbols in the current folder
        return sum(_one(circuit, design, out) for circuit, design in every())


def _one(circuit: circuits.Circuit, design: Design, out: Path) -> int:
    """Check a circuit and write its netlist; returns the number of errors and warnings."""
    skidl.erc_logger.error.reset()
    skidl.erc_logger.warning.reset()
    made = build(circuit, design.parts)
    errors, warnings = check(made)
    made.generate_netlist(file_=str(out / f"{circuit.name}.net"), tool=skidl.KICAD9)
    print(f"{circuit.name:8} {len(circuit.components):4} parts {len(circuit.nets()):4} nets "
          f"{errors} errors {warnings} warnings")
    return errors + warnings


if __name__ == "__main__":
    sys.exit(1 if make(sys.argv[1]) else 0)
