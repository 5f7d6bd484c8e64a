"""How much work lies between two pauses, counted in lines of Python: the emulated chip takes 25 to
30 us for a line, so 2,000 lines are 50 to 60 ms."""

import sys

import pytest

from games.base import CHANCE
from games.landover.common import KINDS
from games.pauses import pause
from games.rng import Rng
from games.texts import Texts
from table import shelf
from table.wiring import hex37
from tests.portable.fake_table import FakeTable, pauses

_MOST = 2000
_WORKS = ("overlay", "targets", "view", "plan", "digest", "snapshot", "parts", "rich plan",
          "legal", "part of legal")


def longest(work):
    """Return the most lines under firmware/ that run between two pauses of `work`."""
    lines = []
    count = 0

    def line(frame, event, arg):
        nonlocal count
        count += event == "line"
        return line

    def call(frame, event, arg):
        return line if "firmware" in frame.f_code.co_filename else None

    def look():
        nonlocal count
        lines.append(count)
        count = 0

    before = sys.gettrace()
    sys.settrace(call)
    try:
        pauses(work, look)
    finally:
        sys.settrace(before)
    look()
    return max(lines)


@pytest.fixture(scope="module")
def positions(tmp_path_factory):
    """Return {work: the longest of each} in a game of Landover of 400 actions."""
    fake = FakeTable(hex37, folder=str(tmp_path_factory.mktemp("table")))
    fake.new("landover", 4)
    fake.app.poll_in_pause = pause  # what a host gets is sent with looks
    game = fake.app.session.game
    rng = Rng(3)
    found = {work: [] for work in _WORKS}
    while len(game.log) < 400:
        seat = game.current()[0]
        if seat == CHANCE:
            game.apply(seat, game.sample(rng))
            continue
        if len(game.log) % 7 == 0:
            for name, work in (
                ("overlay", game.overlay),
                ("targets", lambda seat=seat: list(game.targets(seat))),
                ("view", lambda seat=seat: game.view(seat)),
                ("plan", lambda seat=seat: game.heuristic_action(seat, Rng(1))),
                ("digest", game.digest),
                ("snapshot", game.snapshot),
                ("parts", fake.app.session.parts),
            ):
                found[name].append(longest(work))
            before = game.snapshot()
            enrich(game, seat)
            for name, work in (
                ("rich plan", lambda seat=seat: game.heuristic_action(seat, Rng(1))),
                ("legal", lambda seat=seat: ask_legal(fake, seat)),
                ("part of legal", lambda seat=seat: ask_legal(fake, seat, ', "start": 200')),
            ):
                found[name].append(longest(work))
            game.restore(before)
        game.apply(seat, rng.choice(game.legal(seat)))
    return found


def enrich(game, seat):
    """Give a seat ten of each card and one of each dev card, as late in a long game."""
    game.hands[8 * seat : 8 * seat + 8] = [10] * 8
    game.devs[KINDS * seat : KINDS * seat + KINDS] = [1] * KINDS
    game.held[seat] = KINDS


def ask_legal(fake, seat, more=""):
    """Let a host ask for all that a seat may do, or with `more` for a part of it."""
    fake.app.host.feed('{"id": 1, "do": "legal", "by": %d%s}\n' % (seat, more))


@pytest.mark.parametrize("work", _WORKS)
def test_landover_works_little_between_two_pauses(positions, work):
    assert len(positions[work]) > 30 and 20 < max(positions[work]) <= _MOST


def test_the_shelf_works_little_between_two_pauses(tmp_path):
    fake = FakeTable(hex37, folder=str(tmp_path))
    fake.new("landover", 4)
    session = fake.app.session
    found = {"new": longest(lambda: session.rematch(3))}
    play(session, 300)
    for name, work in (
        ("aside", lambda: session.rematch(4, True)),
        ("list", lambda: list(shelf.summaries(session))),
        ("up", lambda: shelf.take_up(session, 1)),
        ("names", lambda: shelf.call(session, ["Ann"])),
    ):
        found[name] = longest(work)
    assert len(session.game.log) == 300
    assert max(found["list"], found["names"]) <= _MOST, found
    assert max(found["aside"], found["up"]) <= found["new"], found  # the game itself takes longest


def play(session, count):
    rng = Rng(3)
    for _ in range(count):
        game = session.game
        by = game.current()[0]
        session.act(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))
    while session.maintain():
        pass


def test_a_text_that_is_said_in_a_pause_of_another_leaves_it_as_it_is():
    message = ("over tie", [0, 1], "all pieces placed")
    wanted = Texts().render(message, "mars")
    texts = Texts()
    said = []

    def say_another():
        if not said:
            said.append(0)
            said.append(texts.render("idle"))

    pauses(lambda: said.append(texts.render(message, "mars")), say_another)
    assert said == [0, Texts().render("idle"), wanted]
