"""Play with knob, pad and display: menus, questions, texts."""

from games import names
from games.base import CHANCE, CURSOR, LEGAL, OVER
from games.leylines.pieces import half
from games.rng import Rng
from table.sense import UNKNOWN
from table.wiring import grid9, pad
from tests.portable import effort
from tests.portable.fake_table import FakeTable, mars


def test_the_pad_lights_cells_and_the_knob_picks_one():
    fake, game = mars(profile=pad)
    fake.show("medium 0")
    assert LEGAL in fake.meanings("f6") and CURSOR in fake.meanings("a1")
    assert fake.meanings("g1") == []
    fake.turn_knob(1)
    assert CURSOR in fake.meanings("b1")
    fake.turn_knob(-2)
    assert CURSOR in fake.meanings("f6")
    fake.press("push")
    assert game.log == [(0, 2, 35)]
    fake.show(None)
    fake.show("medium 1")
    fake.press("push")
    assert len(game.log) == 2


def test_a_shared_piece_left_on_the_pad_is_not_played_twice():
    fake, game = mars(profile=pad)
    fake.show("cap")
    fake.press("push")
    fake.press("push")
    assert len(game.log) == 1
    fake.show(None)
    fake.show("cap")
    fake.press("push")
    assert len(game.log) == 2


def test_a_tile_is_drawn_with_the_pad_and_placed_with_the_knob():
    fake = FakeTable(profile=pad)
    game = fake.new("land", options={"supply": "bag"}, seed=None)
    fake.show("gggy")
    assert [game.text(entry[1:]) for entry in game.log] == [["draw"], ["drawn", "gggy"]]
    assert CURSOR in fake.meanings("e4") and game.current() == (0,)
    fake.press("push")
    fake.press("push")
    assert len(game.log) == 3 and game.current() == (1,)
    fake.run()
    assert len(game.log) == 3  # the tile still lies on the pad


def test_dominoes_are_dealt_by_showing_them():
    fake = FakeTable(profile=grid9)
    game = fake.new("leylines", 3, {"map": "compact"}, seed=None)
    rng = Rng(2)
    while game.current() != (CHANCE,):
        by = game.current()[0]
        fake.app.session.act(by, rng.choice(game.legal(by)))
    fake.see_all()
    fake.run()
    before = len(game.log)
    fake.show(half(4, 2))
    fake.run()
    assert game.text(game.log[-1][1:]) == ["deal", 0, "24"] and len(game.log) == before + 1
    fake.show(half(2, 4))
    assert len(game.log) == before + 1  # already dealt
    fake.show(half(3, 3))
    assert game.text(game.log[-1][1:]) == ["deal", 1, "33"] and fake.app.display_text.problem == ""
    fake.put(half(1, 1), "a1" if not game.piece_at(0) else "a2")
    assert len(game.log) == before + 2  # hidden, so it cannot be one already dealt


def test_the_display_says_what_the_pad_cannot_use():
    fake, game = mars(profile=pad)
    fake.show("small 1")
    assert fake.app.display_text.problem == "no place now for: Blue's small pyramid"
    fake.show(UNKNOWN)
    assert fake.app.display_text.problem == "pad: unknown tag"
    fake.show(None)
    assert fake.app.display_text.problem == ""


def test_a_whole_game_with_the_knob_alone():
    fake, game = mars(profile=pad)
    rng = Rng(5)
    while game.current() != OVER:
        fake.turn_knob(1)  # opens the menu
        for _ in range(6):
            if len(game.log) % 2 == game.turn and fake.app.ask is None:
                break
            fake.turn_knob(rng.below(5))
            fake.press("push")
            if fake.app.ask is None:
                break
    assert len(game.log) == 35
    assert (
        " wins: all pieces" in fake.app.display_text.line
        or " share the win: " in fake.app.display_text.line
    )


def test_knob_and_pad_play_every_game():
    for name in names():
        fake = FakeTable(profile=pad)
        game = fake.new(name)
        rng = Rng(3)
        played = length = 0
        tokens = [token for token, _, _, _ in game.tokens()] + [0, 0]
        for _ in range(effort.of(200, 120)):
            if fake.app.session.is_over():  # to its end, or given up from the menu
                fake.new(name)
            fake.sense.pad = rng.choice(tokens)
            fake.sense.pad_tags += 1
            fake.sense.version += 1
            fake.run(2)
            for _ in range(3):
                fake.knob.steps = rng.below(4)
                fake.knob.press = "push" if rng.below(9) else "back"
                fake.run(2)
            before, length = length, len(fake.app.session.game.log)
            played += max(0, length - before)
        assert played > effort.of(10, 2), (name, played)


