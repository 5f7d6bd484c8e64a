"""Makes `build/boards`: a folder for each board with its build, as mip takes it.

    python -m host_tools.packages [FOLDER]
    mpremote mip install --target=/ build/boards/grid6/package.json

mip is MicroPython's installer (docs.micropython.org, "Package management"). `main.py` comes last,
so a first copy that was cut short starts nothing. Settings are not among the files: a board keeps
its own, and one without any is the board of its build. `flashed.json` lists the files for a later
`leyboard flash`.
"""

import json
import sys
from pathlib import Path

from host_tools.arguments import our_profiles
from host_tools.core.flashing import MAIN, MANIFEST, manifest
from host_tools.errors import CommandError
from host_tools.files import check_ours, replace_folder
from host_tools.flash import built
from host_tools.terminal import echo
from table.host import FIRMWARE

TARGET = Path("build") / "boards"
LIST = "package.json"


def package(profile: str, games: str | None = None) -> dict[str, bytes]:
    """Return {path in the folder: bytes} of the package for a board."""
    files = built(profile, games)
    files[MANIFEST] = manifest(files)
    names = [name[1:] for name in sorted(files, key=lambda name: (name == MAIN, name))]
    said = {"version": FIRMWARE, "urls": [[name, name] for name in names], "deps": []}
    found = {name[1:]: data for name, data in files.items()}
    return {LIST: (json.dumps(said, indent=1) + "\n").encode(), **found}


def packages(folder: Path) -> list[str]:
    """Make the folder anew, with a package for each board; return the boards. Raises CommandError,
    also for a folder of something else."""
    check_ours(folder, "packages", lambda: all((one / LIST).is_file() for one in folder.iterdir()))
    replace_folder(folder, {"%s/%s" % (profile, name): data for profile in our_profiles()
                            for name, data in package(profile).items()})
    return our_profiles()


def main(arguments: list[str]) -> None:
    folder = Path(arguments[0]) if arguments else TARGET
    try:
        echo("%s in %s" % (", ".join(packages(folder)), folder))
    except CommandError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
