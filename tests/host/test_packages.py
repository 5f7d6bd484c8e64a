"""The packages for mip: mpremote's installer puts what a flash puts onto a board."""

import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from mpremote import mip

from host_tools import flash, packages, web
from host_tools.core import flashing
from tests.host.real_board import plan_for


class BoardFiles:
    """The files of a board, as mpremote's installer sees them."""

    def __init__(self):
        self.files = {}
        self.order = []
        self._folders = {"/"}

    def fs_exists(self, path):
        return _plain(path) in {*self._folders, *self.files}

    def fs_mkdir(self, path):
        assert _plain(path).rpartition("/")[0] in {"", *self._folders}, "its folder is missing"
        self._folders.add(_plain(path))

    def fs_writefile(self, path, data, progress_callback):
        self.files[_plain(path)] = data
        self.order.append(_plain(path))


def _plain(path):
    return "/" + path.lstrip("/")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with the package of a board, as the release has them all."""
    made = tmp_path_factory.mktemp("boards") / "grid3"
    for name, data in packages.package("grid3", "mars").items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_bytes(data)
    return made


def installed(address):
    board = BoardFiles()
    mip._install_package(board, address, mip._PACKAGE_INDEX, "/", None, True)
    return board


@pytest.fixture
def address(folder):
    """Return where a web server has the package."""
    serve = functools.partial(Quiet, directory=folder.parent)
    server = ThreadingHTTPServer(("127.0.0.1", 0), serve)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield "http://127.0.0.1:%d/grid3/package.json" % server.server_port
    server.shutdown()
    server.server_close()


def test_mip_puts_a_build_onto_a_board(folder, address):
    for place in (str(folder / "package.json"), address):
        board = installed(place)
        build = flash.built("grid3", "mars")
        assert {name: board.files[name] for name in build} == build
        assert set(board.files) - set(build) == {flashing.MANIFEST}  # its settings stay
        assert board.order[-1] == "/main.py"


def test_a_flash_after_mip_copies_nothing_but_settings(folder):
    there = installed(str(folder / "package.json")).files
    plan = plan_for(there, flash.built("grid3", "mars"))
    assert plan.new == [] and plan.stale == []


def test_there_is_a_package_for_each_board(tmp_path, monkeypatch):
    monkeypatch.setattr(packages, "package", lambda name: {"package.json": b"{}"})
    made = packages.packages(tmp_path / "boards")
    assert "grid6" in made and "isles12" in made
    assert sorted(path.parent.name for path in tmp_path.rglob("package.json")) == sorted(made)


def test_a_folder_of_something_else_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(packages, "package", lambda name: {"package.json": b"{}"})
    packages.main([str(tmp_path)])
    packages.main([str(tmp_path)])  # its own are made anew
    (tmp_path / "thesis").mkdir()
    with pytest.raises(SystemExit, match="holds something else"):
        packages.main([str(tmp_path)])
    assert (tmp_path / "thesis").is_dir() and (tmp_path / "grid6").is_dir()


def test_the_page_is_made_in_no_folder_of_something_else(tmp_path, monkeypatch):
    monkeypatch.setattr(web, "_files", lambda: {"a.txt": b"a"})
    monkeypatch.setattr(web, "profiles", list)
    assert len(web.web(tmp_path / "web")) == len(web.web(tmp_path / "web")) == 2
    (tmp_path / "thesis.odt").write_text("all of it")
    with pytest.raises(SystemExit, match="holds something else than this page"):
        web.main([str(tmp_path)])
    assert (tmp_path / "thesis.odt").read_text() == "all of it"
    with pytest.raises(SystemExit, match="a file where a folder should be"):
        web.main([str(tmp_path / "thesis.odt" / "web")])
