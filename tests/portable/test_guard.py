"""No exception escapes a tick: failures are shown and logged, and the game is unchanged."""

import os

import micropython

from games import texts
from games.base import CHANCE
from games.rng import Rng
from table.hint import seek
from table.sense import UNKNOWN
from table.wiring import grid6, grid9, pad
from tests.portable.bench_board import Bench
from tests.portable.flaky import Flash
from tests.portable.test_failures import clear, known, restarted

_DISPLAY = 6  # a part of a tick that the game does not need


def failing(bench, deed, *how):
    """Do a deed while the flash fails; return how often it was used."""
    flash = Flash(28)
    bench.app.session.journal.close_tail()  # a file already open would not fail
    with flash:
        flash.arm(0, True)
        deed(*how)
        bench.run()
        return flash.done


def said(bench):
    return [line for line in bench.sent if '"failed"' in line]


def later(bench):
    """Let the time pass after which a failed step is tried again."""
    bench.clock.now += 1100
    bench.run()


def begun(name="mars", players=(), count=4, profile=grid6):
    clear()
    bench = Bench(profile)
    game = bench.new(name, players=players)
    rng = Rng(2)
    for _ in range(count):
        by = game.current()[0]
        action = game.sample(rng) if by == CHANCE else rng.choice(game.legal(by))
        bench.app.session.act(by, action)
    for place in bench.app.pieces.layout.readers:  # all pieces are in place
        spot = bench.app.pieces.layout.spot_of[place]
        bench.sense.seen[place] = game.token(game.piece_at(spot))
    bench.sense.version += 1
    bench.run()
    bench.sent.clear()
    return bench


def refused(bench, before):
    """Check that a failure was reported and changed nothing."""
    assert known(bench.app.session) == before
    assert "the game is as it was" in bench.app.message
    assert bench.app.message in bench.display.lines and len(said(bench)) == 1
    with open("errors.log") as file:
        assert "the flash did not take it" in file.read()
    assert known(restarted()[0]) == before


def test_undo_on_a_failing_flash():
    bench = begun()
    before = known(bench.app.session)
    assert failing(bench, bench.press, "back")
    refused(bench, before)
    later(bench)
    bench.press("back")
    assert len(bench.app.session.game.log) == 3
    clear()


def test_a_failing_hint_leaves_the_game_unchanged_even_if_no_message_can_be_shown():
    bench = begun()
    before = known(bench.app.session)
    game = bench.app.session.game
    play, say = game.play, bench.app.texts.say

    def half(by, action):
        play(by, action)
        raise MemoryError

    def nothing(*message):
        raise MemoryError

    game.play, bench.app.texts.say = half, nothing
    seek(bench.app, game.current()[0])
    bench.run(3)
    game.play, bench.app.texts.say = play, say
    later(bench)
    assert known(bench.app.session) == before
    clear()


def test_a_question_that_fails_while_it_is_shown_leaves_the_game_unchanged():
    """In Landover the question plays an action to see what a piece would change."""
    bench = begun()
    before = known(bench.app.session)
    game = bench.app.session.game
    bench.press("push")

    def half(texts):
        game.play(game.turn, game.legal(game.turn)[0])
        raise MemoryError

    bench.app.ask.label = half
    bench.app._unsaid = True
    bench.run()
    assert known(bench.app.session) == before and bench.app.ask is None
    clear()


def test_a_half_loaded_record_is_freed_when_memory_runs_out():
    bench = begun()
    header = '{\\"leyboard\\": 1, \\"game\\": \\"mars\\", \\"seats\\": 2, '
    header += '\\"options\\": {\\"tie\\": \\"draw\\"}, \\"seed\\": 3}'
    bench.app.host.feed('{"id": 1, "do": "load", "begin": true, "line": "%s"}\n' % header)
    assert '"ok": true' in bench.sent[-1] and bench.app.host.load.game is not None
    bench.app._failed(MemoryError())
    assert bench.app.host.load is None
    later(bench)
    bench.app.host.feed('{"id": 2, "do": "load", "end": true}\n')
    assert "comes with" in bench.sent[-1] and len(bench.app.session.game.log) == 4
    clear()


def test_a_push_before_the_turn_begins_does_not_open_the_menu():
    bench = begun()
    bench.app._failed(MemoryError())
    bench.press("push")
    assert bench.app.ask is None
    later(bench)
    bench.press("push")
    assert bench.app.ask is not None
    clear()


class Host:
    """A console with so many requests at once."""

    def read(self):
        return b'{"id": 1, "do": "state"}\n'


