"""Sessions: players, undo, and a journal that survives power cuts."""

import binascii
import json
import os

import games
from games.base import CHANCE, OVER, IllegalAction
from games.record import end_line
from games.replay import replay
from games.rng import Rng
from games.texts import Texts
from table import game_loading, game_resuming
from table.journal import Journal
from table.session import HUMAN, Session
from tests.portable.landover_table import give, table


def fresh(players=(), seed=5):
    clear()
    session = Session(Journal())
    session.new("mars", 2, {}, players, seed)
    return session


def clear():
    for name in os.listdir():
        if name.startswith(("game.", "game-")):
            os.remove(name)


def by_hand(session, count, rng):
    for _ in range(count):
        seat = session.seats_by_hand()[0]
        session.act(seat, rng.choice(session.game.legal(seat)))


def test_people_and_players_take_turns():
    session = fresh(["greedy", HUMAN])
    assert session.seats_by_hand() == []
    for _ in range(200):
        if session.seats_by_hand():
            break
        assert session.think()
    assert session.seats_by_hand() == [1] and len(session.game.log) == 1
    assert not session.think()
    clear()


def test_the_next_line_gets_its_room_before_a_person_acts_and_not_between_players():
    """Room costs erases of 50 to 125 ms; a player's line may take them itself."""
    session = fresh(["greedy", "greedy"])
    while len(session.game.log) < 3:
        session.think()
    session.journal.renewals_left = 4
    assert not session.maintain() and session.journal.renewals_left == 4
    turn = session.game.turn
    session.players[1 - turn] = HUMAN
    assert not session.maintain() and session.journal.renewals_left == 4
    session.players[turn] = HUMAN
    assert session.maintain() and session.journal.renewals_left < 4
    session = Session(Journal())
    session.new("landover", 2, {}, ["greedy", "greedy"], 5)
    session.journal.renewals_left = 4
    assert session.game.current() == (CHANCE,)
    assert not session.maintain() and session.journal.renewals_left == 4
    session.seed = None  # a person supplies the outcome
    assert session.maintain() and session.journal.renewals_left < 4
    session.seed, session.journal.renewals_left = 5, 4
    session.players[0] = HUMAN  # the outcome is for the person
    assert session.maintain() and session.journal.renewals_left < 4
    clear()


def test_a_player_who_makes_an_offer_waits_for_the_answer():
    clear()
    session = Session(Journal())
    session.new("landover", 2, {}, ["greedy", HUMAN], 5)
    game = session.game = table(2)
    give(game, 0, wood=1)
    offer = game.parse(["offer", [1] + [0] * 7, [0, 1] + [0] * 6, [1]])
    session.act(0, offer)
    assert game.current() == (0, 1) and session.seats_by_hand() == [1]
    assert not session.think() and len(game.log) == 1
    session.act(1, game.parse(["decline"]))
    assert session.think()
    clear()


def test_a_restart_resumes_the_game():
    session = fresh()
    by_hand(session, 20, Rng(4))
    session.undo()
    again = Session(Journal())
    assert Texts().render(again.resume()) == "resumed after 19 actions"
    assert again.game.digest() == session.game.digest()
    assert again.seed == 5 and again.players == [HUMAN, HUMAN]
    by_hand(again, 16, Rng(6))
    assert again.is_over() and again.seats_by_hand() == []
    third = Session(Journal())
    third.resume()
    assert third.is_over() and third.game.result() == again.game.result()
    assert list(third.record()) == list(again.record())
    clear()


def test_a_torn_line_loses_only_itself():
    session = fresh()
    by_hand(session, 6, Rng(4))
    with open("game.tail") as file:
        text = file.read()
    with open("game.tail", "w") as file:
        file.write(text[:-5])
    again = Session(Journal())
    assert Texts().render(again.resume()) == "resumed after 5 actions, a torn line was dropped"
    by_hand(again, 1, Rng(1))
    third = Session(Journal())
    assert Texts().render(third.resume()) == "resumed after 6 actions"
    clear()


