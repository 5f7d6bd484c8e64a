"""A release's files of KiCad: the same whenever they were made, and still KiCad's; and
what it leaves when it fails."""

import os
import random
import re

import pytest

from hardware import archive, kicad_projects, release

HEAD = """(kicad_pcb
\t(version 20241229)
\t(generator "pcbnew")
\t(layers
\t\t(0 "F.Cu" signal)
\t)
\t(net 0 "")
\t(net 1 "GND")
"""
ITEMS = ['\t(footprint "Device:R"\n\t\t(uuid "%s")\n\t\t(at 1 2)\n\t)',
         '\t(segment\n\t\t(start 1 1)\n\t\t(uuid "%s")\n\t)',
         '\t(via\n\t\t(at 3 3)\n\t\t(uuid "%s")\n\t)',
         '\t(segment\n\t\t(start 0 1)\n\t\t(uuid "%s")\n\t)']
TAIL = "\t(embedded_fonts no)\n)\n"


def board(seed):
    """A board as KiCad writes it: items in any order, with numbers by chance."""
    chance = random.Random(seed)
    items = [item % ("%08x-0000-4000-8000-%012x" % (chance.getrandbits(32), chance.getrandbits(9)))
             for item in chance.sample(ITEMS, len(ITEMS))]
    return HEAD + "\n".join(items) + "\n" + TAIL


def test_what_kicad_reads_first_stays_first():
    made = kicad_projects.in_order(board(1))
    assert made.startswith(HEAD) and made.endswith(TAIL)
    kinds = re.findall(r"(?m)^\t\((\w+)", made)
    assert kinds[5:] == ["footprint", "segment", "segment", "via", "embedded_fonts"]


def test_two_makings_are_the_same():
    made = {kicad_projects.steady({"x.kicad_pcb": board(seed)})["x.kicad_pcb"]
            for seed in range(9)}
    assert len(made) == 1


def test_numbers_stay_apart_and_the_same_in_both_files():
    one, two = ("0000000%d-0000-4000-8000-000000000000" % number for number in (1, 2))
    made = kicad_projects.steady({"a.kicad_sch": one + " " + two, "b.kicad_sch": two})
    assert made["a.kicad_sch"].split()[1] == made["b.kicad_sch"] != made["a.kicad_sch"].split()[0]


def test_a_body_that_kicad_lacks_is_left_out():
    model = '\n\t\t(model "${KICAD9_3DMODEL_DIR}/%s.step"\n\t\t\t(offset\n\t\t\t)\n\t\t)'
    text = "(footprint" + model % "Fuse.3dshapes/Fuse_Bourns_MF-RG300" + model % "R/R" + "\n\t)"
    assert kicad_projects.bodies(kicad_projects.without_missing_bodies(text)) == {"R/R.step"}


def test_a_release_that_fails_leaves_the_older_one(tmp_path, monkeypatch):
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setattr(release, "DIST", tmp_path / "dist")
    monkeypatch.setattr(release, "FRESH", tmp_path / "build" / "dist")
    monkeypatch.setattr(archive, "FOLDER", tmp_path / "build" / "hardware")
    monkeypatch.setattr(os, "umask", lambda mode: mode)
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / "SHA256SUMS").write_text("older")
    with pytest.raises(release.ReleaseError, match="made in a checkout"):
        release.main()
    monkeypatch.setattr(release, "git", lambda *words: "")
    with pytest.raises(release.ReleaseError, match="run make hardware first"):
        release.main()
    assert [path.read_text() for path in (tmp_path / "dist").iterdir()] == ["older"]
