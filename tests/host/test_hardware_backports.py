"""The source of Debian's backports is made from the machine's own, in any format, on any host."""

import pytest

from hardware.backports import backports


def test_from_a_deb822_source(tmp_path):
    folder = tmp_path / "sources.list.d"
    folder.mkdir()
    (folder / "debian.sources").write_text(
        "Types: deb\n# a comment\nURIs: http://mirror.example/debian\n"
        "Suites: bookworm bookworm-updates\nComponents: main\nSigned-By: /k.gpg\n\n"
        "Types: deb\nURIs: http://mirror.example/security\nSuites: bookworm-security\n"
        "Components: main\n")
    (folder / "other.list").write_text("deb https://else.example/apt stable main\n")
    assert backports(tmp_path, "bookworm") == (
        "Types: deb\nURIs: http://mirror.example/debian\nSuites: bookworm-backports\n"
        "Components: main\nSigned-By: /k.gpg\n")


def test_from_a_line(tmp_path):
    (tmp_path / "sources.list").write_text(
        "# deb http://no.example/ bookworm main\n"
        "deb [signed-by=/k.gpg] http://yes.example/debian bookworm main contrib\n")
    assert "URIs: http://yes.example/debian\nSuites: bookworm-backports" in backports(
        tmp_path, "bookworm")


def test_another_system_is_told_so(tmp_path):
    (tmp_path / "sources.list").write_text("deb http://x.example/ubuntu noble main\n")
    with pytest.raises(LookupError, match="KiCad 9 needs Debian 12"):
        backports(tmp_path, "bookworm")
