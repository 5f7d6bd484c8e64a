"""The archive of what only a machine makes again: STEP files, KiCad projects, US Letter sheets and
large pictures. `make hardware` collects it in build/ and zips it; it is not committed.

`python -m hardware.archive` writes build/leyboard-hardware.zip.
"""

import zipfile

from hardware.source import ROOT

FOLDER = ROOT / "build" / "hardware" / "archive"
FILE = ROOT / "build" / "leyboard-hardware.zip"


def folder(*names):
    """A folder of the archive, made if it is not there."""
    path = FOLDER.joinpath(*names)
    path.mkdir(parents=True, exist_ok=True)
    return path


def main():
    with zipfile.ZipFile(FILE, "w", zipfile.ZIP_DEFLATED) as made:
        for path in sorted(FOLDER.rglob("*")):
            if path.is_file():
                made.write(path, path.relative_to(FOLDER))
    print(f"archive: {FILE.relative_to(ROOT)}, {FILE.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
