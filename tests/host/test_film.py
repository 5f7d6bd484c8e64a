"""A film of a record: what it shows at any time is the position of the game then."""

import xml.etree.ElementTree as ET

import pytest

from games import make, names
from games.record import lines
from games.rng import Rng
from games.texts import Texts
from host_tools.cli import main
from sim.film import film
from sim.selfplay import play_out
from sim.study.play import player
from table.theme import theme

SVG = "{http://www.w3.org/2000/svg}"
STEP, CHANCE, END = 800, 300, 4000
NEUTRAL = "#b0b0b0"


def seen(picture, at):
    """Return the drawings that are seen at a time in ms, as texts without their times."""
    found = []
    for group in picture.findall(SVG + "g"):
        times = group.find(SVG + "animate")
        assert times.get("repeatCount") == "indefinite" and times.get("calcMode") == "discrete"
        total = int(times.get("dur").removesuffix("ms"))
        keys = [float(key) * total for key in times.get("keyTimes").split(";")]
        assert keys[0] == 0 and keys == sorted(set(keys))
        values = times.get("values").split(";")
        if [value for key, value in zip(keys, values, strict=True) if key <= at + 0.5][-1] == "1":
            found.append([one.strip() for one in group.itertext() if one.strip()])
    return found


@pytest.mark.parametrize("name", names())
def test_it_shows_the_position_after_each_action(name):
    options = {"target": 8} if name == "landover" else {}
    game = play_out(make(name, None, options), [player("greedy")] * make(name).seats, 3)
    picture = ET.fromstring("".join(film(game)))
    again = make(name, None, options)
    texts = Texts()
    now = 0
    for n, entry in enumerate(game.log):
        again.apply(entry[0], entry[1:])
        now += CHANCE if entry[0] < 0 else STEP
        if n % 7 and n + 1 < len(game.log):
            continue
        shown = sum(seen(picture, now + 100), [])
        assert ", ".join("%s %d" % (texts.render("seat %d" % seat), points)
                         for seat, points in enumerate(again.scores())) in shown
        said = texts.render(("do", *again.words(entry[0], entry[1:])), name)
        assert any(text.endswith(said) for text in shown)
    total = int(picture.find(".//%sanimate" % SVG).get("dur").removesuffix("ms"))
    assert total == now + END


def test_a_piece_stays_where_it_was_laid():
    game = make("mars")
    for by, words in ((0, ["small", "c3"]), (1, ["cap", "b2"])):
        game.apply(by, game.parse(words))
    picture = ET.fromstring("".join(film(game)))
    pieces = [sorted(text for text in sum(seen(picture, at), []) if text in ("small", "cap"))
              for at in (0, STEP + 1, 2 * STEP + 1, 2 * STEP + END - 1)]
    assert pieces == [[], ["small"], ["cap", "small"], ["cap", "small"]]


def test_a_piece_has_the_colour_of_its_owner():
    game = make("mars")
    for by, words in ((0, ["small", "c3"]), (1, ["small", "b2"]), (0, ["cap", "d4"])):
        game.apply(by, game.parse(words))
    picture = ET.fromstring("".join(film(game)))
    fills = [piece.get("fill") for piece in picture.iter(SVG + "circle") if piece.get("stroke")]
    seats = theme("lively")[1]
    red, blue = "#" + seats[:3].hex(), "#" + seats[3:6].hex()
    assert sorted(fills) == sorted([red, blue, NEUTRAL])


def test_what_a_game_calls_its_pieces_cannot_break_the_picture(monkeypatch):
    game = make("mars")
    game.apply(0, game.legal(0)[0])
    monkeypatch.setattr(type(game), "face", lambda self, piece: "<&\">")
    assert ET.fromstring("".join(film(game))) is not None


def test_the_command_writes_a_film(tmp_path, capfd):
    game = make("mars")
    rng = Rng(1)
    while game.current():
        game.apply(game.current()[0], rng.choice(game.legal(game.current()[0])))
    record, out = tmp_path / "mars.jsonl", tmp_path / "mars.svg"
    record.write_text("\n".join(lines(game, None)))
    assert main(["replay", str(record), "--film", str(out), "--language", "de"]) == 0
    assert "Rot" in out.read_text() and ET.parse(out).getroot().tag == SVG + "svg"
    kept = record.read_text()
    assert main(["replay", str(record), "--film", str(record)]) == 1
    assert "ends in .svg" in capfd.readouterr().err and record.read_text() == kept
    assert main(["replay", str(record), str(record), "--film", str(out)]) == 1
    assert "a film shows one game" in capfd.readouterr().err
