"""If anything fails during a deed, the game is unchanged or one deed further, and the table plays
on."""

import os

from games.base import CHANCE, OVER, IllegalAction
from games.record import lines
from games.replay import replay
from games.rng import Rng
from games.texts import Texts
from table import game_loading, game_resuming
from table.journal import Journal
from table.session import HUMAN, Session
from tests.portable import effort
from tests.portable.fake_table import FakeTable
from tests.portable.flaky import Flash

_FILES = ("game.log", "game.tail", "game.point", "game.old", "errors.log", "errors.old")


def clear():
    for name in _FILES:
        try:
            os.remove(name)
        except OSError:
            pass


def play(session, count, rng):
    """Play `count` actions, as whoever is to act."""
    for _ in range(count):
        game = session.game
        if session.is_over():
            return
        by = rng.choice(game.current())
        session.act(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))


def begun(name="mars", count=20, players=(), seats=None):
    clear()
    session = Session(Journal())
    session.new(name, seats, {}, players, 5)
    play(session, count, Rng(3))
    return session


def known(session):
    """Return the state of the game on the table, to be compared."""
    game = session.game
    if game is None:
        return None
    return (
        game.NAME, game.digest(), list(game.log), list(game.events), session.players, session.seed,
        session.given_up,
    )


def restarted():
    again = Session(Journal())
    text = again.resume()
    return again, text


def test_a_restart_writes_nothing_if_all_is_sound():
    """Rewriting the tail takes two erases, a sixth of a second without light."""
    for count in (1, 7, 20):
        begun(count=count)
        with Flash() as flash:
            again, _ = restarted()
            assert flash.done == 1  # the tail is opened, for the next line
        assert len(again.game.log) == count and again.journal.is_ready()
    clear()


class Unread(Flash):
    """A flash on which reading may fail; `fail_at` counts the files opened."""

    def open(self, name, mode="r"):
        if "r" in mode:
            self.step()
        return open(name, mode)


def test_a_game_that_cannot_be_read_once_is_not_given_up():
    for count in (1, 7, 20):
        session = begun(count=count)
        tidy(session)
        play(session, 1, Rng(4))
        before = known(session)
        fail_at = 0
        while True:
            flash = Unread()
            with flash:
                flash.arm(fail_at)
                try:
                    again, text = restarted()
                    assert known(again) == before, (count, fail_at, text)
                except OSError:
                    pass  # the table retries
            assert known(restarted()[0]) == before, (count, fail_at)
            if flash.done <= fail_at:
                break
            fail_at += 1
        assert fail_at > 1
    clear()


def test_a_table_tries_again_to_read_its_game():
    for error in (OSError(5), MemoryError()):
        session = begun()
        before = known(session)
        session.journal.close_tail()
        fake = FakeTable(start=False)
        head = fake.app.session.journal.head

        def unread(error=error):
            raise error

        fake.app.session.journal.head = unread
        fake.app.start()
        fake.run()
        assert (
            fake.app.session.game is None
            and "the game is as it was" in fake.app.display_text.message
        )
        fake.app.session.journal.head = head
        fake.clock.now += 1100
        fake.run()
        assert known(fake.app.session) == before
    clear()


def bot_acts(session):
    for _ in range(999):
        count = len(session.game.log)
        session.think()
        if len(session.game.log) > count:
            return


def human_acts(session):
    play(session, 1, Rng(8))


def begin_mars(session):
    session.new("mars", 2, {}, (), 9)


def tidy(session):
    while session.maintain():
        pass


# Ways to fail: the errno, whether all later writes fail too, whether half of the data is written.
_WAYS = ((28, True, True), (5, False, False), (30, True, False))

# Rows of (name, deed, players). Each deed changes the journal in another way.
DEEDS = (
    ("an action", human_acts, ()),
    ("an action of a player", bot_acts, ("random", "random")),
    ("take back", Session.undo, ()),
    ("take back past a player", Session.undo, (HUMAN, "random")),
    ("give up", Session.give_up, ()),
    ("a new game", begin_mars, ()),
    ("another game", lambda session: session.new("land", 2, {}, (), 9), ()),
    ("a game from its record", lambda session: game_loading.load(session, record()), ()),
    ("what can wait", tidy, ()),
)


def record():
    from games import make

    game = make("mars")
    rng = Rng(6)
    for _ in range(6):
        game.apply(game.turn, rng.choice(game.legal(game.turn)))
    return replay(lines(game, 4))


