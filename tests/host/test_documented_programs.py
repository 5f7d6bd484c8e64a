"""The programs that the documents name begin in an interpreter of their own."""

import os
import re
import subprocess
import sys

import pytest

from host_tools import ROOT
from tests import bench_modules

pytestmark = pytest.mark.deep

DOCUMENTS = [ROOT / "CONTRIBUTING.md", ROOT / "Makefile", *sorted((ROOT / "docs").rglob("*.md"))]


def test_a_program_that_a_document_names_can_be_imported():
    program = re.compile(
        r"(?:PYTHONPATH=(\S+) \S*python )?-m ((?:tests|hardware|host_tools)(?:\.\w+)+)")
    found = [each for path in DOCUMENTS for each in program.findall(path.read_text())]
    named = {name: path for path, name in found}
    assert {"tests.bench_seats", "tests.portable.golden", "host_tools.protocol_pages"} <= {*named}
    failed = {}
    for name, path in sorted(named.items()):
        done = subprocess.run([sys.executable, "-c", "import " + name], cwd=ROOT,
                              env=os.environ | {"PYTHONPATH": path},
                              capture_output=True, text=True)
        if done.returncode:
            failed[name] = done.stderr.splitlines()[-1]
    assert not failed


def test_the_memory_of_modules_is_printed(capsys):
    bench_modules.main("mars", "grid3")
    lines = capsys.readouterr().out.splitlines()
    sizes = {line.split()[1]: int(line.split()[0]) for line in lines if " in all" not in line}
    always, all_of_them = [int(line.split()[0]) for line in lines if line.endswith(" in all")]
    assert sizes["games.mars"] > 1000
    assert 3000 < always < sum(sizes.values()) == always + all_of_them
