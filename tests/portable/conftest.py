"""On CPython every portable test runs in an empty folder of its own, as on MicroPython."""

import pytest


@pytest.fixture(autouse=True)
def _own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
