"""Ley Lines of Mars: the worked examples of the rules, and what follows from them."""

from games import make
from games.base import ALMOST, COMPLETE, OVER, IllegalAction


def play(game, *moves):
    """Apply "seat word cell" after the others took a turn out of the way; return the last
    events."""
    for move in moves:
        seat, word, cell = move.split()
        game.turn = int(seat)
        events = game.apply(int(seat), game.parse([word, cell]))
    return events


def refused(game, by, words):
    before = game.digest()
    try:
        game.apply(by, game.parse(words))
    except IllegalAction as error:
        assert game.digest() == before
        return str(error)
    raise AssertionError("%s was not refused" % words)


def test_example_1_only_own_pips_count():
    game = make("mars")
    events = play(game, "0 large a2", "1 small b1")
    assert events == [["line", 1, 1, ["b1", "a2"]]]
    assert game.scores() == [0, 1]


def test_example_2_two_lines_at_once():
    game = make("mars")
    play(game, "0 medium a1", "0 large c3", "0 cap d4", "0 large a3", "1 large c1")
    events = play(game, "0 small b2")
    assert events == [
        ["line", 0, 6, ["a1", "b2", "c3"]],
        ["line", 0, 4, ["c1", "b2", "a3"]],
    ]
    assert game.scores() == [10, 0]


def test_example_3_a_line_of_one_never_scores():
    game = make("mars")
    assert play(game, "0 cap b2", "1 large a1") == []
    assert game.scores() == [0, 0]


def test_example_4_a_cap_never_scores():
    game = make("mars")
    assert play(game, "0 large a4", "1 large c2", "0 small d1", "1 cap b3") == []
    assert game.scores() == [0, 0]


def test_refusals_say_why():
    game = make("mars")
    play(game, "0 cap c3")
    assert refused(game, 1, ["small", "c3"]) == "c3 is taken"
    assert refused(game, 0, ["small", "c4"]) == "it is the turn of seat 1"
    for cell in ("a1", "b1", "c1", "d1", "e1"):
        play(game, "1 large " + cell)
    game.turn = 1
    assert refused(game, 1, ["large", "f1"]) == "no large pyramid is left"


def test_words_that_mean_nothing():
    game = make("mars")
    for words in (["huge", "c3"], ["small", "g1"], ["small", "a01"], ["small"], "small", ["",
    "a1"]):
        try:
            game.parse(words)
        except ValueError:
            continue
        raise AssertionError(words)


def test_overlay_shows_finished_lines_and_chances():
    game = make("mars")
    play(game, "0 large a2")
    spot = game.spot("b1")
    assert (spot, ALMOST, 0) in game.overlay()
    play(game, "1 small b1")
    shown = game.overlay()
    assert (spot, COMPLETE, 1) in shown and (game.spot("a2"), COMPLETE, 1) in shown
    assert (spot, ALMOST, 0) not in shown


def test_a_seat_with_nothing_left_is_skipped():
    game = make("mars")
    free = iter(range(36))
    for size in (1, 2, 3):
        for _ in range(5):
            game.turn = 0
            game.apply(0, (size, next(free)))
    for _ in range(5):
        game.apply(game.turn, (4, next(free)))
    while game.current() != OVER:
        assert game.current() == (1,)
        game.apply(1, game.legal(1)[0])
    assert len(game.log) == 35


def test_tie_option():
    for tie, winners in (("draw", [0, 1]), ("second", [1])):
        game = make("mars", 2, {"tie": tie})
        assert game.result()[0] == winners
