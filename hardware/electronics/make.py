"""Makes and checks the electronics with the real tools, in .venv-hardware with KiCad 9 installed.

`python -m hardware.electronics.make`: SKiDL netlists and rules check, schematics and boards,
KiCad's own checks (rules, netlist equality, design rules, parity), then drawings, fabrication
files, interactive bills and pictures. All of it is made in build/. Changed files for makers are
copied to electronics/out/; the rest goes into the archive (hardware/archive.py).
"""

import csv
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from PIL import Image

from hardware import archive, bills, fingerprints, pins, rules
from hardware.electronics import (
    circuits,
    facings,
    netlists,
    schematic,
    symbols,
    trace_resistance,
)
from hardware.electronics.interactive_bill import one_bill
from hardware.electronics.netlists import BUILD
from hardware.electronics.positions import middles
from hardware.electronics.sexpr import find, parse
from hardware.source import ROOT, Design

OUT = ROOT / "hardware" / "electronics" / "out"       # committed
WORK, MADE = BUILD / "kicad", BUILD / "out"           # made here
SHARE = Path("/usr/share/kicad")
BOARDS = ("block", "main", "hall")
SHEETS = (*BOARDS, "facing")  # whose sensors you wire by hand, without a board of their own
FAB_LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.Silkscreen,B.Silkscreen,F.Paste,Edge.Cuts"


class ToolError(Exception):
    """A tool's check failed."""


def run(*command: object, **more: Any) -> str:
    """Run a tool with KiCad's settings in build/; raises ToolError with its words."""
    environment = os.environ | {
        "KICAD_CONFIG_HOME": str(BUILD / "config"),
        "KICAD9_SYMBOL_DIR": str(SHARE / "symbols"),
        "KICAD9_FOOTPRINT_DIR": str(SHARE / "footprints"),
        "KICAD9_3DMODEL_DIR": str(SHARE / "3dmodels"),
        "INTERACTIVE_HTML_BOM_NO_DISPLAY": "1"}
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          env=environment, cwd=ROOT, **more)
    if done.returncode:
        raise ToolError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return str(done.stdout)


def settings() -> None:
    """Write KiCad's library tables into a folder of our own: without them each symbol causes a
    warning."""
    for folder in (BUILD / "config", BUILD / "config" / "9.0"):
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("sym-lib-table", "fp-lib-table"):
            shutil.copy(SHARE / "template" / name, folder / name)


def sheets_of(design: Design) -> dict[str, circuits.Circuit]:
    """Return {name: circuit} of the schematics that are made."""
    made = (circuits.block(design.boards), circuits.main_board(pins.table(design.pins)),
            circuits.hall_block(design.boards), facings.sensors())
    return {circuit.name: circuit for circuit in made}


def sheets(design: Design) -> dict[str, str]:
    """Return {name: text} of the project files and schematics."""
    files = {"hw.kicad_sym": symbols.library(),
             "sym-lib-table": '(sym_lib_table (version 7)\n  (lib (name "hw")'
             '(type "KiCad")(uri "${KIPRJMOD}/hw.kicad_sym")(options "")(descr ""))\n)\n'}
    for circuit in sheets_of(design).values():
        files[f"{circuit.name}.kicad_sch"] = schematic.write(circuit, design.parts)
        files[f"{circuit.name}.kicad_pro"] = json.dumps(
            {"meta": {"filename": f"{circuit.name}.kicad_pro", "version": 3}}) + "\n"
    return files


def nets_of(path: Path) -> dict[str, set[tuple[str, str]]]:
    """Return {net: {(ref, pin)}} of a netlist in KiCad's form; nets of one pin are left out."""
    tree = parse(path.read_text(encoding="utf-8"))
    nets = {}
    for net in find(find(tree, "nets")[0], "net"):
        name = find(net, "name")[0][1].strip('"')
        nodes = {(find(node, "ref")[0][1].strip('"'), find(node, "pin")[0][1].strip('"'))
                 for node in find(net, "node")}
        if len(nodes) > 1:
            nets[name] = nodes
    return nets


def same_netlist(circuit: circuits.Circuit, path: Path) -> None:
    """Raise ToolError unless the netlist at `path` is that of `circuit`, net for net."""
    ours = {name: set(nodes) for name, nodes in circuit.nets().items()}
    theirs = nets_of(path)
    if ours != theirs:
        names = sorted(n for n in ours.keys() | theirs.keys() if ours.get(n) != theirs.get(n))
        raise ToolError(f"{path.name}: nets differ from circuits.py: {', '.join(names)}")


