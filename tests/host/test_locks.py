"""The lock files serve every Python that the project allows."""

import json
import re

import pytest
from packaging.requirements import Requirement

from host_tools import ROOT

_PYTHONS = ("3.11.0", "3.11.2", "3.12.0", "3.13.0", "3.14.0")


@pytest.mark.parametrize("name", ["requirements.lock", "dev.lock", "study.lock", "env.lock"])
def test_the_oldest_python_gets_all_that_the_newest_gets(name):
    """Debian 12 has Python 3.11.2; a tool locked for 3.11.5 and newer would stop the setup there.
    (Packages for old versions only are fine: those replace something they lack.)"""
    found = {python: set() for python in _PYTHONS}
    for line in (ROOT / name).read_text().splitlines():
        if re.match(r"[A-Za-z0-9]", line):
            locked = Requirement(line.rstrip(" \\"))
            for python in _PYTHONS:
                about = {"python_full_version": python, "python_version": python[:4]}
                if locked.marker is None or locked.marker.evaluate(about):
                    found[python].add(locked.name)
    assert len(found[_PYTHONS[-1]]) > 3
    for python in _PYTHONS:
        assert found[_PYTHONS[-1]] <= found[python], python


def test_the_lock_of_node_names_no_registry():
    """Packages are named by version and hash; where they come from is npm's setting."""
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    wanted = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    assert packages[""]["devDependencies"] == wanted
    for name, package in packages.items():
        if name:
            assert "integrity" in package and "resolved" not in package, name
