"""The example of docs/new-driver.md works, on both interpreters, and its tests bite."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from host_tools import ROOT
from tests.micropython import Failed, run

PAGE = (ROOT / "docs" / "new-driver.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"`(\S+\.py)`[^\n]*:\n\n```python\n(.*?)```", PAGE, re.DOTALL))
TEST = "tests/portable/test_buttons.py"


@pytest.fixture
def tree(tmp_path):
    """A tree with the files of the page beside ours."""
    for folder in ("firmware", "sim/virtual", "tests/portable"):
        shutil.copytree(ROOT / folder, tmp_path / folder,
                        ignore=shutil.ignore_patterns("__pycache__"))
    ours = [path.relative_to(ROOT) for path in ROOT.glob("sim/*")]
    for name in ("package.json", "node_modules", "pyproject.toml", "tests/data",
                 "tests/micropython.mjs", *ours):
        if not (tmp_path / name).exists():
            (tmp_path / name).symlink_to(ROOT / name)
    for name, text in FILES.items():
        assert not (tmp_path / name).exists()
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def on_cpython(tree):
    """Run the example's tests, with temporary folders of their own: two runs that end at once
    would tidy the same ones."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-v", TEST, "-p", "no:cacheprovider"],
        cwd=tree, capture_output=True, text=True, check=False,
        env=os.environ | {"PYTEST_DEBUG_TEMPROOT": str(tree)},
    )


def test_the_example_works(tree):
    assert len(FILES) == 3
    done = on_cpython(tree)
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout
    assert "3 passed" in run("tests.portable.run", "test_buttons", root=tree)


def test_its_tests_fail_with_a_driver_that_does_not_wait(tree):
    driver = tree / "firmware/table/drivers/buttons.py"
    driver.write_text(driver.read_text().replace("const(20)", "const(0)"))
    assert "1 failed" in on_cpython(tree).stdout
    with pytest.raises(Failed, match="bounces"):
        run("tests.portable.run", "test_buttons", root=tree)


def test_the_page_names_both_commands():
    for command in ("python -m pytest ", "python -m tests.micropython "):
        assert "%s%s" % (command, TEST) in PAGE