def ready(players, count, name="mars"):
    session = begun(name, count, players=players)
    if HUMAN in players:  # a person's last action and the computer's reply
        rng = Rng(2)
        while True:
            play(session, 1, rng)
            log = session.game.log
            if len(log) > 1 and (log[-2][0], log[-1][0]) == (0, 1):
                break
    return session


def test_every_write_of_every_deed_may_fail():
    tries = 0
    for _ in each_write_fails():
        tries += 1
    assert tries > effort.of(9, 3) * len(DEEDS)


def each_write_fails(name="mars"):
    """Do each deed with its first write failing, then with its second, and so on; yield after each
    try. A deed that the rules refuse is skipped."""
    for what, deed, players in DEEDS:
        for count in effort.of((3, 20), (3,)):
            session = ready(players, count, name)
            try:
                deed(session)
            except IllegalAction:
                continue
            done = known(session)
            for error, broken, half in _WAYS[: effort.of(3, 1)]:
                fail_at = 0
                while True:
                    flash = Flash(error)
                    with flash:
                        session = ready(players, count, name)
                        before = known(session)
                        flash.arm(fail_at, broken, half)
                        try:
                            deed(session)
                            failed = False
                        except OSError:
                            failed = True
                    hit = flash.done > fail_at
                    assert not session.inconsistent, what
                    after = known(session)
                    if failed:
                        assert after == before, (what, fail_at)
                    again, _ = restarted()  # a power cut
                    if failed and broken:  # it may have been written before it failed
                        assert known(again) in (before, done), (what, fail_at)
                    else:
                        assert known(again) == after, (what, fail_at)
                    fail_at += 1
                    yield
                    if not hit:
                        break
    clear()


def test_play_goes_on_when_the_flash_is_back():
    for what, deed, players in DEEDS:
        for fail_at in range(0, 12, effort.of(1, 4)):
            flash = Flash(28)
            with flash:
                session = ready(players, 20)
                flash.arm(fail_at, True, True)
                try:
                    deed(session)
                except OSError:
                    pass
            flash.arm(-1)
            if session.given_up:
                continue
            play(session, 3, Rng(4))
            after = known(session)
            again, text = restarted()
            assert known(again) == after and "damaged" not in text, (what, fail_at, text)
            assert list(again.record()) == list(session.record())
    clear()


def test_what_is_played_after_a_bad_beginning_is_kept():
    """The flash fails for some writes in a row while a game begins and the table then tidies up.
    The tail of the game before must not be taken for that of the new one."""
    for count in (1, 7):
        for lasts in range(1, effort.of(7, 3)):
            fail_at = 0
            while True:
                flash = Flash(5)
                with flash:
                    session = begun(count=count)
                    flash.arm(fail_at, lasts=lasts)
                    for deed in (begin_mars, tidy):
                        try:
                            deed(session)
                        except OSError:
                            pass
                    hit = flash.done > fail_at
                    flash.arm(-1)
                    tidy(session)
                    play(session, 5, Rng(4))
                assert known(restarted()[0]) == known(session), (count, lasts, fail_at)
                fail_at += 1
                if not hit:
                    break
            assert fail_at > 6
    clear()


def test_a_refused_deed_changes_nothing():
    session = begun()
    before = known(session)
    game = session.game
    for wrong in (
        {"name": "venus"},
        {"name": ["mars"]},
        {"seed": "7"},
        {"seed": -1},
        {"seed": True},
        {"seed": 1.5},
        {"seats": 3},
        {"seats": "2"},
        {"options": {"tie": 1}},
        {"options": {"no": 1}},
        {"players": ("wizard",)},
        {"players": (HUMAN, HUMAN, HUMAN)},
        {"players": 3},
        {"players": "human"},
        {"players": (3,)},
    ):
        try:
            session.new(**({"name": "mars", "seed": 7} | wrong))
        except (ValueError, TypeError) as error:
            assert str(error)
        else:
            raise AssertionError(wrong)
        assert known(session) == before and session.game is game, wrong
        try:
            session.new(**({"name": "land", "seed": 7} | wrong))
        except (ValueError, TypeError) as error:
            assert str(error)
            assert known(session) == before, wrong
            game = session.game
        else:
            assert wrong == {"options": {"tie": 1}} or "name" in wrong or wrong == {"seats": "2"}
    again, _ = restarted()
    assert known(again) == before
    clear()


