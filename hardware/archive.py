"""The archive of products that are not committed: fab archives, STEP files, KiCad projects, print
sheets, the interactive bill and large pictures. `make hardware` collects them in build/;
hardware/release.py makes the release from them."""

from pathlib import Path

from hardware.source import ROOT

FOLDER = ROOT / "build" / "hardware" / "archive"


def folder(*names: str) -> Path:
    """Return a folder of the archive; make it if it is missing."""
    path = FOLDER.joinpath(*names)
    path.mkdir(parents=True, exist_ok=True)
    return path
