"""The power goes at every erase and program of a real littlefs, whole and half done: nothing that
was confirmed is lost, and no change of several lines is half there.

The tests look at every seventh operation, `python -m tests.attacks cuts` at all.
"""

import pytest

from games import make, names
from games.base import CHANCE, OVER
from games.record import lines
from games.replay import replay
from games.rng import Rng
from table import game_loading, shelf
from table.journal import Journal
from table.session import HUMAN, Session
from tests.host.lfs import Board, do

STEP = 7


def known(session):
    game = session.game
    if game is None:
        return None
    return (game.NAME, game.digest(), len(game.log), session.players, session.seed,
            session.given_up)


def act(session, rng):
    game = session.game
    if not session.is_over():
        by = rng.choice(game.current())
        session.act(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))


def back(session, rng):
    """Take back as far as possible; chance stands."""
    log = session.game.log
    if len(log) and log[-1][0] != CHANCE and not session.is_final():
        session.undo()


def tidy(session, rng):
    while session.maintain():
        pass


def load(session, rng):
    game = make("mars")
    for _ in range(12):
        game.apply(game.turn, rng.choice(game.legal(game.turn)))
    game_loading.load(session, replay(lines(game, 4)))


def evening(name):
    """Yield what is done in an evening, as functions of (session, rng)."""
    others = [other for other in names() if other != name]
    yield lambda session, rng: session.new(name, None, None, (), 5)
    for n in range(44):
        yield act
        if n % 3 == 2:
            yield tidy
        if n % 8 == 7:
            yield back
            yield back
    yield load
    yield act
    yield back
    yield lambda session, rng: session.new(others[0], None, None, ("random",), None)
    yield act
    yield lambda session, rng: session.give_up()
    yield lambda session, rng: session.new(name, None, None, (HUMAN, "random"), 7)
    for _ in range(9):
        yield act
    yield back
    yield tidy


def restarted(image):
    with Board(image) as board:
        again = Session(Journal())
        text = again.resume()
        return again, text, board


@pytest.mark.parametrize("name", names())
def test_no_cut_loses_anything(name):
    assert cut_everywhere(name, STEP) > 0


def cut_everywhere(name, step):
    """Play an evening with a game, cut the power at every `step`-th operation, and return how
    often it was cut."""
    rng = Rng(5)
    deeds = []  # (operations before, known before, operations after, known after)
    with Board() as board:
        empty = bytes(board.flash.buffer)
        board.flash.done = done = []
        session = Session(Journal())
        for deed in evening(name):
            before = len(done), known(session)
            deed(session, rng)
            deeds.append(before + (len(done), known(session)))
    image = bytearray(empty)
    at = cuts = 0
    for first, before, last, after in deeds:
        for n in range(first, last):
            if n % step == 0:
                for half in (False, True):
                    cut = bytearray(image)
                    if half:
                        do(cut, done[n], True)
                    again, text, board = restarted(cut)
                    assert known(again) in (before, after), (n, half, text)
                    assert "damaged" not in text, (n, half, text)
                    plays_on(again, board)
                    cuts += 1
            do(image, done[n])
            at += 1
        if last > first:
            again, _, _ = restarted(image)
            assert known(again) == after
    assert at == len(done)
    return cuts


def games(session):
    """Return what is on the table and on the shelf: (game, actions), in any order."""
    found = [(one["game"], one["actions"]) for one in shelf.summaries(session)]
    if session.game is not None and len(session.game.log):
        found.append((session.game.NAME, len(session.game.log)))
    return sorted(found)


def moves(name):
    """Yield what is done to games of the shelf."""
    yield lambda session, rng: session.new("mars", None, None, (), 5)
    for _ in range(9):
        yield act
    yield lambda session, rng: session.new(name, None, None, (), 6, ("Ann",), True)
    for _ in range(20):
        yield act
    yield tidy
    for _ in range(3):
        yield act
    yield lambda session, rng: shelf.take_up(session, 1)
    yield act
    yield lambda session, rng: shelf.put_aside(session, 8)
    yield lambda session, rng: shelf.take_up(session, 2)
    yield act
    yield lambda session, rng: session.rematch(7, True)
    yield act
    yield lambda session, rng: shelf.take_off(session, 3)


@pytest.mark.parametrize("name", names())
def test_no_cut_loses_a_game_of_the_shelf(name):
    """The power goes at every third operation while games come and go."""
    rng = Rng(5)
    deeds = []
    with Board() as board:
        image = bytearray(board.flash.buffer)
        board.flash.done = done = []
        session = Session(Journal())
        for deed in moves(name):
            before = len(done), games(session)
            deed(session, rng)
            deeds.append(before + (len(done), games(session)))
    cuts = 0
    for first, before, last, after in deeds:
        for n in range(first, last):
            if n % 3 == 0:
                for half in (False, True):
                    cut = bytearray(image)
                    if half:
                        do(cut, done[n], True)
                    again, text, board = restarted(cut)
                    with board:
                        assert games(again) in (before, after), (n, half, text)
                    assert "damaged" not in text and "misfit" not in text, (n, half, text)
                    cuts += 1
            do(image, done[n])
    assert cuts > 40


def plays_on(session, board):
    """Two more actions are there after another restart."""
    if session.is_over():
        return
    with board:
        act(session, Rng(1))
        act(session, Rng(2))
    again, text, _ = restarted(bytes(board.flash.buffer))
    assert known(again) == known(session) and "torn" not in text


@pytest.mark.parametrize("name", names())
def test_a_full_flash_refuses_and_keeps(name):
    """Blocks are taken until none is left; what was confirmed stays, and goes on afterwards."""
    rng = Rng(3)
    with Board(blocks=16) as board:
        session = Session(Journal())
        session.new(name, None, None, (), 5)
        filler = 0
        with pytest.raises(OSError):
            while True:
                with board.open_file("filler%d" % filler, "wb") as file:
                    file.write(b"x" * 3000)
                filler += 1
        refused = taken = 0
        for _ in range(60):
            before = known(session)
            try:
                act(session, rng)
                taken += 1
            except OSError:
                refused += 1
                assert known(session) == before
            try:
                tidy(session, rng)
            except OSError:
                refused += 1
        assert refused
        before = known(session)
        again = Session(Journal())
        again.resume()
        assert known(again) == before
        for n in range(filler):
            board.fs.remove("filler%d" % n)
        again = Session(Journal())
        assert "kept" not in again.resume()
        for _ in range(9):
            act(again, rng)
            tidy(again, rng)
        third = Session(Journal())
        third.resume()
        assert known(third) == known(again)


def test_an_action_seldom_waits_for_an_erase():
    """The work of an action between piece and light, and the work that waits until nobody does."""
    rng = Rng(4)
    erases = []
    pages = []
    with Board() as board:
        session = Session(Journal())
        session.new("landover", 2, None, (), 5)
        for _ in range(300):
            if session.game.current() == OVER:
                break
            board.flash.done.clear()
            act(session, rng)
            erases.append(sum(data is None for _, _, data in board.flash.done))
            pages.append(sum(len(data) for _, _, data in board.flash.done if data) / 256)
            tidy(session, rng)
    assert max(erases) <= 1
    print("erases an action", sum(erases) / len(erases), "pages", sum(pages) / len(pages))
    assert sum(erases) < len(erases) / 5 and sum(pages) < 2 * len(pages)
