"""Compiles the rules and the search for this computer, as the package `leyboard_fast`.

    python -m host_tools.fast [--wheel FOLDER]

mypyc makes C of a rewritten copy of the sources (native.py), and pip a wheel, which is installed
here, or kept in a folder. `sim/paths.py` uses it as long as the sources are the same.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from host_tools import ROOT
from host_tools.errors import CommandError
from host_tools.files import replace_folder
from host_tools.native import rewritten
from sim.paths import compiled_sources, sources_digest
from table.host import FIRMWARE

TARGET = ROOT / "build" / "fast"
NAME = "leyboard_fast"
_UNCHANGED = ("__init__", "types")
_SETUP = """\
from mypyc.build import mypycify
from setuptools import setup

modules = mypycify(%r, group_name=%r, opt_level="1", debug_level="0")
for module in modules:
    if not module.name.endswith("__mypyc"):  # the code of all; the others only lead to it
        module.name = "%s." + module.name
setup(
    name="leyboard-fast",
    version=%r,
    description="The rules and the search of Leyboard, compiled",
    license="MIT",
    packages=%r,
    ext_modules=modules,
)
"""
_MYPY = "[mypy]\nexplicit_package_bases = True\nignore_missing_imports = True\n"


def sources() -> dict[str, bytes]:
    """Return {path: bytes} of a project that setuptools builds."""
    texts = {path.with_suffix("").as_posix(): file.read_text("utf-8")
             for path, file in compiled_sources().items()}
    compiled = rewritten({path.replace("/", "."): text for path, text in texts.items()
                          if Path(path).name not in _UNCHANGED})
    files = {module.replace(".", "/") + ".py": text for module, text in compiled.items()}
    paths = ["--config-file", "mypy.ini", *sorted(files)]
    packages = [NAME]
    files[NAME + "/__init__.py"] = "SOURCES = %r\n" % sources_digest()
    for path, text in texts.items():
        if path.endswith("/__init__"):
            files[path + ".py"] = text
            if path != "games/__init__":  # that of the sources says where their texts lie
                files["%s/%s.py" % (NAME, path)] = text
                packages.append("%s.%s" % (NAME, path[: -len("/__init__")].replace("/", ".")))
    files["games/types.pyi"] = (ROOT / "firmware" / "games" / "types.pyi").read_text("utf-8")
    files["mypy.ini"] = _MYPY
    files["setup.py"] = _SETUP % (paths, NAME, NAME, FIRMWARE, packages)
    return {path: text.encode() for path, text in files.items()}


def build(wheels: Path | None) -> None:
    """Build the wheel, into the folder if there is one; else install it. Raises CommandError."""
    replace_folder(TARGET, sources())
    words = ["wheel", "--wheel-dir", str(wheels.resolve())] if wheels else ["install"]
    words += ["-q", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "."]
    if subprocess.run([sys.executable, "-m", "pip", *words], cwd=TARGET).returncode:
        raise CommandError("nothing was compiled, see above: it needs a C compiler")


def main() -> None:
    parser = argparse.ArgumentParser(description="compile the rules and the search")
    parser.add_argument("--wheel", type=Path, metavar="FOLDER", help="keep the wheel here")
    try:
        build(parser.parse_args().wheel)
    except CommandError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