class Ends:
    """Replaces a method of a game: memory runs out in it or after it."""

    def __init__(self, game, name):
        self._whole = getattr(game, name)

    def __call__(self, *args):
        self._whole(*args)
        raise MemoryError


def test_memory_may_run_out_anywhere_in_an_action():
    """Whether rules, journal or player raise, the game is unchanged."""
    for name in ("mars", "land", "leylines", "landover", "market"):
        session = begun(name, 30)
        for method in ("play", "scores", "text"):
            before = known(session)
            game = session.game
            setattr(game, method, Ends(game, method))
            try:
                play(session, 1, Rng(1))
            except MemoryError:
                pass
            else:
                raise AssertionError
            delattr(game, method)
            session.restore()
            session.repair()
            assert known(session) == before, (name, method)
        play(session, 2, Rng(1))
        after = known(session)
        assert known(restarted()[0]) == after
    clear()


def test_a_restart_on_a_flash_that_cannot_be_written_plays_on():
    session = begun(count=9)
    before = known(session)
    flash = Flash(30)
    again = Session(Journal())
    with flash:
        flash.arm(0, True)
        text = Texts().render(again.resume())
        assert text == (
            "resumed after 9 actions, the flash cannot be written: what is played now is not "
            "kept"
        )
        play(again, 20, Rng(4))
        assert len(again.game.log) == 29 and not again.maintain()
        again.undo()
        assert len(again.game.log) == 28
        assert len(list(again.record())) == 29
    assert known(restarted()[0]) == before
    play(again, 1, Rng(4))  # the flash is back
    assert again.journal.kept and known(restarted()[0]) == known(again)
    clear()


def test_a_flash_that_stays_away_is_not_waited_for_without_end():
    """Actions played meanwhile take memory; from some size on the table refuses to go on."""
    session = begun("landover", 9)
    flash = Flash(30)
    with flash:
        flash.arm(0, True)
        session.resume()
        before = None
        try:
            while len(session.game.log) < 400:
                before = known(session)
                play(session, 1, Rng(4))
        except OSError:
            pass
        assert 30 < len(session.game.log) < 100 and known(session) == before
    play(session, 1, Rng(4))
    assert session.journal.kept and known(restarted()[0]) == known(session)
    clear()


def test_a_long_game_keeps_nothing_in_memory_and_resumes_from_a_point():
    session = begun("landover", 0, seats=3)
    full = []
    rng = Rng(11)
    while len(session.game.log) < 400 and session.game.current() != OVER:
        play(session, 1, rng)
        full.append(session.game.log[-1])
        tidy(session)
        assert len(session.game.log._packed) <= 2
    assert session.game.log == full
    count = len(full)
    assert session.game.log[0] == full[0] and session.game.log[count - 200] == full[count - 200]
    played = []
    again = Session(Journal())
    follow = game_resuming.follow

    def counted(session, game, place):
        played.append(len(game.log))
        return follow(session, game, place)

    game_resuming.follow = counted
    try:
        again.resume()
    finally:
        game_resuming.follow = follow
    assert known(again) == known(session) and played[0] >= count - 40
    plain = record_of(session, full)
    assert list(session.record()) == plain and list(again.record()) == plain
    clear()


def record_of(session, full):
    from games import make

    game = make(session.game.NAME, session.game.seats, session.game.options)
    for entry in full:
        game.apply(entry[0], entry[1:])
    return list(lines(game, session.seed))


def test_undo_goes_back_further_than_memory():
    session = begun("mars", 0)
    session.seed = None
    rng = Rng(2)
    digests = []
    for _ in range(33):
        digests.append(session.game.digest())
        play(session, 1, rng)
        tidy(session)
    again, _ = restarted()  # from the saved state after 32 actions
    while len(again.game.log):
        again.undo()
        assert again.game.digest() == digests[len(again.game.log)]
        if len(again.game.log) % 7 == 0:
            again = restarted()[0]
    try:
        again.undo()
    except IllegalAction:
        pass
    play(again, 2, rng)
    assert known(restarted()[0]) == known(again)
    clear()


def test_a_game_that_cannot_be_read_back_at_once_is_read_back_later():
    session = begun()
    before = known(session)
    head = session.journal.head
    session.journal.head = lambda: None
    session.inconsistent = True
    try:
        session.repair()
    except OSError:
        assert session.inconsistent
    else:
        raise AssertionError
    session.journal.head = head
    session.repair()
    assert known(session) == before and not session.inconsistent
    clear()
