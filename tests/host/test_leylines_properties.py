"""Ley Lines against a second engine, slow and simple: it tries all paths one by one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import make
from games.base import CHANCE, CLEARED, OVER
from games.grid import Grid
from games.leylines import pieces
from games.leylines.energy import Energy
from games.rng import Rng

# A board of the oracle: {(row, column): ("half", value), ("cairn", seat, value) or ("tor", seat)}


def around(board, cell):
    row, column = cell
    beside = ((row + 1, column), (row, column + 1), (row - 1, column), (row, column - 1))
    return [other for other in beside if other in board]


def worth(piece):
    return {"half": piece[1], "cairn": 0, "tor": 7}[piece[0]]


def streams(board, path):
    """Yield every path of energy from a cairn that ends at a tor (rules: leylines Play)."""
    here = board[path[-1]]
    if here[0] == "tor":
        yield path
        return
    ways = [c for c in around(board, path[-1]) if c not in path and board[c][0] != "cairn"]
    largest = max([worth(board[c]) for c in ways], default=-1)
    if largest >= worth(here):
        for cell in ways:
            if worth(board[cell]) == largest:
                yield from streams(board, [*path, cell])


def flow(board, cairn):
    """Return the path that scores, or None."""
    return min(streams(board, [cairn]), key=lambda path: (-len(path), path), default=None)


def has_path(board, path, goal, rising):
    here = board[path[-1]]
    if here[0] == goal:
        return True
    for cell in around(board, path[-1]):
        step = worth(board[cell]) - worth(here) if rising else worth(here) - worth(board[cell])
        open_ = cell not in path and step >= 0 and board[cell][0] in ("half", goal)
        if open_ and has_path(board, [*path, cell], goal, rising):
            return True
    return False


def has_legal_path(board, cell):
    return has_path(board, [cell], "tor", True) or has_path(board, [cell], "cairn", False)


def piece_of(number):
    if number >= pieces.FIRST_TOR:
        return ("tor", number - pieces.FIRST_TOR)
    if number >= pieces.FIRST_CAIRN:
        return ("cairn", *divmod(number - pieces.FIRST_CAIRN, 6))
    return ("half", (number - 1) // 7)


def board_of(cells, width):
    return {divmod(i, width): piece_of(cells[i]) for i in range(len(cells)) if cells[i]}


HALVES = st.integers(0, 2).map(lambda value: pieces.half(value, 6)) | st.integers(0, 6).map(
    lambda value: pieces.half(value, 6)
)
PIECES = st.one_of(HALVES, HALVES, HALVES, HALVES, st.sampled_from((0, 0, 52, 60, 74, 75)))


@st.composite
def boards(draw):
    """Return (cells, grid) of a small board, half filled or full, with many equal values."""
    width = draw(st.integers(2, 4))
    height = draw(st.integers(2, 4))
    grid = Grid(width, height)
    cells = draw(st.lists(PIECES, min_size=width * height, max_size=width * height))
    cells[draw(st.integers(0, len(cells) - 1))] = 52
    cells[draw(st.integers(0, len(cells) - 1))] = 74
    return bytearray(cells), grid


@settings(max_examples=600)
@given(boards())
def test_flows_are_those_of_the_rules(made):
    cells, grid = made
    board = board_of(cells, grid.width)
    wanted = [flow(board, cell) for cell in sorted(board) if board[cell][0] == "cairn"]
    found = [
        [divmod(cell, grid.width) for cell in path] for path in Energy(cells, grid.near).flows()
    ]
    assert found == [path for path in wanted if path]


def corner(game, rng, size):
    """Fill the lower right corner of the map at random, rules aside, and let seat 0 play."""
    game.step = 14 * game.seats
    width = game.grid.width
    cells = [width * y + width - 1 - x for y in range(size) for x in range(size)]
    cells = [cell for cell in cells if game.grid.there[cell]]
    for seat in range(game.seats):
        for value in range(6):
            if rng.below(4) == 0:
                cell = rng.choice(cells)
                if not game.cells[cell]:
                    game.cells[cell] = pieces.cairn(seat, value)
                    game.coins[6 * seat + value] = cell
        cell = rng.choice(cells)
        if not game.cells[cell]:
            game.cells[cell] = pieces.tor(seat)
            game.tors[seat] = cell
    segments = [divmod(i, 7) for i in range(49) if game.owner[i]]
    rng.shuffle(segments)
    for low, high in segments:
        owner = 0
        for _ in range(4):
            cell = rng.choice(cells)
            beside = cell + rng.choice((1, width))
            if rng.below(3) and (cell, beside) in pairs(game):
                one, two = (low, high) if rng.below(2) else (high, low)
                game.cells[cell] = pieces.half(one, two)
                game.cells[beside] = pieces.half(two, one)
                break
        else:
            owner = 2 + rng.below(game.seats)
            game.held[owner - 2] += 1
        game.owner[7 * low + high] = owner


def pairs(game):
    """Return all (cell, beside) that are empty neighbours, the lower cell first."""
    grid = game.grid
    empty = {c for c in range(grid.cells) if grid.there[c] and not game.cells[c]}
    east = [(cell, cell + 1) for cell in empty if (cell + 1) % grid.width]
    north = [(cell, cell + grid.width) for cell in empty]
    return {pair for pair in east + north if pair[1] in empty}


def placed(game, action):
    """Return (cell, beside, one, two) of an action."""
    _, cell, one, beside, two = game.text(action)
    return game.spot(cell), game.spot(beside), one, two


def placements(game):
    """Yield every segment of seat 0 on every two neighbouring empty spaces, both ways round."""
    for cell, beside in pairs(game):
        for low, high in [divmod(i, 7) for i in range(49) if game.owner[i] == 2]:
            for one, two in {(low, high), (high, low)}:
                yield cell, beside, one, two


CORNERS = (st.integers(0, 10**6),
           st.sampled_from(((3, "albion"), (3, "compact"), (4, "isles"))), st.integers(3, 5))


@settings(max_examples=40)
@given(*CORNERS)
def test_legal_segments_are_those_of_the_rules(seed, kind, size):
    compare_segments(seed, kind, size)


@pytest.mark.deep
@settings(max_examples=120)
@given(*CORNERS)
def test_legal_segments_are_those_of_the_rules_in_many_corners(seed, kind, size):
    compare_segments(seed, kind, size)


def compare_segments(seed, kind, size):
    """Compare what the game allows in a random corner with the rules."""
    seats, name = kind
    game = make("leylines", seats, {"map": name})
    corner(game, Rng(seed), size)
    width = game.grid.width
    wanted = []
    for cell, beside, one, two in placements(game):
        board = board_of(game.cells, width)
        board[divmod(cell, width)] = ("half", one)
        board[divmod(beside, width)] = ("half", two)
        fits = all(has_legal_path(board, divmod(half, width)) for half in (cell, beside))
        words = ["segment", game.grid.name(cell), one, game.grid.name(beside), two]
        assert (game.reason(0, game.parse(words)) is None) == fits
        if fits:
            wanted.append((cell, beside, one, two))
    listed = game.legal(0)
    assert listed.pop() == (6,)
    assert [placed(game, action) for action in listed] == sorted(wanted)


def names(cells):
    return [chr(97 + column) + str(row + 1) for row, column in cells]


def consequences(game, action):
    """Return the events of a placement, worked out from the rules alone."""
    width = game.grid.width
    cell, beside, one, two = placed(game, action)
    board = board_of(game.cells, width)
    board[divmod(cell, width)] = ("half", one)
    board[divmod(beside, width)] = ("half", two)
    numbers = {divmod(i, width): game.cells[i] for i in range(len(game.cells)) if game.cells[i]}
    numbers[divmod(cell, width)] = pieces.half(one, two)
    numbers[divmod(beside, width)] = pieces.half(two, one)
    events, gone, scored = [], set(), []
    for cairn in sorted(c for c in board if board[c][0] == "cairn"):
        path = flow(board, cairn)
        if path:
            _, seat, value = board[cairn]
            tor = board[path[-1]][1]
            points = value + (len(path) - 2) * (2 if tor == seat else 1)
            events.append(["flow", tor, points, value, names(path)])
            scored.append(cairn)
            for step in path[1:-1]:
                halves = divmod(numbers[step] - 1, 7)
                if max(halves) <= value:
                    mate = [c for c in around(board, step)
                            if numbers[c] == pieces.half(halves[1], halves[0])]
                    gone.add(tuple(sorted([step, *mate])))
    if gone:
        events.append(["attenuate", [names(pair) for pair in sorted(gone)]])
    if scored:
        events.append(["remove", names(scored)])
    return events, [cell for pair in gone for cell in pair], scored


@settings(max_examples=150)
@given(st.integers(0, 10**6), st.sampled_from((3, 4)), st.integers(4, 5))
def test_events_and_removals_are_those_of_the_rules(seed, seats, size):
    game = make("leylines", seats)
    rng = Rng(seed)
    corner(game, rng, size)
    action = rng.choice(game.legal(0))
    if action[0] == 6:
        return
    wanted, cleared, scored = consequences(game, action)
    hand = dict(game.gesture(0, action))
    before = [game.piece_at(spot) for spot in range(game.spots())]
    effects = dict(game.effects(0, action))
    assert game.apply(0, action) == wanted
    width = game.grid.width
    for spot in range(game.spots()):
        left = 0 if divmod(spot, width) in cleared + scored else hand.get(spot, before[spot])
        assert game.piece_at(spot) == left
        assert effects.get(spot, before[spot]) == left
    shown = [divmod(spot, width) for spot, meaning, _ in game.overlay() if meaning == CLEARED]
    assert sorted(shown) == sorted(cleared)


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from((3, 4)), st.sampled_from(("dealt", "table")))
def test_what_holds_in_every_game(seed, seats, hands):
    """Nothing is lost or made: segments, cairns and points add up at every step."""
    game = make("leylines", seats, {"hands": hands})
    rng = Rng(seed)
    points = [0] * seats
    gone = 0
    while game.current() != OVER:
        by = game.current()[0]
        action = game.sample(rng) if by == CHANCE else rng.choice(game.legal(by))
        for event in game.apply(by, action):
            if event[0] == "flow":
                points[event[1]] += event[2]
            elif event[0] == "attenuate":
                gone += len(event[1])
        assert game.scores() == points
        on_board = [piece for piece in game.cells if 0 < piece < pieces.FIRST_CAIRN]
        total = 28 if seats == 4 else 21
        stock = sum(1 for place in game.owner if place == 1) if hands == "dealt" else 0
        assert len(on_board) + 2 * (gone + stock + sum(game.held)) == 2 * total
        for i, place in enumerate(game.coins):
            if place < game.grid.cells:
                assert game.cells[place] == pieces.FIRST_CAIRN + i
    cairns = [piece for piece in game.cells if pieces.FIRST_CAIRN <= piece < pieces.FIRST_TOR]
    assert (game.result()[1] == "last cairn scored") == (not cairns)


def test_perft_of_the_first_cairns():
    """Two cairns of different seats: values, and pairs of spaces that are not neighbours."""
    for seats, name in ((3, "albion"), (3, "compact"), (4, "isles")):
        game = make("leylines", seats, {"map": name})
        spaces = sum(game.grid.there)
        joined = sum(1 for near in game.grid.near if near != 255)
        total = 0
        for action in game.legal(0):
            before = game.snapshot()
            game.play(0, action)
            total += len(game.legal(1))
            game.restore(before)
        assert total == 36 * (spaces * (spaces - 1) - joined)
