"""Ley Lines of Mars: the worked examples of the rules and their consequences."""

from games import make
from games.base import ALMOST, COMPLETE, OVER, IllegalAction
from games.rng import Rng
from tests.portable import golden


def play(game, *moves):
    """Apply each "seat word cell", skipping the turns of other seats; return the last events."""
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
    assert refused(game, 1, ["small", "c3"]) == "that cell is taken"
    assert refused(game, 0, ["small", "c4"]) == "it is the turn of Blue"
    for cell in ("a1", "b1", "c1", "d1", "e1"):
        play(game, "1 large " + cell)
    game.turn = 1
    assert refused(game, 1, ["large", "f1"]) == "you have no large pyramid left"


def test_invalid_words():
    game = make("mars")
    for words in (["huge", "c3"], ["small", "g1"], ["small", "a01"], ["small"], "small", ["",
    "a1"]):
        try:
            game.parse(words)
        except ValueError:
            continue
        raise AssertionError(words)


def test_overlay_shows_complete_lines_and_chances():
    game = make("mars")
    play(game, "0 large a2")
    spot = game.spot("b1")
    assert (spot, ALMOST, 0) in game.overlay()
    play(game, "1 small b1")
    shown = game.overlay()
    assert (spot, COMPLETE, 1) in shown and (game.spot("a2"), COMPLETE, 1) in shown
    assert (spot, ALMOST, 0) not in shown


def test_a_seat_with_no_pieces_left_is_skipped():
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


def sketch(game):
    """Draw the board, the highest row first: s, m, l of seat 0, S, M, L of seat 1, # a cap."""
    return ["    " + " ".join([".smlSML#"[piece] for piece in game.cells[row : row + 6]])
            for row in range(30, -1, -6)]


def playthrough():
    return golden.told(make("mars"), Rng(3), sketch, 6)


def test_perft():
    for entry in golden.perft_table("mars"):
        assert golden.perft_counts("mars", entry) == entry["counts"], entry


def test_playthrough():
    assert playthrough() == golden.text("mars")


def with_left(*counts):
    """Return a game with these pieces left: small, medium, large of seat 0, of seat 1, and
    caps."""
    game = make("mars")
    game.left[:] = bytes((0,) + counts)
    return game


def test_a_seat_that_has_only_caps_left_plays_them():
    game = with_left(2, 0, 0, 0, 0, 0, 2)
    play(game, "0 small c3")
    assert game.current() == (1,)
    assert set([action[0] for action in game.legal(1)]) == {4}
    play(game, "1 cap d4", "0 small e5")
    assert game.current() == (1,)


def test_a_seat_with_nothing_to_place_is_passed_over():
    game = with_left(2, 0, 0, 0, 0, 0, 0)
    play(game, "0 small c3")
    assert game.current() == (0,)
    play(game, "0 small d4")
    assert game.current() == OVER


def test_a_line_of_one_does_not_count():
    """The corner a1, and a cell that caps enclose on a diagonal."""
    game = make("mars")
    assert play(game, "0 cap b2", "1 large a1") == []
    assert play(game, "0 cap b1", "1 cap b3") == []
    assert (game.spot("a2"), ALMOST, 0) not in game.overlay()
    assert play(game, "0 large a2") == [] and game.scores() == [0, 0]


def test_a_possible_score_counts_for_the_seat_to_act():
    """b1 and a2 form a line of two; with a large piece on b1, too, seat 0 scores 6."""
    game = make("mars")
    play(game, "0 large a2")
    assert game.current() == (1,)
    assert game.evaluate(1) == 3 and game.evaluate(0) == -3  # seat 1 puts a large on b1
    game.turn = 0
    assert game.evaluate(0) == 6 and game.evaluate(1) == -6


def test_a_piece_on_a_cell_means_an_action():
    game = make("mars")
    spot = game.spot("c3")
    assert game.intended_action(0, spot, 7) == game.intended_action(1, spot, 7) == (4, spot)
    assert game.intended_action(0, spot, 3) == (3, spot) == game.intended_action(1, spot, 6)
    assert game.intended_action(0, spot, 6) is None is game.intended_action(1, spot, 3)