def test_a_new_game_from_the_menu():
    fake = FakeTable()
    assert "Push the knob to choose a game" in fake.display.lines
    fake.press("push")
    for _ in range(20):
        if fake.app.session.game is not None:
            break
        label = fake.app.ask.label(fake.app.display_text.texts)
        while label not in ("new game", "Ley Lines of Mars", "as usual", "a person"):
            fake.turn_knob(1)
            label = fake.app.ask.label(fake.app.display_text.texts)
        fake.press("push")
    assert fake.app.session.game.NAME == "mars" and fake.app.session.seed.key


def test_a_question_for_a_seat_closes_when_its_turn_ends():
    """A host answers it first; the open question is then closed, since its answers are gone."""
    fake = FakeTable()
    game = fake.new("market", 3, {"board": 3})
    while game.current() == (CHANCE,):
        fake.app.session.act(CHANCE, game.sample(Rng(1)))
    fake.run()
    fake.turn_knob(1)
    assert fake.app.ask.title(fake.app.display_text.texts) == "Red: only you look"
    fake.app.session.act(0, game.legal(0)[0])
    fake.run()
    assert fake.app.ask is None
    fake.press("push")
    assert fake.app.ask.title(fake.app.display_text.texts) == "Blue: only you look"
    fake.press("push")
    fake.press("push")
    assert not [line for line in fake.sent if '"failed"' in line]


def test_the_knob_asks_nothing_of_a_seat_that_acts_elsewhere():
    """Red and Gold bid on phones: the knob is Blue's, and nobody is to look away for them."""
    fake = FakeTable()
    game = fake.new("market", 3, {"board": 3})
    while game.current() == (CHANCE,):
        fake.app.session.act(CHANCE, game.sample(Rng(1)))
    fake.run()
    fake.turn_knob(1)
    assert fake.app.ask.title(fake.app.display_text.texts) == "Red: only you look"
    for by in (0, 2):
        assert fake.app.host.handle({"do": "elsewhere", "by": by, "yes": True})["ok"]
    assert fake.app.ask is None  # it was Red's
    fake.turn_knob(1)
    assert fake.app.ask.title(fake.app.display_text.texts) == "Blue: only you look"
    fake.app.session.act(1, game.legal(1)[0])
    fake.run()
    fake.turn_knob(1)
    assert fake.app.ask.title(fake.app.display_text.texts) == "Table"
    assert not fake.app.host.handle({"do": "elsewhere", "by": 3, "yes": True})["ok"]
    assert fake.app.host.handle({"do": "elsewhere", "by": 2, "yes": False})["ok"]
    assert fake.app.session.present() == [2]
    fake.new("market", 3, {"board": 3})
    assert fake.app.session.elsewhere == []  # who plays the next game is asked anew


def test_the_knob_is_named_to_those_alone_who_have_it():
    fake = FakeTable()
    fake.new("land")
    assert "or pass by knob" in fake.app.display_text.line
    for yes in (True, False):
        fake.app.host.handle({"do": "elsewhere", "by": 0, "yes": yes})
        fake.run()
        assert ("by knob" in fake.app.display_text.line) != yes


def test_a_hint_for_a_seat_elsewhere_stays_off_the_display():
    fake = FakeTable()
    fake.new("mars")
    fake.app.host.handle({"do": "elsewhere", "by": 0, "yes": True})
    answer = {"do": None}
    while answer["do"] is None:
        answer = fake.app.host.handle({"do": "hint", "by": 0})
        fake.run()
    assert fake.app.ask is None


def test_the_menu_of_the_table_stays_open_while_the_game_goes_on():
    for label in ("hint", "give up"):
        fake = FakeTable()
        game = fake.new("mars", players=["human", "random"])
        fake.press("hold")
        for _ in range(9):
            if fake.app.ask.label(fake.app.display_text.texts) != label:
                fake.turn_knob(1)
        fake.app.session.act(0, game.legal(0)[0])
        if label == "give up":
            fake.app.session.give_up()
        fake.app.session.think = lambda: False
        fake.run()
        assert fake.app.ask.label(fake.app.display_text.texts) == label
        fake.press("push")
        assert fake.app.ask is None and not [line for line in fake.sent if '"failed"' in line]


def test_a_new_game_shows_its_own_line():
    fake = FakeTable(grid9)
    fake.new("land")
    assert (
        fake.app.display_text.line
        == "Red: place a tile, or pass by knob: your territories are green"
    )
    fake.new("mars")
    assert fake.app.display_text.line == "Red: put a pyramid or a cap on a cell"


def test_texts_already_shown_are_not_read_again():
    fake, _ = mars()
    opened = fake.app.display_text.texts.open
    reads = []
    fake.app.display_text.texts.open = lambda name: reads.append(name) or opened(name)
    fake.put("small 1", "d4")
    assert fake.app.display_text.problem and reads
    del reads[:]
    fake.sense.version += 1
    fake.run()
    assert not reads
    fake.lift("d4")
    fake.press("push")
    fake.press("push")
    del reads[:]
    for _ in range(5):
        fake.turn_knob(1)
    assert not reads  # the line and the question stay, and the answers differ only in their values
