"""Makes and checks the electronics with the real tools, in .venv-hardware with KiCad 9 installed.

`python -m hardware.electronics.make`: SKiDL netlists and rules check, schematics and boards,
KiCad's own checks (rules, netlist equality, design rules, parity), then drawings, fabrication
files, interactive bills and pictures. All of it is made in build/; what differs from the
committed files in electronics/kicad/ and electronics/out/ is then copied there.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from hardware import freshness, pins
from hardware.electronics import circuits, netlists, schematic, symbols
from hardware.electronics.netlists import BUILD
from hardware.electronics.sexpr import find, parse
from hardware.source import ROOT, Design

KICAD = ROOT / "hardware" / "electronics" / "kicad"   # committed
OUT = ROOT / "hardware" / "electronics" / "out"       # committed
WORK, MADE = BUILD / "kicad", BUILD / "out"           # made here
SHARE = Path("/usr/share/kicad")
BOARDS = ("block", "main")
FAB_LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.Silkscreen,B.Silkscreen,F.Paste,Edge.Cuts"


class Failed(Exception):
    """A check of a tool that did not pass."""


def run(*command, **more):
    """Runs a tool with KiCad's settings in build/; raises Failed with its words."""
    environment = os.environ | {
        "KICAD_CONFIG_HOME": str(BUILD / "config"),
        "KICAD9_SYMBOL_DIR": str(SHARE / "symbols"),
        "KICAD9_FOOTPRINT_DIR": str(SHARE / "footprints"),
        "KICAD9_3DMODEL_DIR": str(SHARE / "3dmodels"),
        "INTERACTIVE_HTML_BOM_NO_DISPLAY": "1"}
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          env=environment, cwd=ROOT, **more)
    if done.returncode:
        raise Failed(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def settings():
    """KiCad's library tables in a folder of our own: without them each symbol is a warning."""
    for folder in (BUILD / "config", BUILD / "config" / "9.0"):
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("sym-lib-table", "fp-lib-table"):
            shutil.copy(SHARE / "template" / name, folder / name)


def sheets(design):
    """{name: text} of the project files and schematics."""
    table = pins.table(design.pins)
    files = {"hw.kicad_sym": symbols.library(),
             "sym-lib-table": '(sym_lib_table (version 7)\n  (lib (name "hw")'
             '(type "KiCad")(uri "${KIPRJMOD}/hw.kicad_sym")(options "")(descr ""))\n)\n'}
    for circuit in (circuits.block(design.boards), circuits.main_board(table),
                    circuits.hall_block(design.boards)):
        files[f"{circuit.name}.kicad_sch"] = schematic.write(circuit, design.parts)
        files[f"{circuit.name}.kicad_pro"] = json.dumps(
            {"meta": {"filename": f"{circuit.name}.kicad_pro", "version": 3}}) + "\n"
    return files


def nets_of(path):
    """{net: {(ref, pin)}} of a netlist in KiCad's form; nets of one pin are left out."""
    tree = parse(path.read_text(encoding="utf-8"))
    nets = {}
    for net in find(find(tree, "nets")[0], "net"):
        name = find(net, "name")[0][1].strip('"')
        nodes = {(find(node, "ref")[0][1].strip('"'), find(node, "pin")[0][1].strip('"'))
                 for node in find(net, "node")}
        if len(nodes) > 1:
            nets[name] = nodes
    return nets


def same_netlist(circuit, path):
    """Raises Failed where the netlist at `path` is not that of `circuit`, net for net."""
    ours = {name: set(nodes) for name, nodes in circuit.nets().items()}
    theirs = nets_of(path)
    if ours != theirs:
        names = sorted(n for n in ours.keys() | theirs.keys() if ours.get(n) != theirs.get(n))
        raise Failed(f"{path.name}: nets differ from circuits.py: {', '.join(names)}")


def electrical(design):
    """Netlists of all boards and tables, the rules check, and equality with circuits.py."""
    bad = netlists.make(BUILD)
    if bad:
        raise Failed(f"SKiDL: {bad} errors and warnings")
    for circuit, _ in netlists.every():
        same_netlist(circuit, BUILD / f"{circuit.name}.net")
    return {c.name: c for c, _ in netlists.every()}


def drawn(known):
    """KiCad's rules check of the schematics, and their netlists against circuits.py."""
    for name in (*BOARDS, "hall"):
        sheet = WORK / f"{name}.kicad_sch"
        run("kicad-cli", "sch", "erc", "--severity-all", "--exit-code-violations",
            "-o", BUILD / f"{name}.erc", sheet)
        run("kicad-cli", "sch", "export", "netlist", "-o", BUILD / f"{name}.sch.net", sheet)
        same_netlist(known[name], BUILD / f"{name}.sch.net")
        print(f"{name}: schematic without violation, its nets equal to circuits.py")


def printed():
    """Places and routes the boards, then checks design rules and parity with the schematic."""
    run("/usr/bin/python3", "-m", "hardware.electronics.pcb", WORK)
    for name in BOARDS:
        check_board(WORK / f"{name}.kicad_pcb")
        print(f"{name}: board without violation, all connected, equal to its schematic")


def check_board(path):
    run("kicad-cli", "pcb", "drc", "--severity-all", "--schematic-parity",
        "--exit-code-violations", "--format", "json", "-o", BUILD / f"{path.stem}.drc.json", path)


def _steady(text):
    """A fabrication file without the moment of its making."""
    text = re.sub(r"(?m)^.*(CreationDate|; DRILL file|date ).*\n", "", text)
    return re.sub(r"(?m)^(G04 Created by KiCad.*) date .*\*$", r"\1*", text)


def fabrication(name):
    """fab.zip with Gerbers, drills and positions of a board."""
    board, folder = WORK / f"{name}.kicad_pcb", BUILD / f"fab_{name}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    run("kicad-cli", "pcb", "export", "gerbers", "--layers", FAB_LAYERS, "-o", f"{folder}/", board)
    run("kicad-cli", "pcb", "export", "drill", "-o", f"{folder}/", board)
    run("kicad-cli", "pcb", "export", "pos", "--format", "csv", "--units", "mm",
        "-o", folder / f"{name}-positions.csv", board)
    (MADE / name).mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(MADE / name / "fab.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.iterdir()):
            entry = zipfile.ZipInfo(path.name, (2026, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, _steady(path.read_text(encoding="utf-8")))


def pictures(name):
    """Schematic as PDF and PNG; for the boards a 3D picture, a STEP file and iBOM too."""
    out = MADE / name
    out.mkdir(parents=True, exist_ok=True)
    sheet, board = WORK / f"{name}.kicad_sch", WORK / f"{name}.kicad_pcb"
    run("kicad-cli", "sch", "export", "pdf", "-o", out / "schematic.pdf", sheet)
    run("pdftoppm", "-r", "110", "-png", "-singlefile", out / "schematic.pdf",
        out / "schematic")
    if name not in BOARDS:
        return
    run("kicad-cli", "pcb", "export", "step", "--force", "--board-only", "-o",
        BUILD / f"{name}.step", board)
    run("/usr/bin/python3", "-m", "venv", "--system-site-packages", BUILD / "ibom-venv")
    run(BUILD / "ibom-venv" / "bin" / "pip", "install", "-q", "--disable-pip-version-check",
        "-r", ROOT / "hardware" / "electronics" / "ibom.lock")
    run(BUILD / "ibom-venv" / "bin" / "generate_interactive_bom", "--no-browser",
        "--dest-dir", out, "--name-format", "bill", board)
    if not (SHARE / "3dmodels").is_dir():
        print(f"{name}: no 3D models here (Debian's kicad-packages3d): picture kept as it is")
        return
    run("kicad-cli", "pcb", "render", "-w", "1400", "-h", "1050", "--background", "opaque",
        "--quality", "high", "--perspective", "--rotate", "-25,0,8", "-o", out / "board.png",
        board)


def _content(path):
    """What matters in a file of KiCad: all but the random numbers and the order of its items."""
    text = re.sub(r'"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"', "", path.read_text("utf-8"))
    return sorted(line.strip() for line in text.splitlines())


def keep(name):
    """Copies a board's files to their committed places if they say something else."""
    here = sorted(WORK.glob(f"{name}.kicad_*"))
    here = [path for path in here if path.suffix in (".kicad_sch", ".kicad_pcb", ".kicad_pro")]
    fresh = all((KICAD / path.name).is_file() and _content(path) == _content(KICAD / path.name)
                for path in here)
    if fresh and all((OUT / name / p.name).is_file() for p in (MADE / name).iterdir()):
        print(f"{name}: as committed")
        return
    KICAD.mkdir(parents=True, exist_ok=True)
    for path in (*here, WORK / "hw.kicad_sym", WORK / "sym-lib-table"):
        shutil.copy(path, KICAD / path.name)
    shutil.copytree(MADE / name, OUT / name, dirs_exist_ok=True)
    print(f"{name}: changed, copied to {KICAD.relative_to(ROOT)} and {OUT.relative_to(ROOT)}")


def main():
    design = Design()
    settings()
    known = electrical(design)
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    for name, text in sheets(design).items():
        (WORK / name).write_text(text, encoding="utf-8")
    drawn(known)
    printed()
    for name in BOARDS:
        fabrication(name)
    for name in (*BOARDS, "hall"):
        pictures(name)
        keep(name)
    freshness.record("electronics", design)


if __name__ == "__main__":
    try:
        main()
    except Failed as error:
        sys.exit(str(error))
