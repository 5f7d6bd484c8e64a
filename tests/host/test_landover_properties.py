"""Random games of Landover: what is always true."""

import pytest

from games import hexmap, make
from games.base import CHANCE, OVER
from games.bots import decide, greedy
from games.landover import state
from games.landover.cards.dev_cards import COPIES
from games.landover.common import (
    A_BOAT,
    A_END,
    A_OFFER,
    A_PLAY,
    A_ROAD,
    CITY,
    KINDS,
    METRO,
    WALL,
)
from games.landover.map import board, routes
from games.record import lines
from games.replay import replay
from games.rng import Rng
from sim.contract.randomly import step
from sim.contract.rules import box
from tests.portable.test_landover_land import random_numbers
from tests.portable.test_landover_routes import slow

GAMES = (
    (2, {}),
    (3, {"map": "B", "target": 25, "gold_city": "r4", "engineer": 1}),
    (4, {"map": "C", "immunity_vp": 0, "moved_immune": 1, "wall_rule": "guard"}),
    (4, {"map": "B", "terrain": "shuffled", "island_bonus": "once", "start_cards": "tile"}),
    (3, {"map": "C", "reveal_card": 0, "setup_route": "any", "barb_skip": 1, "raze": "wall"}),
    (2, {"piece_limits": 0, "win_time": "own", "numbers": "reference", "max_offers": 20}),
)
NAMES = ["-".join([str(seats), *(f"{k}={v}" for k, v in o.items())]) for seats, o in GAMES]
games = pytest.mark.parametrize(("seats", "options"), GAMES, ids=NAMES)
SOME = 900  # actions of a game that are looked at


def points(game, seat):
    """Count the victory points anew (rules: landover 18)."""
    total = game.opened[seat] + game.defended[seat] + bin(game.explored[seat]).count("1")
    for piece in game.corners:
        if piece and (piece & 7) - 1 == seat:
            total += 2 if piece & CITY else 1
            total += 2 if piece >> METRO else 0
    total += 2 if game.longest == seat else 0
    total += 2 if game.harbourmaster == seat else 0
    return total + (1 if game.trader == seat else 0)


def check_pieces(game):
    used = [0] * (5 * game.seats)
    touch = [0] * hexmap.HEXES
    docks = [0] * game.seats
    for corner, piece in enumerate(game.corners):
        if piece:
            seat = (piece & 7) - 1
            used[5 * seat + (1 if piece & CITY else 0)] += 1
            used[5 * seat + 4] += 1 if piece & WALL else 0
            assert piece & CITY or piece < 8, "walls and metros stand on cities"
            for place in hexmap.CORNER_HEXES[3 * corner : 3 * corner + 3]:
                if place != hexmap.NONE:
                    touch[place] |= 1 << seat
            if game.map.port_at[corner]:
                docks[seat] |= 1 << (game.map.port_at[corner] - 1)
            near = hexmap.CORNER_NEAR[3 * corner : 3 * corner + 3]
            assert not any(n != hexmap.NONE and game.corners[n] for n in near)
    for piece in game.edges:
        if piece:
            used[5 * ((piece - 1) & 3) + (3 if piece > 4 else 2)] += 1
    assert used == list(game.used) and touch == list(game.touch) and docks == game.docks
    assert game.cities == sum(used[1::5])
    for seat in range(game.seats):
        for kind in range(5):
            most = game.limits[kind]
            assert used[5 * seat + kind] <= most or kind == 0  # villages by downgrade
        assert list(game.catapults).count(seat + 1) <= 1
    metros = [game.corners[corner] >> METRO for corner in game.metros if corner != 255]
    assert sorted(metros) == sorted(k + 1 for k in range(3) if game.metros[k] != 255)
    assert sum(piece >> METRO > 0 for piece in game.corners) == len(metros)


