"""Released projects in KiCad, in an empty folder and without a library of the machine."""

import pytest

from hardware import kicad_projects
from hardware.electronics import make
from hardware.source import Design


def project(folder, board, leave_out=()):
    """Writes the schematic of a board with its own libraries, and a board without parts."""
    sheets = make.sheets(Design())
    schematic = sheets["%s.kicad_sch" % board]
    symbols = kicad_projects.symbols_of(schematic) | {"hw.kicad_sym": sheets["hw.kicad_sym"]}
    files = symbols | {"%s.kicad_sch" % board: schematic,
                       "%s.kicad_pro" % board: sheets["%s.kicad_pro" % board],
                       "sym-lib-table": kicad_projects.library_table("sym", symbols)}
    kicad_projects.write({"%s/%s" % (board, name): text for name, text in files.items()
                          if name not in leave_out}, folder)


@pytest.mark.parametrize("board", kicad_projects.BOARDS)
def test_a_schematic_brings_its_symbols(tmp_path, board):
    project(tmp_path, board)
    kicad_projects.opened(tmp_path, board, ("sch",))


@pytest.mark.parametrize("missing", ["sym-lib-table", "74xx.kicad_sym", "hw.kicad_sym"])
def test_a_project_without_a_library_is_refused(tmp_path, missing):
    project(tmp_path, "main", [missing])
    with pytest.raises(kicad_projects.ProjectError, match="symbol library|not found"):
        kicad_projects.opened(tmp_path, "main", ("sch",))


def test_a_board_that_kicad_cannot_read_is_refused(tmp_path):
    text = '(kicad_pcb\n\t(embedded_fonts no)\n\t(version 20241229)\n\t(generator "pcbnew")\n)\n'
    kicad_projects.write({"x/x.kicad_pcb": text}, tmp_path)
    with pytest.raises(kicad_projects.ProjectError, match="Failed to load board"):
        kicad_projects.opened(tmp_path, "x", ("pcb",))
