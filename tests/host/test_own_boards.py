"""Boards of one's own: thirty random ones can be made and played, or the refusal names the nearest
that can; `leyboard board` and docs/new-board.md."""

import itertools
import os
import random
import re
import shlex
import subprocess
import sys
from types import ModuleType

import pytest

from games import make
from games.base import CHANCE
from games.rng import Rng
from hardware import bills, boards, own_boards, own_plans, power
from hardware.mechanics import map_frames, meshes
from hardware.own_boards import SENSES, Pieces, Wish
from hardware.source import Design, SourceError
from host_tools import ROOT, cli
from host_tools import own_boards as command
from host_tools.own_boards import a_name, a_size
from sim.virtual import facings
from sim.virtual.script import Script
from sim.window import geometry, numbering
from sim.window import own_boards as own_sizes
from table import settings
from table.layout import NOWHERE, Layout
from tests.quick import first

MARS = Pieces("mars", 4, 7)
PAGE = (ROOT / "docs" / "new-board.md").read_text()


@pytest.fixture(scope="module")
def design():
    return Design()


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A user's own folders, and a place to work in; returns the latter."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return work


def leyboard(*words, **more):
    """Run a command as a user does."""
    return subprocess.run([sys.executable, "-m", "host_tools.cli", *words], capture_output=True,
                          text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}, **more)


def wishes():
    """Return thirty boards that somebody may ask for, ten of each sense."""
    chance = random.Random(59)
    return [Wish("mine", chance.randint(2, 17), chance.randint(2, 17), sense,
                 chance.choice((1, 4, 12)), (MARS,))
            for _ in range(10) for sense in SENSES]


def played(design, text, tmp_path):
    """Play the first action of a game on a board, as its people do."""
    made = own_boards.with_boards(design, text)
    board = own_boards.board_of(made)
    steps = ["place a1 small 0"]
    if not board.cells_read:
        steps = ["place pad small 0", "expect says where? Choose a light", "lift pad", *steps]
    if not (board.cells_read or board.hall):  # the knob goes from light to light, the first is lit
        steps[2:] = ["push", "lift pad"]
    wiring = sys.modules["table.wiring.mine"] = ModuleType("table.wiring.mine")
    exec(own_plans.profile(made), vars(wiring))
    try:
        Script(str(tmp_path)).run(["board mine", "new mars seed=1 players=human,human",
                                   "expect lit b2", *steps, "expect actions 1"])
    finally:
        del sys.modules["table.wiring.mine"]


@pytest.mark.parametrize("wish", first(len(SENSES), [
    pytest.param(wish, id=wish.words()) for wish in wishes()]))
def test_a_board_of_any_size(design, wish, tmp_path):
    try:
        text = own_boards.calculated(design, wish)
    except SourceError as error:
        wish = own_boards.nearest(design, wish)
        assert error.cure and wish is not None
        text = own_boards.calculated(design, wish)
    own_boards.check(own_boards.with_boards(design, text))
    played(design, text, tmp_path)


@pytest.mark.parametrize(("asked", "made"), [
    ((6, 6, "readers", 1), (6, 6, 4)), ((12, 12, "switches", 1), (9, 9, 1)),
    ((3, 3, "none", 13), (3, 3, 12)), ((4, 4, "switches", 4), (3, 3, 1)),
    ((9, 7, "none", 12), (9, 7, 4)), ((5, 5, "none", 0), (5, 5, 1)),
    *(pytest.param(*far, marks=pytest.mark.deep) for far in (
        ((8, 5, "readers", 4), (9, 6, 4)), ((16, 16, "none", 4), (15, 15, 4)),
        ((2, 40, "none", 12), (3, 15, 12)), ((18, 18, "readers", 4), (15, 15, 4)))),
])
def test_the_nearest_instead_of_what_cannot_be(design, asked, made):
    with pytest.raises(SourceError):
        own_boards.calculated(design, Wish("mine", *asked, ()))
    width, height, _, lights = found = own_boards.nearest(design, Wish("mine", *asked, ()))[1:5]
    assert (width, height, lights) == made, found