def check_cards(game):
    assert min(game.hands) >= 0
    engineer = game.options["engineer"]
    gone = []
    for dev in range(KINDS):
        gone.append(sum(game.devs[dev::KINDS]) + game.deck[dev] + game.spent[dev])
    gone[6] = gone[18] = 1  # points are revealed
    assert sum(game.opened) == 2 - game.deck[6] - game.deck[18]
    assert gone == [engineer if dev == 9 else COPIES[dev] for dev in range(KINDS)]
    for seat in range(game.seats):
        assert game.held[seat] == sum(game.devs[KINDS * seat : KINDS * seat + KINDS]) <= 5
        assert game.devs[KINDS * seat + 6] == game.devs[KINDS * seat + 18] == 0


def check_board(game):
    ground, ways = bytes(game.ground), bytes(game.ways)
    for place in range(hexmap.HEXES):
        board.survey(game, place)
    assert (ground, ways) == (bytes(game.ground), bytes(game.ways))
    if game.log and game.current() != OVER and game.step:
        tokens = [n for n in game.numbers if n]
        bag = [n for n, count in enumerate(game.tokens_left) for _ in range(count)]
        assert len(tokens) + len(bag) == 19
    kept = [
        [state.kept_spots(game, seat, kind) for kind in range(5)] for seat in range(game.seats)
    ]
    board.forget(game)
    for seat in range(game.seats):
        assert game.lengths[seat] == routes.length(game, seat)
        for kind in range(5):
            if kept[seat][kind] is not None:
                assert kept[seat][kind] == board.spots(game, seat, kind)


@games
def test_pieces_cards_and_points_are_conserved(seats, options):
    game = make("landover", seats, options)
    rng = Rng(seats)
    supply = 0
    while step(game, rng) and len(game.log) < SOME:
        check_pieces(game)
        check_cards(game)
        assert game.scores() == [points(game, seat) for seat in range(seats)]
        changes = [event[2] for event in game.events if event[0] == "cards"]
        supply += sum(sum(change) for change in changes)
        assert supply == sum(game.hands), "every change of a hand is an event"
        if len(game.log) % 20 == 0:
            check_board(game)
        announced = {event[1]: event[2] for event in game.events if event[0] == "vp"}
        for seat, value in announced.items():
            assert game.scores()[seat] == value


def candidates(rng):
    """Return actions of all kinds, possible or not; no offers."""
    some = [(kind,) for kind in range(A_END + 1)]
    for kind in range(A_END + 1):
        if kind not in (A_OFFER, A_PLAY):
            some += [(kind, n) for n in range(-1, 133, 1 if kind < 5 else 7)]
            some += [(kind, n) for n in range(26)]
            some += [(kind, rng.below(38), rng.below(8)) for _ in range(60)]
    for dev in range(KINDS):
        some.append((A_PLAY, dev))
        some += [(A_PLAY, dev, n) for n in range(-1, 133)]
        some += [(A_PLAY, dev, rng.below(38), rng.below(38)) for _ in range(30)]
        some += [(A_PLAY, dev, rng.below(38), rng.below(4)) for _ in range(30)]
        some += [(A_PLAY, dev, *(rng.below(6) for _ in range(3))) for _ in range(9)]
    return some


@games
def test_legal_lists_are_complete(seats, options):
    game = make("landover", seats, options)
    rng = Rng(5 + seats)
    while step(game, rng) and len(game.log) < SOME:
        if len(game.log) % 40 == 0 and CHANCE not in game.current():
            for by in game.current():
                legal = set(game.legal(by))
                for action in candidates(rng):
                    fine = game.reason(by, action) is None
                    assert fine == (action in legal), (by, action)
        elif len(game.log) % 7 == 0 and game.current() == (CHANCE,):
            listed = game.legal(CHANCE)
            drawn = game.sample(rng)
            assert not listed or drawn in listed
            assert all(game.weight(action) > 0 for action in listed)


@games
def test_a_turn_can_be_taken_back(seats, options):
    game = make("landover", seats, options)
    rng = Rng(9 + seats)
    digests = {}
    while step(game, rng) and len(game.log) < SOME:
        digests[len(game.log)] = game.digest()
    kept = list(game.log)
    for _ in range(60):
        game.undo()
        assert game.digest() == digests[len(game.log)]
    for entry in kept[len(game.log) :]:
        game.apply(entry[0], entry[1:])
    assert game.log == kept


