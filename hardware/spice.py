"""Runs netlists in Debian's ngspice; tests/hardware uses it if no formula is enough."""

import re
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path


class SpiceError(Exception):
    """ngspice did not give all wanted values; the message is its output."""


def measure(lines: Iterable[str], wanted: Iterable[str]) -> dict[str, float]:
    """Run a netlist; return {name: value} of its `.meas` lines, all of which must be `wanted`."""
    said = _run(lines)
    found = {match[1]: float(match[2])
             for match in re.finditer(r"(?m)^(\w+)\s*=\s*([-+.\de]+)", said)}
    missing = set(wanted) - set(found)
    if missing:
        raise SpiceError("%s is not measured:\n%s" % (", ".join(sorted(missing)), said))
    return {name: found[name] for name in wanted}


def operating_point(lines: Iterable[str]) -> dict[str, float]:
    """Return {node: V} at rest of a netlist."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "volts.txt"
        said = _run([*lines, ".control", "op", "set wr_singlescale", "set wr_vecnames",
                     "option numdgt=7", "wrdata %s all" % path, ".endc"])
        if not path.is_file():
            raise SpiceError(said)
        names, values = (line.split() for line in path.read_text().splitlines()[:2])
    return {re.sub(r"^v\((.*)\)$", r"\1", name): float(value)
            for name, value in zip(names, values, strict=True)}


def _run(lines: Iterable[str]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.cir"
        path.write_text("\n".join(["* Leyboard", *lines, ".end"]) + "\n", encoding="utf-8")
        done = subprocess.run(["ngspice", "-b", str(path)], capture_output=True, text=True,
                              cwd=folder, check=False)
    return done.stdout + done.stderr