def test_a_state_saved_by_another_firmware_is_ignored():
    """The game is then replayed from its beginning."""
    for change in (
        lambda value: value + b"\0" if isinstance(value, bytes) else value,
        lambda value: 5 if isinstance(value, bytes) else value,
        lambda value: b"\0" if isinstance(value, int) else value,
    ):
        session = fresh()
        by_hand(session, 9, Rng(1))
        before = session.game.digest()
        values = [change(value) for value in session.game.snapshot()]
        digest = 0
        for value in values:
            data = value if isinstance(value, bytes) else str(value).encode()
            digest = binascii.crc32(data, digest)
        session.journal.compact()
        for _ in session.journal.write_checkpoint(9, values, session.game.events, digest):
            pass
        again = Session(Journal())
        assert again.resume() == ("said", [("resumed", 9)])
        assert again.game.digest() == before and len(again.game.log) == 9
        by_hand(again, 1, Rng(1))
    clear()


def test_sound_lines_that_do_not_fit_the_game_are_dropped():
    """Their checksums are right; only replaying shows the fault."""
    session = fresh()
    by_hand(session, 9, Rng(4))
    header, setting = session.journal.head()
    right = [line for _, line in session.journal.actions()]
    fifth = json.loads(right[4])
    for wrong in (
        {"n": 6}, {"by": 1 - fifth["by"]}, {"do": json.loads(right[3])["do"]}, {"do": ["fly"]},
        {"scores": [0, 1]}, {"scores": [1, 0]}, {"scores": None},
    ):
        lines = right[:4] + [json.dumps(fifth | wrong)] + right[5:]
        assert left_of(header, setting, lines) == 4, wrong
    assert left_of(header, setting, right[:4] + right[5:]) == 4
    assert left_of(header, setting, right[:5] + right[4:]) == 5
    assert left_of(header, setting, right[:4] + [right[5], right[4]] + right[6:]) == 4
    clear()


def test_a_firmware_with_other_words_goes_on_with_the_game():
    """It may tell more, less or in another way what an action caused; the record then has its
    words."""
    session = fresh()
    rng = Rng(4)
    by_hand(session, 24, rng)
    for give_up in (False, True):
        if give_up:
            session.give_up()
        header, setting = session.journal.head()
        right = list(session.record())
        for words in ([], [["row", 7]], None):
            olds = []
            for _, line in session.journal.actions():
                data = json.loads(line)
                old = [one + ["diagonal"] for one in data["ev"]] if words is None else words
                now = '"ev": ' + json.dumps(data["ev"])
                olds.append(line.replace(now, '"ev": ' + json.dumps(old)))
            before = contents()
            clear()
            Journal().start(json.dumps(header), setting["table"], olds)
            again = Session(Journal())
            again.resume()
            if give_up:
                again.give_up()
            assert len(again.game.log) == 24 and again.game.digest() == session.game.digest()
            assert list(again.record()) == right
            replay(right)
            put_back(before)
    clear()


def contents():
    """Return {name: bytes} of the journal's files."""
    found = {}
    for name in os.listdir():
        if name.startswith("game."):
            with open(name, "rb") as file:
                found[name] = file.read()
    return found


def put_back(files):
    clear()
    for name in files:
        with open(name, "wb") as file:
            file.write(files[name])


def left_of(header, setting, lines):
    """Return how many actions of a journal with these lines are resumed; all lines are set
    aside."""
    clear()
    Journal().start(json.dumps(header), setting["table"], lines)
    session = Session(Journal())
    assert "damaged" in Texts().render(session.resume())
    with open("game.old") as file:
        assert file.read().count('"by"') == len(lines)
    return len(session.game.log)


def lacks(*what):
    raise ValueError("option tie is one of: second; not draw")


