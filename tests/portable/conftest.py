"""Gives every portable test an empty working folder on CPython, as MicroPython does."""

import pytest


@pytest.fixture(autouse=True)
def _own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