@pytest.mark.parametrize("asked", [
    (6, 9, "readers", 4), (9, 3, "switches", 1), (8, 5, "none", 4), (7, 4, "none", 1),
    (4, 5, "none", 12)])
def test_the_page_numbers_a_board_as_the_plans_do(design, asked):
    made = own_boards.with_boards(
        design, own_boards.calculated(design, Wish("mine", *asked, ())))
    wiring = ModuleType("mine")
    exec(own_plans.profile(made), vars(wiring))
    page = own_sizes.profile(own_sizes.name_of(*asked))
    for key in ("SPOTS", "READERS", "LIGHTS", "PIXELS", "WIDTH", "BLOCKS", "PER_SPOT",
                *(["HALL"] if wiring.HALL_BITS else [])):
        assert getattr(page, key) == getattr(wiring, key), key


@pytest.mark.deep
@pytest.mark.parametrize("sense", SENSES)
def test_the_page_makes_what_the_plans_can(design, sense):
    """No rule of the plans but those of numbers stops a board of blocks."""
    for width, height in itertools.product(range(3, 16, 3), repeat=2):
        for lights in numbering.LIGHTS[sense]:
            try:
                own_boards.calculated(design, Wish("mine", width, height, sense, lights, ()))
                made = True
            except SourceError:
                made = False
            assert numbering.can_be(width, height, sense, lights) == made, (width, height)


@pytest.mark.parametrize("name", ["grid3", "grid6", "grid9", "isles12", "hall9"])
def test_what_is_calculated_is_what_our_boards_have(design, name):
    ours = boards.boards(design.boards)[name]
    sense = "readers" if ours.cells_read else "switches"
    text = own_boards.calculated(
        design, Wish("mine", ours.width, ours.height, sense, ours.per_spot, ()))
    board = own_boards.board_of(own_boards.with_boards(design, text))
    for key in ("spots", "readers", "lights", "pixels", "supply", "supplies", "feed", "ends"):
        assert getattr(board, key) == getattr(ours, key), key


def test_a_supply_that_gives_its_lights_enough(design):
    """Five blocks on one brick of 4 A would leave 3 mA a light."""
    made = own_boards.with_boards(
        design, own_boards.calculated(design, Wish("mine", 15, 3, "readers", 4, ())))
    board = own_boards.board_of(made)
    assert (board.supply, board.supplies) == ("brick_4a", 2)
    assert power.Power(design.power).budget(board).light_ma >= 6 * len(board.pixels) / 2


@pytest.mark.parametrize("island", ["A", "B", "C"])
def test_the_board_of_hexes_has_the_places_of_each_map(island):
    game = make("landover", 4, {"map": island})
    assert NOWHERE not in list(Layout(settings.profile("hex37"), game).place_of)


def test_games_with_the_same_pieces_share_their_tags(design):
    board = boards.boards(design.boards)["grid9"]
    games = (Pieces("land", 1, 20), Pieces("market", 1, 20), MARS)
    assert own_boards.tags(design, board, games) == {"tag25": 81 + 35}


def own_hexes(design, hexes):
    """Return the design of a board of hexes."""
    return own_boards.with_boards(design, own_boards.calculated(design, Wish(
        "mine", 0, 0, "none", 1, (Pieces("landover", 5, 28),), hexes=hexes)))


