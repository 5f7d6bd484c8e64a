"""Play with knob, pad and display: menus, questions, texts."""

from games import names
from games.base import CHANCE, CURSOR, LEGAL, OVER
from games.leylines.pieces import half
from games.rng import Rng
from table.sense import UNKNOWN
from table.wiring import grid9, pad
from tests.portable import effort
from tests.portable.bench_board import Bench, mars


def test_the_pad_lights_cells_and_the_knob_picks_one():
    bench, game = mars(profile=pad)
    bench.show("medium 0")
    assert LEGAL in bench.meanings("f6") and CURSOR in bench.meanings("a1")
    assert bench.meanings("g1") == []
    bench.turn(1)
    assert CURSOR in bench.meanings("b1")
    bench.turn(-2)
    assert CURSOR in bench.meanings("f6")
    bench.press("push")
    assert game.log == [(0, 2, 35)]
    bench.show(None)
    bench.show("medium 1")
    bench.press("push")
    assert len(game.log) == 2


def test_a_shared_piece_left_on_the_pad_is_not_played_twice():
    bench, game = mars(profile=pad)
    bench.show("cap")
    bench.press("push")
    bench.press("push")
    assert len(game.log) == 1
    bench.show(None)
    bench.show("cap")
    bench.press("push")
    assert len(game.log) == 2


def test_a_tile_is_drawn_with_the_pad_and_placed_with_the_knob():
    bench = Bench(profile=pad)
    game = bench.new("land", options={"supply": "bag"}, seed=None)
    bench.show("gggy")
    assert [game.text(entry[1:]) for entry in game.log] == [["draw"], ["drawn", "gggy"]]
    assert CURSOR in bench.meanings("e4") and game.current() == (0,)
    bench.press("push")
    bench.press("push")
    assert len(game.log) == 3 and game.current() == (1,)
    bench.run()
    assert len(game.log) == 3  # the tile still lies on the pad


def test_dominoes_are_dealt_by_showing_them():
    bench = Bench(profile=grid9)
    game = bench.new("leylines", 3, {"map": "compact"}, seed=None)
    rng = Rng(2)
    while game.current() != (CHANCE,):
        by = game.current()[0]
        bench.app.session.act(by, rng.choice(game.legal(by)))
    bench.see_all()
    bench.run()
    before = len(game.log)
    bench.show(half(4, 2))
    bench.run()
    assert game.text(game.log[-1][1:]) == ["deal", 0, "24"] and len(game.log) == before + 1
    bench.show(half(2, 4))
    assert len(game.log) == before + 1  # already dealt
    bench.show(half(3, 3))
    assert game.text(game.log[-1][1:]) == ["deal", 1, "33"] and bench.app.problem == ""
    bench.put(half(1, 1), "a1" if not game.piece_at(0) else "a2")
    assert len(game.log) == before + 2  # hidden, so it cannot be one already dealt


def test_the_display_says_what_the_pad_cannot_use():
    bench, game = mars(profile=pad)
    bench.show("small 1")
    assert bench.app.problem == "no place now for: Blue's small pyramid"
    bench.show(UNKNOWN)
    assert bench.app.problem == "pad: unknown tag"
    bench.show(None)
    assert bench.app.problem == ""


def test_a_whole_game_with_the_knob_alone():
    bench, game = mars(profile=pad)
    rng = Rng(5)
    while game.current() != OVER:
        bench.turn(1)  # opens the menu
        for _ in range(6):
            if len(game.log) % 2 == game.turn and bench.app.ask is None:
                break
            bench.turn(rng.below(5))
            bench.press("push")
            if bench.app.ask is None:
                break
    assert len(game.log) == 35
    assert " wins: all pieces" in bench.app.line or " share the win: " in bench.app.line


def test_knob_and_pad_play_every_game():
    for name in names():
        bench = Bench(profile=pad)
        game = bench.new(name)
        rng = Rng(3)
        most = 0
        tokens = [token for token, _, _, _ in game.tokens()] + [0, 0]
        for _ in range(effort.of(200, 40)):
            if bench.app.session.over():
                break
            bench.sense.pad = rng.choice(tokens)
            bench.sense.pad_tags += 1
            bench.sense.version += 1
            bench.run(2)
            for _ in range(3):
                bench.knob.steps = rng.below(4)
                bench.knob.press = "push" if rng.below(9) else "back"
                bench.run(2)
            most = max(most, len(bench.app.session.game.log))  # the menu may start another
        assert most > effort.of(10, 2) or bench.app.session.over(), (name, most)


def test_a_new_game_from_the_menu():
    bench = Bench()
    assert "Push the knob to choose a game" in bench.display.lines
    bench.press("push")
    for _ in range(20):
        if bench.app.session.game is not None:
            break
        label = bench.app.ask.label(bench.app.texts)
        while label not in ("new game", "Ley Lines of Mars", "as usual", "a person"):
            bench.turn(1)
            label = bench.app.ask.label(bench.app.texts)
        bench.press("push")
    assert bench.app.session.game.NAME == "mars" and bench.app.session.seed == 7


def test_a_question_for_a_seat_closes_when_its_turn_ends():
    """A host answers it first; the open question is then closed, since its answers are gone."""
    bench = Bench()
    game = bench.new("market", 3, {"board": 3})
    while game.current() == (CHANCE,):
        bench.app.session.act(CHANCE, game.sample(Rng(1)))
    bench.run()
    bench.turn(1)
    assert bench.app.ask.title(bench.app.texts) == "Red: only you look"
    bench.app.session.act(0, game.legal(0)[0])
    bench.run()
    assert bench.app.ask is None
    bench.press("push")
    assert bench.app.ask.title(bench.app.texts) == "Blue: only you look"
    bench.press("push")
    bench.press("push")
    assert not [line for line in bench.sent if '"failed"' in line]


def test_the_menu_of_the_table_stays_open_while_the_game_goes_on():
    for label in ("hint", "give up"):
        bench = Bench()
        game = bench.new("mars", players=["human", "random"])
        bench.press("hold")
        for _ in range(9):
            if bench.app.ask.label(bench.app.texts) != label:
                bench.turn(1)
        bench.app.session.act(0, game.legal(0)[0])
        if label == "give up":
            bench.app.session.give_up()
        bench.app.session.think = lambda: False
        bench.run()
        assert bench.app.ask.label(bench.app.texts) == label
        bench.press("push")
        assert bench.app.ask is None and not [line for line in bench.sent if '"failed"' in line]


def test_a_new_game_shows_its_own_line():
    bench = Bench(grid9)
    bench.new("land")
    assert bench.app.line == "Red: place a tile to close a green territory, or pass by knob"
    bench.new("mars")
    assert bench.app.line == "Red: put a pyramid or a cap on a cell"


def test_texts_already_shown_are_not_read_again():
    bench, _ = mars()
    read = bench.app.texts._read
    reads = []
    bench.app.texts._read = lambda game, say: reads.append(game) or read(game, say)
    bench.put("small 1", "d4")
    assert bench.app.problem and reads
    del reads[:]
    bench.sense.version += 1
    bench.run()
    assert not reads
    bench.lift("d4")
    bench.press("push")
    bench.press("push")
    del reads[:]
    for _ in range(5):
        bench.turn(1)
    assert len(reads) == 5  # the answers, but neither the line nor the question
