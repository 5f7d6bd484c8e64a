"""Help at the table: hints, scores and what they consist of, a rematch."""

from games import make, names
from games.base import CHANCE, CURSOR, FLOW, OVER
from games.rng import Rng
from games.texts import Texts
from table.hint import seek
from table.settings import read
from table.wiring import grid9
from tests.portable.bench_board import Bench


def played(name, seed=5, most=400):
    game = make(name)
    rng = Rng(seed)
    for _ in range(most):
        if game.current() == OVER:
            break
        by = rng.choice(game.current())
        game.apply(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))
    return game


def test_the_parts_add_up_to_the_points():
    for name in names():
        game = played(name)
        for seat in range(game.seats):
            parts = game.made_of(seat)
            assert sum([points for _, points in parts]) == game.scores()[seat], (name, parts)
            for part, points in parts:
                said = Texts("de").say(("part", seat, (part,), points), name)
                assert part not in said and str(points) in said


def line_for(bench):
    """Fill the line a2, b1 of Mars by hand."""
    bench.new("mars")
    bench.put("large 0", "a2")
    bench.put("small 1", "f6")
    bench.put("small 0", "b1")


def test_a_score_is_animated_and_reported():
    bench = Bench()
    line_for(bench)
    assert bench.app.message == "Red fills a line: 4 points"
    assert bench.app.message in bench.display.lines
    assert FLOW in bench.meanings("b1") and FLOW in bench.meanings("a2")
    assert bench.display.lines[0] == "Red 4  Blue 0"
    bench.clock.now += 5000
    bench.run(30)
    assert FLOW not in bench.meanings("b1")


def test_a_hint_is_lit_and_explained():
    bench = Bench()
    bench.new("mars")
    bench.put("large 0", "a2")
    bench.put("cap", "f6")
    answer = bench.app.host.handle({"id": 1, "do": "hint", "by": 0})
    assert answer["do"] is None and answer["text"] == ""
    for _ in range(400):
        bench.app.tick()
    answer = bench.app.host.handle({"id": 1, "do": "hint", "by": 0})
    assert answer["do"] == ["large", "b1"]
    assert answer["text"] == "Hint: large pyramid on b1 (Red fills a line: 6 points)"
    assert answer["text"] in bench.display.lines
    assert CURSOR in bench.meanings("b1")
    assert len(bench.app.session.game.log) == 2 and bench.app.session.game.scores() == [0, 0]
    refused = bench.app.host.handle({"id": 1, "do": "hint", "by": 1})
    assert refused["why"] == "a hint is for a person who is to act"


def test_a_hint_from_a_hidden_hand_is_shown_to_its_seat():
    bench = Bench()
    game = bench.new("market")
    while game.current()[0] == CHANCE:
        bench.app.session.act(CHANCE, game.sample(Rng(1)))
    bench.run(30)
    seek(bench.app, 0)
    for _ in range(400):
        bench.app.tick()
    assert bench.app.ask.title(bench.app.texts) == "Red: only you look"
    assert "bid" not in " ".join(bench.display.lines[2:])
    bench.press("push")
    assert bench.app.ask.title(bench.app.texts).startswith("Hint: bid ")


def test_a_hint_from_a_hidden_hand_is_not_lit():
    """All players see the lights, which would show where a piece from the hand fits best."""
    bench = Bench(profile=grid9)
    game = bench.new("leylines", 3, {"map": "compact"})
    seek(bench.app, game.current()[0])
    while bench.app.hint.action is None:
        bench.run()
    bench.run()
    assert game.gesture(bench.app.hint.by, bench.app.hint.action)
    assert CURSOR not in [meaning for _, meaning, _ in bench.app.marks]


def test_the_language_is_chosen_with_the_knob_and_saved():
    bench = Bench()
    bench.new("mars")
    bench.run(10)
    bench.press("hold")
    for _ in range(8):
        if bench.app.ask.label(bench.app.texts) == "language":
            break
        bench.turn(1)
    bench.press("push")
    bench.turn(1)
    assert bench.app.ask.label(bench.app.texts) == "Deutsch"
    bench.press("push")
    bench.run(30)
    assert bench.app.line == "Rot: setze eine Pyramide oder Kappe auf ein Feld"
    assert read()["language"] == "de"


def test_a_game_that_is_over_is_played_again():
    bench = Bench()
    bench.new("mars", players=["random", "random"])
    for _ in range(4000):
        if bench.app.session.over():
            break
        bench.app.session.think()
    bench.run(60)
    over = [line for line in bench.sent if '"over"' in line]
    assert '"parts": [[["points"' in over[0]
    bench.press("hold")
    bench.turn(1)
    assert bench.app.ask.label(bench.app.texts) == "points"
    bench.turn(1)
    bench.press("push")
    game = bench.app.session.game
    assert len(game.log) < 9 and bench.app.session.players == ["random", "random"]


def choose(bench, wanted):
    """Turn the knob to an answer and push."""
    texts = bench.app.texts
    for _ in bench.app.ask.answers:
        if bench.app.ask.label(texts) == wanted:
            return bench.press("push")
        bench.app.ask.turn(1)
    raise AssertionError(wanted)


def test_a_hand_is_shown_to_its_seat_alone():
    bench = Bench()
    game = bench.new("landover")
    bench.run(10)
    game.hands[0] = 2
    bench.press("hold")
    choose(bench, "my hand")
    choose(bench, "Blue")
    assert bench.app.ask.title(bench.app.texts) == "Blue: only you look"
    bench.press("push")
    assert bench.app.ask.label(bench.app.texts) == "nothing"
    bench.press("back")
    bench.press("hold")
    choose(bench, "my hand")
    choose(bench, "Red")
    assert "wood" not in " ".join(bench.display.lines)
    bench.press("push")
    assert bench.app.ask.label(bench.app.texts) == "cards: 2 wood"


def test_first_steps_are_read_with_the_knob():
    bench = Bench()
    bench.press("push")
    choose(bench, "first steps")
    assert bench.app.ask.label(bench.app.texts) == "Put a piece where it glows"
    bench.app.ask.turn(3)
    assert "hint" in bench.app.ask.label(bench.app.texts)