def test_a_board_of_hexes_on_the_page_is_that_of_the_plans(design):
    """Its places have the names of Landover's frame, and hold the land of map A."""
    wiring = ModuleType("mine")
    exec(own_plans.profile(own_hexes(design, 19)), vars(wiring))
    page = own_sizes.profile("own_hex19")
    for key in ("SPOTS", "READERS", "LIGHTS", "PIXELS", "WIDTH", "PER_SPOT"):
        assert getattr(page, key) == getattr(wiring, key), key
    assert page.PIXELS == 19 + 54 + 72
    game = make("landover", 4, {"map": "A"})
    rng = Rng(1)
    while game.current() == (CHANCE,):
        game.apply(CHANCE, game.sample(rng))
    missing = {game.spot_name(spot) for spot, place in enumerate(Layout(page, game).place_of)
               if place == NOWHERE}
    seat = game.current()[0]
    begin = {game.spot_name(spot) for action in game.legal(seat)
             for spot, _ in game.effects(seat, action)}
    assert len(begin) == 54 and not begin & missing


def test_the_plans_of_a_board_of_hexes(design):
    """They have a print for each hex, and a picture of each map whose land fits."""
    large, small = (own_plans.files(own_hexes(design, hexes), ("landover",))
                    for hexes in (37, 19))
    assert b"| [hex_cell](prints/hex_cell.stl) | 19 |" in small["README.md"]
    assert {name for name in small if "map" in name} == {"map-A.svg"}
    assert {name for name in large if "map" in name} == {"map-A.svg", "map-B.svg", "map-C.svg"}
    count = {hexes: bills.Bills(made).total(own_boards.board_of(made))
             for hexes in (19, 37) for made in [own_hexes(design, hexes)]}
    assert 0 < count[19] < count[37]


@pytest.mark.parametrize(("hexes", "sense", "lights", "made"), [
    (61, "none", 1, 37), (7, "none", 1, 19), (19, "readers", 4, 19), (37, "none", 4, 37)])
def test_the_nearest_board_of_hexes(design, hexes, sense, lights, made):
    asked = Wish("mine", 0, 0, sense, lights, (), hexes=hexes)
    with pytest.raises(SourceError):
        own_boards.calculated(design, asked)
    other = own_boards.nearest(design, asked)
    assert (other.hexes, other.sense, other.lights) == (made, "none", 1)
    own_boards.calculated(design, other)


