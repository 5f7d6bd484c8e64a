"""Windows, macOS and Linux: the names of ports, where data belong, and what helps."""

import errno
from pathlib import Path

import pytest

from host_tools import ROOT
from host_tools.faults import cure
from host_tools.ports import find
from host_tools.systems import SYSTEMS, data_folder

PAGE = (ROOT / "docs" / "tools.md").read_text("utf-8").replace("`", "")


@pytest.fixture(params=sorted(SYSTEMS))
def system(request, monkeypatch, tmp_path):
    monkeypatch.setattr("sys.platform", request.param)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    return SYSTEMS[request.param]


def test_the_page_of_the_commands_shows_it(system):
    assert "| %s | %s | %s | %s |" % system in PAGE


def test_who_may_not_use_a_port_is_told_what_helps_there(system):
    assert cure(PermissionError(errno.EACCES, "Permission denied")).endswith(system.allow)


def test_data_go_where_they_belong_but_stay_where_they_are(system, tmp_path):
    assert data_folder() == Path(system.data).expanduser()
    earlier = tmp_path / ".local" / "share" / "leyboard"
    earlier.mkdir(parents=True)
    assert data_folder() == earlier


def test_a_port_has_its_name_there(system):
    assert find(system.port) == system.port


def test_a_port_of_macos_is_opened_without_a_carrier():
    assert find("/dev/tty.usbmodem1101") == "/dev/cu.usbmodem1101"
