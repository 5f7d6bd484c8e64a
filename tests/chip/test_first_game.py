"""The maker's way from a bare Pico to the first game; needs MicroPython's image and the boot ROM:
make chip UF2=path BOOTROM=path"""

import json
import os
import zipfile

import pytest

from tests.chip.first_game import first_game

UF2 = os.environ.get("LEYBOARD_UF2")
BOOTROM = os.environ.get("LEYBOARD_BOOTROM")


@pytest.mark.skipif(not (UF2 and BOOTROM), reason="no image: make chip UF2=path BOOTROM=path")
def test_from_a_bare_pico_to_the_first_game(tmp_path, capsys):
    assert first_game(UF2, BOOTROM, tmp_path) == "hand"
    said = capsys.readouterr().out
    for each in ("the table is at work", "Not tried: tags", "Everything that was tested is well",
                 "all 7 tags are written", "the set is whole: 7 tags",
                 "mars | 2 | 1 | under way".replace(" | ", " \u2502 ")):
        assert " ".join(each.split()) in " ".join(said.split()), each
    report = (tmp_path / "doctor.txt").read_text()
    assert "reader c3  ok" in report and "knob_push  ok" in report and "WRONG" not in report
    assert len(json.loads((tmp_path / "tags.json").read_text())["tags"]) == 7
    kept = zipfile.ZipFile(tmp_path / "after.zip")
    assert "main.py" in kept.namelist() and b'"game": "mars"' in kept.read("game.log")