@games
def test_hidden_cards_do_not_show(seats, options):
    """Other hands and dev cards do not change what a seat and the public see."""
    game = make("landover", seats, options)
    rng = Rng(20 + seats)
    changed = 0
    while step(game, rng) and len(game.log) < SOME:
        if len(game.log) % 5 or game.current() == OVER:
            continue
        for seat in range(seats):
            kept = game.snapshot()
            seen = game.view(seat), game.view(-1), game.overlay(), game.current()
            own = game.legal(seat) if game.current() == (seat,) else None
            hands = list(game.hands)
            game.determinize(seat, rng)
            changed += game.hands != hands
            check_cards(game)
            assert seen == (game.view(seat), game.view(-1), game.overlay(), game.current())
            if own is not None:
                assert own == game.legal(seat)
            if game.current() == (CHANCE,):
                assert game.sample(rng)
            game.restore(kept)
    assert changed > 100


def test_told_hides_what_passes_from_hand_to_hand():
    game = make("landover", 4, {})
    rng = Rng(3)
    hidden = 0
    while step(game, rng):
        entry = game.log[-1]
        words, events = game.public_record(entry[0], entry[1:], game.events)
        if words[0] in ("steal", "give", "take", "take_dev") or (
            words[0] == "draw" and not any(event[0] == "vp" for event in game.events)
        ):
            assert words[-1] is None
            if words[0] != "draw":  # after the last draw the land yields, for all to see
                assert not [e for e in events if e[0] == "cards" and e[2] is not None]
            hidden += 1
        else:
            assert words == game.text(entry[1:]) and events == game.events
    assert hidden > 50


@games
def test_records_replay(seats, options):
    game = make("landover", seats, options)
    rng = Rng(30 + seats)
    while step(game, rng) and len(game.log) < SOME:
        pass
    again = replay(lines(game, 1))
    assert again.game.digest() == game.digest()


def test_t12_a_thousand_layouts():
    random_numbers(1000)


def test_longest_route_against_trying_all():
    rng = Rng(77)
    for _ in range(60):
        game = make("landover", 2, {"map": "ABC"[rng.below(3)], "numbers": "reference"})
        some = [18, 19, 12, 25, 24, 17, 11][: 2 + rng.below(3)]
        edges = sorted({e for h in some for e in hexmap.HEX_EDGES[6 * h : 6 * h + 6]})
        rng.shuffle(edges)
        for edge in edges[:17]:
            game.edges[edge] = 1 if rng.below(3) else 5
        for place in some:
            corner = hexmap.HEX_CORNERS[6 * place + rng.below(6)]
            game.corners[corner] = 1 + rng.below(2)
        routes.update(game, (0,), [])
        assert game.lengths[0] == slow(game, 0) == len(routes.trail(game, 0))


@games
def test_greedy_players_finish_and_do_not_peek(seats, options):
    game = make("landover", seats, {**options, "target": 12})
    rng = Rng(40 + seats)
    while game.current() != OVER:
        assert len(game.log) < 8000
        by = game.current()[0]
        if by == CHANCE:
            game.apply(by, game.sample(rng))
            continue
        seed = rng.below(1000)
        action = decide(greedy, game, by, Rng(seed))
        if len(game.log) % 10 == 0:
            kept = game.snapshot()
            game.determinize(by, rng)
            assert decide(greedy, game, by, Rng(seed)) == action
            game.restore(kept)
        game.apply(by, action)


@pytest.mark.parametrize("name", ["A", "B"])
def test_without_limits_the_box_has_all_that_two_players_use(name):
    most = 0
    for seed in range(4):
        game = make("landover", 2, {"map": name, "piece_limits": 0})
        rng = Rng(seed)
        while step(game, rng):
            if len(game.log) % 10 == 0:
                box(game, rng)
                kinds = range(A_BOAT + 1)
                assert all(board.has_left(game, by, kind) for by in (0, 1) for kind in kinds)
        box(game, rng)
        most = max(most, *(state.used(game, seat, A_ROAD) for seat in (0, 1)))
    assert most > 15  # else the limits of the usual box would do