def misfit(count=20, seed=5):
    """Play a game, then restart with a firmware that it does not fit; return what that says."""
    if seed == 5:
        session = fresh(seed=seed)
    else:
        session = Session(Journal())
        session.new("mars", 2, {}, (), seed)
    by_hand(session, count, Rng(1))
    made = game_resuming.make
    game_resuming.make = lacks
    try:
        other = Session(Journal())
        said = other.resume()
        assert other.game is None and said[0] == "misfit"
    finally:
        game_resuming.make = made
    other.new("mars", 2, None, (), 2)  # people play on with that firmware
    return said[1]


def resumed_as(name):
    """Return the number of actions of a file that is put back as the journal's."""
    for other in ("game.log", "game.tail", "game.point"):
        if other != name:
            try:
                os.remove(other)
            except OSError:
                pass
    os.rename(name, "game.log")
    session = Session(Journal())
    assert "damaged" not in Texts().render(session.resume())
    return len(session.game.log)


def test_a_game_that_does_not_fit_is_kept_whole():
    """Its newest actions lie in the tail."""
    for count in (1, 5, 20):
        assert misfit(count) == "game.old"
        assert resumed_as("game.old") == count
    clear()


def test_a_second_game_that_does_not_fit_takes_nothing_from_the_first():
    for first, second in ((9, 4), (4, 9)):
        misfit(first)
        assert misfit(second, seed=6) == "game-1.log"
        assert resumed_as("game.old") == first
        assert resumed_as("game-1.log") == second
    clear()


def test_a_damaged_game_takes_nothing_from_one_that_does_not_fit():
    misfit(4)
    session = Session(Journal())
    session.new("mars", 2, {}, (), 5)
    by_hand(session, 16, Rng(1))
    session.journal.compact()
    with open("game.log") as file:
        text = file.read()
    with open("game.log", "w") as file:
        file.write(text.replace('{"n": 7', '{"n": 8'))
    again = Session(Journal())
    assert "damaged" in Texts().render(again.resume()) and len(again.game.log) == 6
    with open("game.old") as file:
        assert file.read().count('"by"') == 16
    assert resumed_as("game-1.log") == 4
    clear()


def test_a_journal_of_another_version_is_set_aside():
    for version in (0, 2, 99, None, True, "1", [1]):
        clear()
        header = {"leyboard": version, "game": "mars", "seats": 2, "options": {"tie": "draw"},
                  "seed": 7}
        line = '{"n": 1, "by": 0, "do": ["small", "c3"], "ev": [], "scores": [0, 0]}'
        Journal().start(json.dumps(header), {"players": [HUMAN, HUMAN]}, [line])
        session = Session(Journal())
        assert session.resume() == ("misfit", "game.old") and session.game is None
        with open("game.old") as file:
            assert line in file.read()
    clear()


def test_an_empty_flash_has_no_game():
    clear()
    session = Session(Journal())
    assert session.resume() == "" and session.game is None and session.is_over()


def test_undo_goes_past_actions_of_players():
    session = fresh([HUMAN, "random"])
    by_hand(session, 1, Rng(1))
    while session.think():
        pass
    assert len(session.game.log) == 2
    session.undo()
    assert len(session.game.log) == 0 and session.seats_by_hand() == [0]
    try:
        session.undo()
    except IllegalAction:
        clear()
        return
    raise AssertionError


def test_given_up():
    session = fresh()
    by_hand(session, 3, Rng(2))
    session.give_up()
    assert session.is_over() and session.seats_by_hand() == [] and not session.think()
    lines = list(session.record())
    assert lines[-1] == end_line(session.game, given_up=True)
    assert replay(lines).end["reason"] == "given up"
    again = Session(Journal())
    again.resume()
    assert again.given_up
    try:
        again.give_up()
    except IllegalAction:
        pass
    else:
        raise AssertionError
    clear()


def test_a_full_flash_keeps_game_and_journal_together():
    session = fresh()
    by_hand(session, 3, Rng(2))
    before = session.game.digest()

    class Full(Journal):
        def append(self, line):
            raise OSError(28)

    session.journal = Full()
    try:
        by_hand(session, 1, Rng(2))
    except OSError:
        assert session.game.digest() == before and len(session.game.log) == 3
        clear()
        return
    raise AssertionError