def test_nothing_escapes_when_nothing_can_be_allocated():
    """CPython cannot lock its heap."""
    bench = begun()
    before = known(bench.app.session)
    host = Host()
    micropython.heap_lock()
    try:
        for _ in range(9):
            bench.app.hear(host)
            bench.app.tick()
            bench.clock.now += 400
    finally:
        micropython.heap_unlock()
    later(bench)
    assert known(bench.app.session) == before and not bench.app.session.torn
    game = bench.app.session.game
    bench.put("small %d" % game.turn, game.spot_name(game.legal(game.turn)[0][1]))
    assert len(game.log) == 5
    clear()


def choose(bench, *labels):
    for label in labels:
        for _ in range(30):
            if bench.app.ask.label(bench.app.texts) == label:
                break
            bench.turn(1)
        bench.press("push")


def test_giving_up_on_a_failing_flash():
    bench = begun()
    before = known(bench.app.session)
    bench.press("hold")
    assert failing(bench, choose, bench, "give up", "give it up")
    refused(bench, before)
    later(bench)
    bench.press("hold")
    choose(bench, "give up", "give it up")
    assert bench.app.session.given_up
    clear()


def test_a_new_game_by_knob_on_a_failing_flash():
    for name in ("mars", "land"):
        bench = begun()
        before = known(bench.app.session)
        bench.press("hold")
        more = ("as usual", "human", "human")
        aside = "put it aside, to play on later"
        titled = bench.app.texts.say(("titled", name))
        assert failing(bench, choose, bench, "new game", aside, titled, *more)
        refused(bench, before)
        later(bench)
        bench.press("hold")
        choose(bench, "new game", aside, titled, *more)
        assert bench.app.session.game.NAME == name and not bench.app.session.game.log
    clear()


def test_a_player_on_a_failing_flash():
    bench = begun(players=("greedy", "greedy"), count=0, profile=pad)
    before = known(bench.app.session)
    tried = failing(bench, bench.run, 300)
    refused(bench, before)
    assert tried < 9  # retried from time to time, not in every tick
    later(bench)
    bench.run(900)
    assert len(bench.app.session.game.log) > 1
    clear()


def test_a_hand_on_a_failing_flash():
    bench = begun()
    game = bench.app.session.game
    before = known(bench.app.session)
    spot = game.legal(game.turn)[0][1]
    assert failing(bench, bench.put, "small %d" % game.turn, game.spot_name(spot))
    refused(bench, before)
    later(bench)
    assert len(game.log) == 5  # the piece is still there
    clear()


def test_pieces_of_another_game_on_the_board():
    for first, then in (("mars", "land"), ("land", "mars"), ("mars", "leylines")):
        clear()
        bench = Bench(profile=grid9)
        game = bench.new(first)
        for token, _, _, _ in game.tokens():
            bench.lay(token, bench.names[3 * token % 80])
        bench.new(then)
        assert bench.app.session.game.NAME == then and bench.app.session.game.log == []
        assert not said(bench) and bench.app.problem
    clear()


def test_any_tag_on_any_place():
    for name in ("mars", "land"):
        clear()
        bench = Bench(profile=grid6 if name == "mars" else grid9)
        bench.new(name)
        for token in list(range(1, 60)) + [128, 200, 239, UNKNOWN]:
            bench.put(token, bench.names[token % 36])
            bench.show(token)
            bench.lift(bench.names[token % 36])
        assert not said(bench)
    clear()


class Broken:
    """Replaces a part of the board; any call raises."""

    def __init__(self, part, error):
        self._part = part
        self._error = error

    def step(self, *_):
        raise self._error

    tell = play = overlay_parts = refusal = legal = step

    def __getattr__(self, name):
        return getattr(self._part, name)


def test_a_failing_part_affects_only_itself():
    bench = begun()
    for error in (OSError(5), ValueError("odd"), MemoryError(), IndexError("range")):
        for at in range(len(bench.app._parts)):
            whole = bench.app._parts
            ran = []
            parts = whole[:at] + (Broken(None, error).step,) + whole[at + 1 :]
            bench.app._parts = parts + (lambda ran=ran: ran.append(1),)
            bench.run(4)
            bench.app._parts = whole
            later(bench)
            assert len(ran) == 4
    bench.sent.clear()
    game = bench.app.session.game
    bench.put("small %d" % game.turn, game.spot_name(game.legal(game.turn)[0][1]))
    assert len(game.log) == 5 and '"action"' in bench.sent[0]
    clear()


