"""The archive of what only a machine makes again: fab archives, STEP files, KiCad projects,
print sheets, the interactive bill and large pictures. `make hardware` collects it in build/;
hardware/release.py makes the release of it. It is not committed."""

from pathlib import Path

from hardware.source import ROOT

FOLDER = ROOT / "build" / "hardware" / "archive"


def folder(*names: str) -> Path:
    """A folder of the archive, made if it is not there."""
    path = FOLDER.joinpath(*names)
    path.mkdir(parents=True, exist_ok=True)
    return path