def electrical() -> str:
    """Make the netlists of all boards and tables with SKiDL, run its rules check, and compare them
    with circuits.py; return a line about each."""
    said = run(sys.executable, "-m", "hardware.electronics.netlists", BUILD)
    for circuit, _ in netlists.every():
        same_netlist(circuit, BUILD / f"{circuit.name}.net")
    return said


def drawn(known: dict[str, circuits.Circuit]) -> None:
    """Run KiCad's rules check of the schematics, and compare their netlists with circuits.py."""
    for name in SHEETS:
        sheet = WORK / f"{name}.kicad_sch"
        run("kicad-cli", "sch", "erc", "--severity-all", "--exit-code-violations",
            "-o", BUILD / f"{name}.erc", sheet)
        run("kicad-cli", "sch", "export", "netlist", "-o", BUILD / f"{name}.sch.net", sheet)
        same_netlist(known[name], BUILD / f"{name}.sch.net")
        print(f"{name}: schematic without violation, its nets equal to circuits.py")


def printed() -> None:
    """Place and route the boards, then check design rules and parity with the schematic."""
    with ThreadPoolExecutor(2) as both:
        list(both.map(lambda name: run("/usr/bin/python3", "-m", "hardware.electronics.pcb", WORK,
                                       name), BOARDS))
    for name in BOARDS:
        check_board(WORK / f"{name}.kicad_pcb")
        print(f"{name}: board without violation, all connected, equal to its schematic")


def check_board(path: Path) -> None:
    run("kicad-cli", "pcb", "drc", "--severity-all", "--schematic-parity",
        "--exit-code-violations", "--format", "json", "-o", BUILD / f"{path.stem}.drc.json", path)


def _steady(text: str) -> str:
    """Return a fabrication file without its date and time."""
    text = re.sub(r"(?m)^.*(CreationDate|; DRILL file|date ).*\n", "", text)
    return re.sub(r"(?m)^(G04 Created by KiCad.*) date .*\*$", r"\1*", text)


