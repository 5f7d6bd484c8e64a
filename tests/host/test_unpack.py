"""The finished games in a file of a whole table, as records for studies."""

import base64
import json
import zipfile

import pytest

from host_tools.cli import main
from tests.portable.fake_table import FakeTable


@pytest.fixture
def kept(tmp_path):
    """The files of a table that noted how people played a game, which waits on the shelf, and
    began another: {name: bytes}."""
    folder = tmp_path / "table"
    folder.mkdir()
    table = FakeTable(folder=str(folder))
    table.app.host.handle({"do": "playtest", "text": "on"})
    table.new("mars")
    for by, words in ((0, ["small", "c3"]), (1, ["small", "d4"])):
        assert table.app.host.handle({"do": "do", "by": by, "words": words, "how": "page"})["ok"]
    table.app.host.handle({"do": "give_up"})
    assert table.app.host.handle({"do": "put_aside"})["ok"]
    table.new("land")
    table.app.host.handle({"do": "do", "by": 0, "words": ["pass"]})
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def of_a_tab(file, files):
    texts = {name: base64.b64encode(data).decode() for name, data in files.items()}
    file.write_text(json.dumps({"leyboard": 1, "files": texts}))


def of_a_board(file, files):
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)


@pytest.mark.parametrize("written", [of_a_tab, of_a_board])
def test_finished_games_come_out_with_what_was_noted(tmp_path, kept, written, capsys):
    written(tmp_path / "all", kept)
    assert not main(["records", "unpack", str(tmp_path / "all"), str(tmp_path / "evenings")])
    assert "1 finished games" in capsys.readouterr().out
    [record] = (tmp_path / "evenings").iterdir()  # the game under way is none
    first = json.loads(record.read_text().splitlines()[1])
    assert record.name == "mars-1.jsonl" and first["how"] == "page" and "t" in first
    assert not main(["study", "--from", str(record)])
    assert "mars: 1 game" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "{", "{}", '{"files": 3}', '{"files": {"game.log": "%"}}'])
def test_another_file_is_refused_in_a_sentence(tmp_path, text, capsys):
    (tmp_path / "all").write_text(text)
    assert main(["records", "unpack", str(tmp_path / "all"), str(tmp_path / "evenings")])
    assert "is no file of Save everything" in capsys.readouterr().err
