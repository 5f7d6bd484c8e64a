"""The KiCad projects of a release: a folder for each board that opens without a warning in any
KiCad 9, since it contains the symbols and footprints that it uses.

`python -m hardware.kicad_projects`, after hardware.electronics.make: writes the projects into an
empty folder and runs KiCad's checks there, without any library of the machine.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterable
from pathlib import Path

from hardware import archive
from hardware.electronics.schematic import symbol
from hardware.electronics.sexpr import dump, find, parse, quote

BOARDS = ("main", "block", "hall")
SHARE = Path("/usr/share/kicad")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_ANY_ORDER = ("footprint", "gr_rect", "gr_text", "segment", "via", "zone")
_NO_BODY = ("Fuse_Bourns_MF-RG300", "Fuse_Bourns_MF-RHT100")  # KiCad has no 3D models of these
_MODEL = re.compile(r'\n\t\t\(model "([^"]+)"\n.*?\n\t\t\)', re.S)
_CHECKS: dict[str, tuple[str, tuple[str, ...]]] = {
    "sch": ("erc", ()), "pcb": ("drc", ("--schematic-parity",))}
_NOTICE = """Symbols (*.kicad_sym but hw.kicad_sym) and footprints (*.pretty) are taken from
KiCad's libraries: https://gitlab.com/kicad/libraries, Creative Commons
Attribution-ShareAlike 4.0 with KiCad's exception for projects that use them.
All else is Leyboard's, CERN-OHL-P-2.0.
"""


class ProjectError(Exception):
    """KiCad does not open a released project cleanly; the message is KiCad's."""


def in_order(board: str) -> str:
    """Return a board's text with its footprints, tracks and areas sorted by content. The part
    before them stays, since KiCad must read it first."""
    head, *items = re.split(r"\n(?=\t\()", board.rstrip().removesuffix(")").rstrip())
    kinds = [item.split()[0].lstrip("(") for item in items]
    first = next(n for n, kind in enumerate(kinds) if kind in _ANY_ORDER)
    last = max(n for n, kind in enumerate(kinds) if kind in _ANY_ORDER) + 1
    middle = sorted(items[first:last], key=lambda item: (item.split()[0], _UUID.sub("", item)))
    return "\n".join([head, *items[:first], *middle, *items[last:]]) + "\n)\n"


def steady(texts: dict[str, str]) -> dict[str, str]:
    """Return the files of a project, {name: text}, without chance: the items of the board
    sorted, and its random numbers replaced by counted ones."""
    texts = {name: in_order(text) if name.endswith(".kicad_pcb") else text
             for name, text in texts.items()}
    numbers: dict[str, str] = {}

    def counted(match: re.Match[str]) -> str:
        return numbers.setdefault(match[0], str(uuid.uuid5(uuid.NAMESPACE_URL,
                                                           "leyboard/%d" % len(numbers))))
    return {name: _UUID.sub(counted, texts[name]) for name in sorted(texts, reverse=True)}


def symbols_of(schematic: str) -> dict[str, str]:
    """Return {file: text} of the libraries that a schematic uses, except hw, with only the
    used symbols."""
    used: dict[str, list[str]] = {}
    for item in find(find(parse(schematic), "lib_symbols")[0], "symbol"):
        library, name = item[1].strip('"').split(":")
        used.setdefault(library, []).append(name)
    return {
        "%s.kicad_sym" % library: dump([
            "kicad_symbol_lib", ["version", "20241209"], ["generator", quote("leyboard")],
            ["generator_version", quote("9.0")],
            *(symbol("%s:%s" % (library, name)) for name in sorted(names))]) + "\n"
        for library, names in used.items() if library != "hw"}


def _footprints(board: str) -> dict[str, str]:
    """Return {file: text} of the footprints that a board uses."""
    names = {match[1] for match in re.finditer(r'\n\t\(footprint "([^"]+)"', board)}
    files = {}
    for library, name in sorted(full.split(":") for full in names):
        path = SHARE / "footprints" / ("%s.pretty" % library) / ("%s.kicad_mod" % name)
        files["%s.pretty/%s.kicad_mod" % (library, name)] = path.read_text(encoding="utf-8")
    return files