def test_twelve_lights_of_a_cell_lie_round_a_piece(design):
    """The first four are the corners, one of which shows how a tile is turned; the four in the
    middle of a cell stay dark."""
    text = own_boards.calculated(design, Wish("mine", 3, 3, "none", 12, ()))
    board = own_boards.board_of(own_boards.with_boards(design, text))
    assert len(board.pixels) == 16 * 9
    assert len({number for cell in board.lights for number in cell}) == 12 * 9
    for place, cell in enumerate(board.lights):
        x, y = (place % 3 + 0.5) * board.pitch, (place // 3 + 0.5) * board.pitch
        away = [((px - x) / board.pitch, (py - y) / board.pitch)
                for px, py in (board.pixels[n] for n in cell)]
        assert away[:4] == [pytest.approx((east * 3 / 8, north * 3 / 8))
                            for east, north in ((1, 1), (1, -1), (-1, -1), (-1, 1))]
        assert all(max(map(abs, at)) == pytest.approx(3 / 8) for at in away)


def test_four_lights_of_a_cell_on_two_strips(design):
    """The strips run side by side, every second one westwards; a cell has a light in each
    corner."""
    text = own_boards.calculated(design, Wish("mine", 3, 3, "none", 4, ()))
    board = own_boards.board_of(own_boards.with_boards(design, text))
    assert board.lights[0] == (10, 1, 0, 11) and board.lights[4] == (20, 15, 14, 21)
    assert sorted(n for cell in board.lights for n in cell) == list(range(36))
    for place, cell in enumerate(board.lights):
        x, y = (place % 3 + 0.5) * board.pitch, (place // 3 + 0.5) * board.pitch
        for n, (east, north) in zip(cell, ((1, 1), (1, -1), (-1, -1), (-1, 1)), strict=True):
            assert board.pixels[n] == pytest.approx((x + east * board.pitch / 4,
                                                     y + north * board.pitch / 4))


@pytest.mark.parametrize("lights", [1, 4, 12])
def test_the_window_draws_the_lights_of_a_map_where_they_are(design, lights):
    made = own_boards.with_boards(
        design, own_boards.calculated(design, Wish("mine", 3, 3, "none", lights, ())))
    wiring = ModuleType("mine")
    exec(own_plans.profile(made), vars(wiring))
    board = own_boards.board_of(made)
    for spot in geometry.board(wiring)["spots"]:
        for number, x, y in spot["pixels"]:
            assert board.pixels[number] == pytest.approx(
                ((spot["x"] + x + 0.5) * board.pitch, (spot["y"] + y + 0.5) * board.pitch))


def test_a_board_that_feels_how_tiles_are_turned(design):
    """Its bill has two sensors a cell and two magnets a tile; about 0.90 USD a cell."""
    land = (Pieces("land", 2, 6), Pieces("market", 2, 6))
    wish = Wish("mine", 9, 9, "readers", 4, land)
    totals = []
    for one in (wish, Wish(*wish[:6], True)):
        made = own_boards.with_boards(design, own_boards.calculated(design, one))
        bill = bills.Bills(made)
        count = bill.count(own_boards.board_of(made))
        totals.append(bill.total(own_boards.board_of(made)))
    assert (count["linear_hall"], count["switch16"], count["magnet6"]) == (162, 18, 162)
    assert 0.6 * 81 < totals[1] - totals[0] < 1.35 * 81
    plans = own_plans.files(made, ("land",))
    assert "prints/tile_facing.stl" in plans and b"--calibrate" in plans["README.md"]
    assert plans["facings.png"].startswith(b"\x89PNG")
    assert b"| FACING_S0 | yellow | U2 pin 3 of the block |" in plans["README.md"]


def test_facing_sensors_need_readers(design):
    with pytest.raises(SourceError, match="latches of a reader block"):
        own_boards.calculated(design, Wish("mine", 9, 9, "switches", 1, (), True))
    other = own_boards.nearest(design, Wish("mine", 9, 9, "switches", 1, (), True))
    assert other.sense == "switches" and not other.facings


def test_the_simulated_sensors_lie_where_the_printed_ones_do(design):
    m = design.mechanics.data
    assert m["facing"]["radius"] * 1000 == facings.RADIUS_UM
    gap = m["tag"]["thick"] + sum(m["hall"][key] for key in ("sheet", "skin", "depth"))
    assert 1000 * gap <= facings.GAP_UM <= 1000 * (gap + m["hall"]["play"])


@pytest.mark.parametrize("strips", [(3, 3), (8, 5), (15, 15)])
def test_the_frame_of_a_map_can_be_printed(strips):
    made = map_frames.meshes(*strips, 16.667, 220)
    assert [meshes.faults(mesh, 220) for mesh in made] == [[]] * len(made)
    assert sum(map(meshes.volume, made)) == pytest.approx(map_frames.volume(*strips, 16.667))


@pytest.mark.parametrize("text", ["Mine", "grid6", "9x9", "x" * 17, "class", "a/b", ""])
def test_a_name_that_no_board_may_have(text):
    with pytest.raises(Exception, match="board of Leyboard's own|small letters"):
        a_name(text)


@pytest.mark.parametrize("text", ["8", "8x", "axb", "hex", "0x0", "hex0", "1000x3"])
def test_a_text_that_is_no_size(text):
    with pytest.raises(Exception, match="give two numbers, such as 8x5, or hex19 or hex37"):
        a_size(text)


def test_a_rule_that_a_changed_board_breaks_names_its_own_line(design):
    text = own_boards.calculated(design, Wish("mine", 6, 6, "readers", 4, ()))
    text = text.replace("lights = 4", "lights = 1")
    with pytest.raises(SourceError) as caught:
        own_boards.check(own_boards.with_boards(design, text))
    line = text[:text.index("lights = 1")].count("\n") + 1
    assert caught.value.where == f"board.toml:{line}" and "lights = 4" in caught.value.cure


# The commands of docs/new-board.md, in their order, word by word.
TYPED = [shlex.split(line.split("  #")[0])[1:]
         for block in re.findall(r"```\n(.*?)```", PAGE, re.S)
         for line in block.splitlines() if "leyboard" in line]


@pytest.mark.parametrize("words", TYPED, ids=" ".join)
def test_a_command_of_the_page_is_one(words):
    assert words == ["board", "make", TYPED[0][2]] or TYPED[0][2] in words
    cli.parser(words[0]).parse_args(words)


@pytest.mark.deep
def test_the_page_is_followed(home):
    for words in TYPED:
        if words[0] == "board":
            done = leyboard(*words)
            assert done.returncode == 0, done.stderr
    name = TYPED[0][2]
    guide = (home / name / "README.md").read_text()
    for link in re.findall(r"\]\(([^)#]+)\)", guide):
        assert (home / name / link).exists(), link
    assert re.search(r"\d+ USD", guide) and (home / name / "firmware" / "main.py").exists()


@pytest.mark.parametrize(("asked", "instead"), first(2, [
    ("16x15 --sense none", "15x15 --sense none --lights 1"),
    ("hex61", "hex37 --sense none --lights 1"),
    ("8x5 --sense readers", "9x6 --sense readers --lights 4")]))
def test_a_refusal_names_what_to_type_instead(home, asked, instead):
    done = leyboard("board", "new", "mine", "--cells", *asked.split(), "--games", "mars")
    assert done.returncode == 1 and "--cells " + instead in done.stderr
    assert not (home / "mine").exists()


def test_nobody_is_asked_where_nobody_is(home):
    done = leyboard("board", "new", "mine", stdin=subprocess.DEVNULL)
    assert done.returncode == 1 and "nobody is here to answer: For which games" in done.stderr


def test_what_is_left_out_is_asked(monkeypatch):
    """The games first: they propose the size; a wrong answer is asked again."""
    asked, answers = [], iter(["mars,land", "7x7x7", "", "maybe", "switches"])

    def ask(question):
        asked.append(question)
        return next(answers)

    monkeypatch.setattr(command, "ask", ask)
    wish = command.wish_of(cli.parser("board").parse_args(["board", "new", "mine"]))
    assert wish[:5] == ("mine", 9, 9, "switches", 1)
    assert [pieces.game for pieces in wish.games] == ["land", "mars"]
    assert [question.split("?")[1] for question in asked] == [
        " [mars]", " [9x9]", " [9x9]", " [none]", " [none]"]


PLAYED = {  # where switches lie, a piece is shown before it is laid
    "halls": "place pad small 0\nexpect says Choose a light\nlift pad\nplace c3 small 0\n"
             "expect piece c3 small 0\n",
    "island": "play 5\nexpect actions 7\n"}  # with the order and the numbers


@pytest.mark.deep
@pytest.mark.parametrize("words", [
    "wide --cells 12x6 --sense readers", "halls --cells 6x9 --sense switches",
    "large --cells 15x15 --sense none", "round --cells 6x6 --sense none --lights 12",
    "island --cells hex19"])
def test_a_board_is_made_whole(home, words):
    name = words.split()[0]
    games = "landover" if name == "island" else "mars,land"
    done = leyboard("board", "new", *words.split(), "--games", games)
    assert done.returncode == 0, done.stderr
    for path in (home / name / "prints").glob("*.stl"):
        assert meshes.faults(meshes.triangles(path), 220) == [], path
    (home / "script.txt").write_text(
        f"board {name}\nnew {games.split(',')[0]} seed=1 players=human,human\n"
        + PLAYED.get(name, "play 5\nexpect actions 5\n"))
    done = leyboard("script", "script.txt")
    assert done.returncode == 0, done.stderr
    assert leyboard("board", "make", name).returncode == 0
    assert leyboard("board", "remove", name).returncode == 0
    assert leyboard("script", "script.txt").returncode == 1