def fabrication(name: str, design: Design) -> None:
    """Make the fabricator's archive of a board: Gerbers, separate drill files for plated and bare
    holes, and for assembly the positions and parts in the columns that common services read."""
    board, folder = WORK / f"{name}.kicad_pcb", BUILD / f"fab_{name}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    run("kicad-cli", "pcb", "export", "gerbers", "--layers", FAB_LAYERS, "-o", f"{folder}/", board)
    run("kicad-cli", "pcb", "export", "drill", "--excellon-separate-th", "-o", f"{folder}/", board)
    positions = BUILD / f"{name}-pos.csv"
    run("kicad-cli", "pcb", "export", "pos", "--format", "csv", "--units", "mm", "-o", positions,
        board)
    at = middles(board)
    with positions.open(encoding="utf-8", newline="") as file:
        placed = [(r["Ref"], *(f"{value:.6f}" for value in at[r["Ref"]]), r["Side"].capitalize(),
                   r["Rot"]) for r in csv.DictReader(file)]
    _table(folder / f"{name}-positions.csv", ("Designator", "Mid X", "Mid Y", "Layer", "Rotation"),
           placed)
    refs: dict[str, list[tuple[str, str]]] = {}
    fitted = bills.Bills(design).fitted
    for part in sheets_of(design)[name].components.values():
        refs.setdefault(fitted(part.part), []).append((part.ref, part.part))
    _table(folder / f"{name}-bom.csv", ("Comment", "Designator", "Footprint", "Part number"),
           [(design.parts[part]["value"], ",".join(ref for ref, _ in names),
             design.parts[names[0][1]]["footprint"].split(":")[1], design.parts[part]["mpn"])
            for part, names in refs.items()])
    with zipfile.ZipFile(fab(name), "w", zipfile.ZIP_DEFLATED) as archive_:
        for path in sorted(folder.iterdir()):
            entry = zipfile.ZipInfo(path.name, (2026, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive_.writestr(entry, _steady(path.read_text(encoding="utf-8")), compresslevel=9)


def _products(name: str, design: Design) -> None:
    pictured_sheet(name)
    fabrication(name, design)
    pictures(name)
    large_pictures(name)


def fab(name: str) -> Path:
    """Return the path of the fabricator's archive of a board."""
    return archive.folder("electronics") / f"{name}-fab.zip"


def _table(path: Path, head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows((head, *rows))


def pictures(name: str) -> None:
    """Make a picture of the board for out/, and its interactive bill."""
    out, board = MADE / name, WORK / f"{name}.kicad_pcb"
    run(BUILD / "ibom-venv" / "bin" / "generate_interactive_bom", "--no-browser",
        "--dest-dir", BUILD / name, "--name-format", "bill", board)
    run("kicad-cli", "pcb", "render", "-w", "1120", "-h", "840", "--background", "opaque",
        "--perspective", "--rotate", "-35,0,20", "--zoom", "0.95", "-o", out / "board.png", board)
    _palette(out / "board.png")


def pictured_sheet(name: str) -> None:
    """Make a picture of a schematic for out/, where the pages show it, and a PDF for the
    archive."""
    (MADE / name).mkdir(parents=True, exist_ok=True)
    path = archive.folder("electronics", name) / "schematic.pdf"
    run("kicad-cli", "sch", "export", "pdf", "-o", path, WORK / f"{name}.kicad_sch")
    run("pdftocairo", "-png", "-singlefile", "-r", 130, path, MADE / name / "schematic")
    _palette(MADE / name / "schematic.png", 8)


def _palette(path: Path, colours: int = 256) -> None:
    """Reduce a picture to some colours: 256 are enough for a computed board, and take 40 % of the
    bytes."""
    with Image.open(path) as picture:
        small = picture.convert("RGB").quantize(colours, dither=Image.Dither.NONE)
    small.save(path, optimize=True)


def large_pictures(name: str) -> None:
    """Make a STEP file and a large picture, for the archive."""
    board, large = WORK / f"{name}.kicad_pcb", archive.folder("electronics")
    run("kicad-cli", "pcb", "export", "step", "--force", "--board-only", "-o",
        large / f"{name}.step", board)
    run("kicad-cli", "pcb", "render", "-w", "2400", "-h", "1800", "--background", "opaque",
        "-o", large / f"{name}.png", board)


def ibom() -> None:
    """Return the maker of interactive bills, in an environment that sees KiCad's own Python."""
    run("/usr/bin/python3", "-m", "venv", "--system-site-packages", BUILD / "ibom-venv")
    run(BUILD / "ibom-venv" / "bin" / "pip", "install", "-q", "--disable-pip-version-check",
        "-r", ROOT / "hardware" / "electronics" / "ibom.lock")


def _content(path: Path) -> list[str]:
    """Return the relevant content of a KiCad file, without random numbers and the order of its
    items."""
    text = re.sub(r'"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"', "", path.read_text("utf-8"))
    return sorted(line.strip() for line in text.splitlines())


def keep(name: str) -> None:
    """Put the KiCad files into the archive, and copy the files for makers to out/ if they differ
    from the last time (out/NAME/made-from.txt)."""
    large = archive.folder("electronics", "kicad")
    digest = hashlib.sha256()
    for path in sorted(WORK.glob(f"{name}.kicad_*")):
        if path.suffix in (".kicad_sch", ".kicad_pcb", ".kicad_pro"):
            shutil.copy(path, large / path.name)
            digest.update("\n".join(_content(path)).encode())
    for path in (WORK / "hw.kicad_sym", WORK / "sym-lib-table"):
        shutil.copy(path, large / path.name)
    mark = OUT / name / "made-from.txt"
    said = f"{digest.hexdigest()}\n"
    if mark.is_file() and mark.read_text() == said and all(
            (OUT / name / path.name).is_file() for path in (MADE / name).iterdir()):
        print(f"{name}: as committed")
        return
    shutil.rmtree(OUT / name, ignore_errors=True)
    shutil.copytree(MADE / name, OUT / name)
    mark.write_text(said)
    print(f"{name}: changed, copied to {OUT.relative_to(ROOT)}")


def main() -> None:
    design = Design()
    settings()
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    for name, text in sheets(design).items():
        (WORK / name).write_text(text, encoding="utf-8")
    with ThreadPoolExecutor(1) as beside:  # the tools run in processes of their own
        netlisted = beside.submit(electrical)
        drawn(sheets_of(design))
        printed()
        copper = trace_resistance.measure(WORK)
        ibom()
        with ThreadPoolExecutor(2) as both:
            list(both.map(lambda name: _products(name, design), BOARDS))
        pictured_sheet("facing")
        print(netlisted.result(), end="")
    for name in SHEETS:
        keep(name)
    bill = archive.folder("electronics") / "interactive-bill.html"
    bill.write_text(one_bill({name: (BUILD / name / "bill.html").read_text() for name in BOARDS}))
    trace_resistance.keep(copper)
    rules.found(design)
    fingerprints.record("electronics", design)


if __name__ == "__main__":
    try:
        main()
    except ToolError as error:
        sys.exit(str(error))