def library_table(kind: str, files: dict[str, str]) -> str:
    """Return KiCad's list of a project's own libraries of a kind, sym or fp."""
    found = sorted({name.split("/")[0] for name in files})
    rows = ['  (lib (name "%s")(type "KiCad")(uri "${KIPRJMOD}/%s")(options "")(descr ""))'
            % (name.rsplit(".", 1)[0], name) for name in found]
    return "(%s_lib_table (version 7)\n%s\n)\n" % (kind, "\n".join(rows))


def without_missing_bodies(text: str) -> str:
    return _MODEL.sub(lambda match: "" if any(name in match[1] for name in _NO_BODY)
                      else match[0], text)


def bodies(board: str) -> set[str]:
    """Return the 3D models that a board asks for, below KiCad's folder of them."""
    return {match[1].removeprefix("${KICAD9_3DMODEL_DIR}/") for match in _MODEL.finditer(board)}


def projects() -> dict[str, str]:
    """Return {board/file: text} of all projects, from the files of hardware.electronics.make."""
    kept, files = archive.FOLDER / "electronics" / "kicad", {}
    for board in BOARDS:
        texts = {path.name: path.read_text(encoding="utf-8")
                 for path in sorted(kept.glob("%s.kicad_*" % board))
                 if path.suffix in (".kicad_sch", ".kicad_pcb", ".kicad_pro")}
        if len(texts) != 3:
            raise ProjectError("the %s board is missing: run make hardware first" % board)
        name = "%s.kicad_pcb" % board
        texts[name] = without_missing_bodies(texts[name])
        symbols = symbols_of(texts["%s.kicad_sch" % board])
        symbols["hw.kicad_sym"] = (kept / "hw.kicad_sym").read_text(encoding="utf-8")
        footprints = _footprints(texts[name])
        tables = {"sym-lib-table": library_table("sym", symbols),
                  "fp-lib-table": library_table("fp", footprints), "LICENSE.txt": _NOTICE}
        for file, text in (steady(texts) | symbols | footprints | tables).items():
            files["%s/%s" % (board, file)] = text
    return files


def write(files: dict[str, str], folder: Path) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def opened(folder: Path, board: str, kinds: Iterable[str] = ("sch", "pcb")) -> None:
    """Check a project as on a machine that has KiCad and no settings. Raises ProjectError."""
    for kind in kinds:
        what, more = _CHECKS[kind]
        path = folder / board / ("%s.kicad_%s" % (board, kind))
        report = folder / ("%s.%s" % (board, what))
        done = subprocess.run(
            ["kicad-cli", kind, what, "--severity-all", "--exit-code-violations", *more, "-o",
             str(report), str(path)], capture_output=True, text=True, check=False,
            env={"PATH": "/usr/bin:/bin", "HOME": str(folder),
                 "KICAD_CONFIG_HOME": str(folder / "settings")})
        if done.returncode or not report.is_file():
            said = report.read_text(encoding="utf-8") if report.is_file() else ""
            raise ProjectError("%s: %s%s%s" % (path.name, done.stdout, done.stderr, said[:2000]))


def main() -> None:
    files = projects()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(files, folder)
        models = SHARE / "3dmodels"
        for board in BOARDS:
            opened(folder, board)
            asked = bodies(files["%s/%s.kicad_pcb" % (board, board)])
            missing = [body for body in sorted(asked) if not (models / body).is_file()]
            if models.is_dir() and missing:
                raise ProjectError("%s: KiCad has no 3D model %s" % (board, ", ".join(missing)))
            print("%s: its released project opens in an empty folder without a complaint" % board)


if __name__ == "__main__":
    if not shutil.which("kicad-cli"):
        sys.exit("KiCad 9 is not installed: hardware/tools.sh installs it")
    try:
        main()
    except ProjectError as error:
        sys.exit(str(error))
