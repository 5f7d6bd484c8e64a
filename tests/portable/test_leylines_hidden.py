"""Ley Lines: hidden values and hands."""

from games import make
from games.base import CHANCE, OVER
from games.leylines import pieces
from games.rng import Rng
from tests.portable import effort
from tests.portable.leylines_table import act, dealt, set_up


def public(game):
    """Return all public information about a position and the last action."""
    by, action = game.log[-1][0], game.log[-1][1:]
    shown = [game.view(-1), game.overlay(), game.scores(), game.current(), game.spots()]
    shown.append(game.public_record(by, action, game.events))
    lying = [game.piece_at(spot) for spot in range(game.spots()) if game.piece_at(spot)]
    shown.append([(game.face(piece), game.named(game.token(piece))) for piece in lying])
    if game.current() != OVER and game.current() != (CHANCE,):
        shown.append(game.intended_action(game.current()[0], 0, pieces.half(0, 0)))
    return shown


def twin(game, seat, rng):
    """Return a game that is the same for `seat`, with other hidden information."""
    other = make("leylines", game.seats, game.options)
    other.restore(game.snapshot())
    for entry in game.log:
        other.log.append(entry)
    other.events = game.events
    other.determinize(seat, rng)
    return other


def test_no_hidden_information_leaks():
    """Games that differ in what a seat cannot know look the same to it until it is revealed."""
    rng = Rng(12)
    compared = 0
    differed = 0
    for seed in range(effort.of(8, 1)):
        hands = ("dealt", "table")[seed % 2]
        game = make("leylines", 3 + seed // 2 % 2, {"hands": hands})
        while game.current() != OVER:
            viewer = rng.below(game.seats)
            other = twin(game, viewer, rng)
            differed += game.digest() != other.digest()
            for _ in range(4):
                assert game.view(viewer) == other.view(viewer)
                assert not game.log or public(game) == public(other)
                compared += 1
                by = game.current()[0] if game.current() else None
                if by is None:
                    break
                action = rng.choice(game.legal(by))
                if by != viewer and action not in other.legal(by):
                    game.apply(by, action)
                    break  # the hands of the two games differ
                events = game.apply(by, action)
                if by == viewer:
                    assert action in other.legal(by)
                if other.apply(by, action) != events or events:
                    break  # a value was revealed
    assert compared > effort.of(500, 50) and differed > effort.of(100, 10)


def test_a_secret_value_is_not_in_the_public_events():
    game = make("leylines")
    act(game, "cairn", 3, "c3")
    assert game.public_record(0, (1, 3, game.spot("c3")), []) == (["cairn", None, "c3"], [])
    assert game.public_record(0, (2, 3), []) == (["aside", None], [])
    assert game.public_record(CHANCE, (4, 1, 2, 5), []) == (["deal", 1, None], [])
    assert game.view(-1)["board"] == game.view(1)["board"] == [["c3", "suns cairn"]]
    assert game.view(0)["own"]["cairns"][3] == [3, "c3"]
    assert not game.has_revealed(0, (1, 3, game.spot("c3")), [])
    game = set_up([(0, 3, "a1")], [(1, "d1")])
    events = act(game, "segment", "b1", 2, "c1", 5)
    assert game.has_revealed(0, game.log[-1][1:], events)


def test_guesses_vary_and_fit():
    game = dealt(3)
    rng = Rng(1)
    seen = {}
    for _ in range(30):
        before = game.snapshot()
        game.determinize(0, rng)
        assert list(game.held) == [7, 7, 7]
        for seat in range(3):
            assert len(game.private_view(seat)["segments"]) == 7
            values = [value for value, _ in game.private_view(seat)["cairns"]]
            assert values == [0, 1, 2, 3, 4, 5]
        for value in range(6):
            for seat in range(3):
                piece = game.cells[game.coins[6 * seat + value]]
                assert piece == pieces.cairn(seat, value)
        seen[game.digest()] = True
        game.restore(before)
    assert len(seen) == 30


def test_a_seat_with_no_segment_left_is_offered_none():
    """Everybody knows the number that a seat has left."""
    game = make("leylines", 3, {"map": "compact"})
    rng = Rng(2)
    while not [action for action in game.public(game.current()[0]) if action[0] == pieces.SEGMENT]:
        by = game.current()[0]
        game.apply(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))
    by = game.current()[0]
    game.held[by] = 0
    assert [action for action in game.public(by) if action[0] == pieces.SEGMENT] == []