def test_an_error_of_the_rules_is_shown_and_logged_once():
    bench = begun()
    before = known(bench.app.session)
    game = bench.app.session.game
    game.overlay_parts = Broken(None, ZeroDivisionError("rules")).overlay_parts
    bench.app.session.version += 1
    for _ in range(5):
        later(bench)
    assert len(said(bench)) == 1 and "ZeroDivisionError" in said(bench)[0]
    with open("errors.log") as file:
        assert file.read().count("ZeroDivisionError: rules)") == 1
    del game.overlay_parts
    later(bench)
    assert known(bench.app.session) == before and bench.app.problem == ""
    assert bench.app.marks
    clear()


def test_the_error_log_is_bounded_and_never_raises():
    from table.errors import Errors

    clear()
    errors = Errors()
    for n in range(300):
        errors.note("error %d " % n + "x" * 500, ValueError("x"))
    sizes = [os.stat(name)[6] for name in ("errors.log", "errors.old")]
    assert 0 < max(sizes) < 4096
    with open("errors.log") as file:
        assert "error 299" in file.read()
    Errors("no/such/folder").note("nothing")
    clear()


def replaced(bench, at, *errors):
    """Replace the parts of a tick from `at` on by ones that raise these errors."""
    parts = list(bench.app._parts)
    for error in errors:
        parts[at] = Broken(None, error).step
        at += 1
    bench.app._parts = tuple(parts)


def test_a_failure_in_every_tick_does_not_wear_the_flash():
    bench = begun()
    replaced(bench, _DISPLAY, ValueError("one"), ValueError("another"))
    bench.app._errors = Noted()
    bench.run(2000)  # ten seconds
    assert sorted(set(bench.app._errors.texts)) == [
        "something failed: the game is as it was (ValueError: another)",
        "something failed: the game is as it was (ValueError: one)",
    ]
    assert len(bench.app._errors.texts) <= 11
    clear()


class Noted:
    """Replaces the log of errors and counts its entries."""

    def __init__(self):
        self.texts = []

    def note(self, text, error):
        self.texts.append(text)


def test_a_failure_in_every_tick_leaves_the_menu_usable():
    bench = begun()
    replaced(bench, _DISPLAY, OSError(5))
    bench.run()
    bench.press("hold")
    choose(bench, "new game", "give it up", "Ley of the Land", "as usual", "a person", "a person")
    assert bench.app.session.game.NAME == "land"
    clear()


def test_a_game_that_cannot_be_read_again_leaves_the_menu_usable():
    bench = begun()
    session = bench.app.session

    def unread():
        raise OSError(5)

    session.read = unread
    session.torn = True
    bench.run()
    for answer in ("new game", "Ley of the Land", "as usual", "human", "human"):
        if answer == "new game":
            bench.press("hold")
            assert "menu bench" not in bench.app.ask.answers  # the bench would restart the table
        later(bench)
        choose(bench, answer)
    assert session.game.NAME == "land" and not session.torn
    clear()


def test_a_damaged_text_affects_no_other():
    """Displays and menus use the texts that can still be read."""
    whole = {}
    for name in ("table", "mars"):
        with open("%stexts/en/%s.txt" % (texts.folder(), name), "rb") as file:
            whole[name] = file.read()
    os.mkdir("texts")
    os.mkdir("texts/en")
    folder = texts.folder
    texts.folder = lambda: ""
    try:
        for damage in (
            lambda data: b"", lambda data: data[: len(data) // 2], lambda data: bytes(len(data)),
            lambda data: b"\xff" * len(data), lambda data: data.replace(b"}", b""),
            lambda data: data.replace(b"{0", b"{x"), lambda data: data.replace(b"e", b"\xc3"),
        ):  # fmt: skip
            for name in sorted(whole):
                with open("texts/en/%s.txt" % name, "wb") as file:
                    file.write(damage(whole[name]))
            bench = begun(count=0)
            game = bench.app.session.game
            bench.put("small %d" % game.turn, game.spot_name(game.legal(game.turn)[0][1]))
            assert len(game.log) == 1
            shown = list(bench.display.lines)
            bench.press("push")
            bench.turn(1)
            assert bench.app.ask is not None and bench.display.lines != shown
            assert not said(bench)
    finally:
        texts.folder = folder
    clear()


def test_the_table_survives_a_failing_console():
    bench = begun()

    class Console:
        def read(self):
            raise UnicodeError

    bench.app.hear(Console())
    assert len(said(bench)) == 0 and "UnicodeError" in bench.app.message
    bench.run()
    assert len(said(bench)) == 1
    clear()


def test_a_record_is_sent_while_the_game_goes_on():
    bench = begun()
    session = bench.app.session
    told = session.record()
    next(told)
    next(told)
    session.take_back()
    session.take_back()
    session.take_back()
    try:
        list(told)
    except ValueError as error:
        assert "ask again" in str(error)
    else:
        raise AssertionError
    clear()