def test_an_invalid_new_game_keeps_the_old_one():
    session = fresh()
    by_hand(session, 3, Rng(2))
    wrong = (("venus", 2, {}, ()), ("mars", 3, {}, ()), ("mars", 2, {"tie": 1}, ()))
    wrong += (("mars", 2, {}, ("wizard",)), ("mars", 2, {}, (HUMAN, HUMAN, HUMAN)))
    for name, seats, options, players in wrong:
        try:
            session.new(name, seats, options, players)
        except ValueError as error:
            assert str(error)
        else:
            raise AssertionError(name)
        assert len(session.game.log) == 3
    assert Texts().render(Session(Journal()).resume()) == "resumed after 3 actions"
    clear()


def test_a_game_that_is_over_makes_room_for_the_next():
    session = fresh()
    rng = Rng(1)
    while session.seats_by_hand():
        by_hand(session, 1, rng)
    assert session.game.current() == OVER
    before = session.game.digest()
    made = game_loading.make
    there = []

    def make(*what):
        there.append(session.game)
        return made(*what)

    game_loading.make = make
    try:
        try:
            session.new("mars", 2, {}, (HUMAN,) * 3)
        except ValueError:
            assert session.game.digest() == before and not session.inconsistent
        session.rematch(7)
    finally:
        game_loading.make = made
    assert len(there) > 1 and there[-1] is None and session.game.log == [] and session.seed == 7
    clear()


def test_a_new_game_when_memory_holds_only_one():
    session = fresh()
    by_hand(session, 3, Rng(1))
    made = game_loading.make

    def make(*what):
        if session.game is not None:
            raise MemoryError
        return made(*what)

    game_loading.make = make
    try:
        session.new("mars", 2, {}, (), 6)
        assert session.game.log == [] and session.seed == 6 and not session.inconsistent
        by_hand(session, 3, Rng(2))
        session.rematch(7)
        assert session.game.log == [] and session.seed == 7
        by_hand(session, 2, Rng(3))
        before = session.game.digest()
        game_loading.make = made
        wrong(make, session)
        assert session.game.digest() == before and not session.inconsistent
    finally:
        game_loading.make = made
    clear()


def wrong(make, session):
    """Ask for a game with too many players, which is noticed only after the old game was
    dropped."""
    old = game_loading.make
    count = []

    def scarce(*what):
        count.append(1)
        return make(*what) if len(count) == 1 else old(*what)

    game_loading.make = scarce
    try:
        session.new("mars", 2, {}, (HUMAN,) * 3, 8)
        raise AssertionError("three players for two seats")
    except ValueError:
        pass
    finally:
        game_loading.make = old
    assert len(count) > 1


def test_a_record_can_be_loaded():
    session = fresh()
    by_hand(session, 9, Rng(3))
    lines = list(session.record())
    other = fresh()
    game_loading.load(other, replay(lines), [HUMAN, "greedy"])
    assert other.game.digest() == session.game.digest() and other.players[1] == "greedy"
    again = Session(Journal())
    assert Texts().render(again.resume()) == "resumed after 9 actions"
    clear()


def test_news_for_the_host():
    session = fresh()
    by_hand(session, 1, Rng(3))
    session.undo()
    kinds = [news["event"] for news in session.pending_events]
    assert kinds == ["new", "action", "undo"]
    assert session.pending_events[1]["by"] != CHANCE
    clear()


def test_an_action_that_revealed_something_cannot_be_undone():
    """The last bid reveals all bids: none can be taken back."""
    session = fresh()
    session.new("market", 2, {"board": 3}, (), 5)
    game = session.game
    while game.current() == (CHANCE,):
        session.think()
    session.act(0, (1, 0))
    session.undo()  # still secret
    session.act(0, (1, 0))
    session.act(1, (1, 0))
    count = len(game.log)
    try:
        session.undo()
    except IllegalAction as error:
        assert error.why[0] == "shown stands" and len(game.log) == count
    else:
        raise AssertionError
    clear()


def test_an_outcome_of_chance_cannot_be_undone():
    """The dice are visible, so no action before them can be taken back."""
    session = fresh()
    session.new("landover", seed=5)
    game = session.game
    while len(game.log) < 2 or game.log[-1][0] != CHANCE or game.log[-2][0] == CHANCE:
        if not session.think():
            by = game.current()[0]
            session.act(by, game.legal(by)[0])
    count = len(game.log)
    try:
        session.undo()
    except IllegalAction as error:
        assert error.why[0] == "chance stands" and len(game.log) == count
    else:
        raise AssertionError
    clear()


def test_what_was_shown_is_not_drawn_anew():
    """The bid of seat 1 revealed all bids, and then it bought something. Nothing is taken back:
    that would only draw its purchase anew."""
    session = fresh()
    for seed in range(20):
        session.new("market", 2, {"board": 3}, [HUMAN, "random"], seed)
        game = session.game
        while game.current() == (CHANCE,):
            session.think()
        session.act(0, (1, 0))
        while not session.seats_by_hand():
            session.think()
        before = list(game.log)
        if before[-2][0] == 1:  # it bid more, so it has acted first
            break
    assert before[-1][0] == 1 and before[-3] == (0, 1, 0)
    for _ in range(3):
        try:
            session.undo()
        except IllegalAction as error:
            assert error.why == ("shown stands", 1, ("menu bid",))
            assert str(error) == "what Blue has shown stands: bid"
        else:
            raise AssertionError
        assert list(game.log) == before
    clear()


def test_a_taken_back_action_gets_the_same_answer_again():
    """Another one gets another answer, and so does another game."""
    answers = []
    for seed in (5, 6):
        for place in ("c3", "c3", "d4"):
            session = fresh([HUMAN, "random"], seed)
            for _ in range(3):
                session.act(0, session.game.parse(["small", place]))
                while session.think():
                    pass
                answers.append(session.game.log[-1])
                session.undo()
    assert answers[0:9:3] == answers[1:9:3] == answers[2:9:3]
    assert answers[0] == answers[3] and answers[0] != answers[9]
    clear()


def test_give_up_can_be_taken_back():
    session = fresh()
    by_hand(session, 19, Rng(2))
    before = session.game.digest()
    for _ in range(2):
        while session.maintain():
            pass
        session.give_up()
        session.undo()
        assert not session.is_over() and session.game.digest() == before
        again = Session(Journal())
        again.resume()
        assert not again.given_up and again.game.digest() == before
        session = again
    by_hand(session, 1, Rng(2))
    session.undo()
    assert len(session.game.log) == 19
    again = Session(Journal())
    again.resume()
    assert len(again.game.log) == 19
    clear()


def test_a_game_that_a_build_lacks_waits_for_one_that_has_it():
    """Its newest actions, in the tail, too; another game that begins sets it aside whole."""
    for begins_another in (False, True):
        clear()
        session = Session(Journal())
        session.new("mars", seed=1)
        for _ in range(5):
            by = session.game.current()[0]
            session.act(by, session.game.legal(by)[0])
        digest = session.game.digest()
        mars = games.PACKAGES.pop("mars")
        try:
            without = Session(Journal())
            said = without.resume()
            assert said == ("absent", "mars") and without.is_over()
            assert "Ley Lines of Mars is not in this firmware" in Texts().render(said)
            if begins_another:
                without.new("land", seed=1)
        finally:
            games.PACKAGES["mars"] = mars
        if begins_another:
            for name in os.listdir():
                if name in ("game.log", "game.tail", "game.point"):
                    os.remove(name)
            os.rename("game.old", "game.log")
        again = Session(Journal())
        assert Texts().render(again.resume()) == "resumed after 5 actions"
        assert again.game.digest() == digest
    clear()
