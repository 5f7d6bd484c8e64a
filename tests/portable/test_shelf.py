"""Games are put aside and taken up again; nothing of them is lost, and only finished ones make
room."""

import binascii
import json
import os

from games.base import CHANCE, OVER, IllegalAction
from games.replay import replay
from games.rng import Rng
from table import game_loading, past_results, shelf
from table.files import checksum_text, with_checksum
from table.journal import Journal
from table.session import HUMAN, Session
from table.shelfmenu import shelf_menu
from tests.portable import effort
from tests.portable.fake_table import FakeTable
from tests.portable.flaky import Flash


def clear():
    for name in os.listdir():
        if name.startswith(("game.", "game-")):
            os.remove(name)


def fresh(name="mars", seed=5, people=()):
    clear()
    session = Session(Journal())
    session.new(name, None, {}, (), seed, people)
    return session


def play(session, count, rng):
    for _ in range(count):
        game = session.game
        if session.is_over():
            return
        by = rng.choice(game.current())
        session.act(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))


def tidy(session):
    while session.maintain():
        pass


def known(session):
    """Return the state of the game on the table, to be compared."""
    game = session.game
    if game is None:
        return None
    return (game.NAME, game.digest(), len(game.log), session.players, session.names, session.seed,
            session.given_up)


def told(session):
    """Return (number, game, actions, state) of all games on the shelf."""
    return [(one["number"], one["game"], one["actions"], one["state"])
            for one in shelf.summaries(session)]


def restarted():
    again = Session(Journal())
    text = again.resume()
    assert "damaged" not in str(text) and "misfit" not in str(text), text
    return again


def refused(deed, *values):
    try:
        deed(*values)
    except IllegalAction as error:
        return error.why
    raise AssertionError("%s was not refused" % (values,))


def test_a_running_game_is_put_aside_and_taken_up():
    for count in (1, 7, 20, 30):
        for idle in (False, True):
            session = fresh()
            play(session, count, Rng(3))
            if idle:
                tidy(session)
            before = known(session)
            assert shelf.put_aside(session, 6) == (1, [])
            assert session.game.NAME == "mars" and not len(session.game.log)
            assert session.seed == 6 and session.needs_resync
            assert told(session) == [(1, "mars", count, "running")]
            points = [name for name in os.listdir() if name.endswith(".point")]
            assert points == (["game-1.point"] if idle and count > 15 else [])
            again = restarted()
            assert not len(again.game.log) and told(again) == told(session)
            assert shelf.take_up(again, 1) == (None, [], ("said", [("resumed", count)]))
            assert known(again) == before and told(again) == [] and again.needs_resync
            assert (again.checkpoint > 15) == bool(points)  # it is played from there
            play(again, 3, Rng(5))
            assert known(restarted()) == known(again)
    clear()


def test_games_change_places():
    session = fresh()
    play(session, 9, Rng(3))
    first = known(session)
    assert session.new("land", 2, {}, (), 6, (), True) == (1, [])
    play(session, 20, Rng(4))
    tidy(session)
    second = known(session)
    assert shelf.take_up(session, 1)[:2] == (2, [])
    assert known(session) == first == known(restarted())
    assert told(session) == [(2, "land", 20, "running")] and "game-2.point" in os.listdir()
    assert shelf.take_up(session, 2)[:2] == (3, [])
    assert known(session) == second == known(restarted())
    clear()


def test_what_nobody_has_played_is_not_kept():
    session = fresh()
    assert session.new("land", 2, {}, (), 6, (), True) == (None, [])
    assert refused(shelf.put_aside, session, 6) == "shelf nothing"
    session.new("landover", 2, {}, (), 6)
    session.think()
    assert len(session.game.log) == 1  # chance has acted
    assert refused(shelf.put_aside, session, 6) == "shelf nothing"
    session.new("mars", 2, {}, ("random", HUMAN), 6)
    while session.think():
        pass
    assert len(session.game.log) == 1  # the computer has acted
    assert refused(shelf.put_aside, session, 6) == "shelf nothing"
    session.new("landover", 2, {}, (), 6)
    for deed in (shelf.take_up, shelf.take_off):
        assert refused(deed, session, 1) == ("shelf without", 1)
    assert session.game.NAME == "landover"
    clear()


def test_a_finished_game_stays_with_its_result():
    session = fresh(people=["Ann", "Ben"])
    play(session, 99, Rng(3))
    winners, reason = session.game.result()
    scores = session.game.scores()
    lines = list(session.record())
    session.rematch(7, True)
    assert session.names == ["Ann", "Ben"]
    play(session, 2, Rng(3))
    session.give_up()
    session.rematch(8, True)
    over, given_up = shelf.summaries(session)
    assert over == {
        "number": 1, "game": "mars", "seats": 2, "options": {"tie": "draw"},
        "players": [HUMAN, HUMAN], "names": ["Ann", "Ben"], "actions": len(lines) - 2,
        "scores": scores, "state": "over", "played_here": True, "winners": winners,
        "reason": reason,
    }
    assert (given_up["state"], given_up["actions"]) == ("given up", 2)
    shelf.take_up(session, 1)
    assert session.is_over() and session.game.current() == OVER and list(session.record()) == lines
    assert not session.given_up
    replay(lines)
    shelf.take_up(session, 2)
    assert session.given_up
    session.undo()
    play(session, 1, Rng(3))
    assert shelf.put_aside(session, 6) == (4, [])
    assert told(session)[-1] == (4, "mars", 3, "running")
    shelf.take_off(session, 4)
    assert [one["number"] for one in shelf.summaries(session)] == [3]
    clear()


def test_a_list_shows_nothing_hidden():
    session = fresh("market")
    play(session, 40, Rng(3))
    shelf.put_aside(session, 6)
    for one in shelf.summaries(session):
        assert sorted(one) == [
            "actions", "game", "names", "number", "options", "played_here", "players",
            "reason", "scores", "seats", "state", "winners",
        ]
        assert "bid" not in json.dumps(one)
    clear()


def test_actions_taken_back_do_not_count():
    session = fresh()
    rng = Rng(3)
    play(session, 25, rng)
    for back, more in ((2, 0), (1, 1), (9, 2), (2, 0), (5, 0), (7, 1)):
        for _ in range(back):
            session.undo()
        play(session, more, rng)
        scores, count = session.game.scores(), len(session.game.log)
        if count == 9:
            session.give_up()
            session.undo()
        number = shelf.put_aside(session, 6)[0]
        [one] = shelf.summaries(session)
        assert (one["actions"], one["state"]) == (count, "running")
        assert one["scores"] == scores, count
        shelf.take_up(session, number)
        assert len(session.game.log) == count
    clear()


def test_a_beginning_is_finished_after_a_power_cut():
    """The old game is on the shelf, and the log of the new one is there, but not in its place."""
    session = fresh()
    play(session, 5, Rng(1))
    session.new("land", 2, {}, (), 9, ("Ann",), True)
    os.remove("game.tail")
    os.rename("game.log", "game.log.new")
    again = restarted()
    assert known(again) == known(session) and told(again) == [(1, "mars", 5, "running")]
    # The rest of a beginning that was cut off earlier is none.
    os.rename("game.log", "game.log.new")
    session = Session(Journal())
    os.rename("game-1.log", "game.log")
    assert known(restarted())[0] == "mars"
    play(restarted(), 1, Rng(1))
    os.remove("game.log")
    with open("game-1.log", "wb") as file:
        file.write(b"another game")
    assert restarted().game is None
    clear()


def full(states):
    """Fill the shelf with games that are over (o) or running (r)."""
    session = fresh()
    for n in range(len(states)):
        session.new("mars", None, {}, (), n, (), True)
        play(session, 2, Rng(n))
        if states[n] == "o":
            session.give_up()
    shelf.put_aside(session, 6)
    return session


def test_the_oldest_finished_game_makes_room():
    most = shelf.MOST
    shelf.MOST = 4
    try:
        session = full("roro")
        session.new("mars", None, {}, (), 9)
        play(session, 1, Rng(1))
        assert shelf.put_aside(session, 6) == (5, [2])
        assert [one[0] for one in told(session)] == [1, 3, 4, 5]
        session.new("mars", None, {}, (), 9)
        play(session, 1, Rng(1))
        assert session.new("mars", None, {}, (), 9, (), True) == (6, [4])
        play(session, 1, Rng(1))
        before = known(session)
        # Only running ones are left: none of them is lost, and this one goes on.
        for deed in (lambda: shelf.put_aside(session, 6), lambda: session.rematch(4, True),
                     lambda: session.new("land", 2, {}, (), 9, (), True)):
            assert refused(deed) == "shelf full"
            assert known(session) == before == known(restarted()) and not session.inconsistent
        play(session, 1, Rng(1))
        assert len(restarted().game.log) == 2
        # In exchange for one of them there is room.
        assert shelf.take_up(session, 3)[:2] == (7, []) and len(told(session)) == 4
        session.give_up()
        assert refused(session.rematch, 5, True) == "shelf full"  # nor is the one that is over
        shelf.take_off(session, 5)
        assert session.rematch(5, True) == (8, [])
    finally:
        shelf.MOST = most
    clear()


def finish(session, seed, people):
    """Play a game of Mars to its end, put it on the shelf, and return its result."""
    session.new("mars", None, {}, (), seed, people, True)
    play(session, 99, Rng(seed))
    game = session.game
    found = (people, len(game.log), game.scores(), game.result()[0])
    shelf.put_aside(session, 6)
    return found


def summed(results):
    """Return the sums of finished games, players by name."""
    players = {}
    for people, _, scores, winners in results:
        for seat, name in enumerate(people):
            one = players.setdefault(name, ["human", name, 0, 0, 0])
            one[2] += 1
            one[3] += int(seat in winners)
            one[4] += scores[seat]
    actions = sum([result[1] for result in results])
    return {"game": "mars", "games": len(results), "actions": actions,
            "players": sorted(players.values())}


def sums(journal):
    found = list(past_results.sums(journal))
    for one in found:
        one["players"].sort()
    return found


def test_finished_games_still_count_once_they_have_gone():
    session = fresh()
    results = [finish(session, 1, ("Ann", "Ben")), finish(session, 2, ("Ben", "Änne")),
               finish(session, 3, ("Ben", "Ann"))]
    journal = session.journal
    assert sums(journal) == []  # all of them are on the shelf
    shelf.take_off(session, 1)
    assert sums(journal) == [summed(results[:1])]
    shelf.drop_oldest(journal)
    assert sums(journal) == [summed(results[:2])]
    shelf.take_up(session, 3)
    assert sums(journal) == [summed(results[:2])]  # the third is on the table
    session.new("mars", None, {}, (), 4, (), True)
    shelf.take_off(session, told(session)[0][0])
    assert sums(restarted().journal) == [summed(results)]
    clear()


def test_a_record_that_was_over_when_it_was_loaded_never_counts():
    session = fresh()
    result = finish(session, 1, ("Ann", "Ben"))
    with open("game-1.log", "rb") as file:
        lines = [line[:-10].decode() for line in file]
    record = lines[:1] + [line for line in lines if line.startswith('{"n": ')]
    game_loading.load(session, replay(record), (), ("Ann", "Ben"))
    session.new("mars", None, {}, (), 4, (), True)
    told = [one["played_here"] for one in shelf.summaries(session) if one["state"] == "over"]
    assert told == [True, False]
    shelf.take_off(session, 2)
    assert sums(session.journal) == []
    shelf.take_off(session, 1)
    assert sums(session.journal) == [summed([result])]
    fake = FakeTable()
    for count in (1, len(record) - 1, len(record)):  # at first its last actions are still to come
        game_loading.load(fake.app.session, replay(record[:count]))
        answer = fake.app.host.handle({"id": 1, "do": "shelf"})
        assert answer["played_here"] == (not fake.app.session.is_over())
    assert fake.app.session.is_over()
    clear()


def test_running_games_and_those_given_up_never_count():
    session = full("ro")
    shelf.take_off(session, 1)
    shelf.take_off(session, 2)
    assert sums(session.journal) == []
    clear()


def test_a_game_counts_once_though_the_power_fails_before_it_is_removed():
    session = fresh()
    result = finish(session, 1, ("Ann", "Ben"))
    other = finish(session, 2, ("Ann", "Ben"))
    journal = session.journal
    past_results.count(journal, shelf.summary(journal, 1), "game-1.log")
    shelf.take_off(session, 1)
    assert sums(journal) == [summed([result])]
    shelf.take_off(session, 2)
    assert sums(journal) == [summed([result, other])]
    clear()


def test_without_room_for_the_sums_a_game_makes_room_all_the_same():
    flash = Flash(28)
    session = fresh()
    first = finish(session, 1, ("Ann", "Ben"))
    finish(session, 2, ("Ann", "Ben"))
    shelf.take_off(session, 1)
    with flash:
        flash.arm(0, broken=True)
        shelf.discard(session.journal, 2)
    assert not [one for one in told(session) if one[0] == 2]
    assert sums(session.journal) == [summed([first])] and "game.sums.new" not in os.listdir()
    clear()


def test_sums_stay_short_and_nobodys_games_are_lost():
    session = fresh()
    journal = session.journal
    finish(session, 1, ("Ann", "Ben"))
    found = shelf.summary(journal, 1)
    for n in range(150):
        found["names"] = ["Ann", "guest %d" % n]
        with open("mark.log", "wb") as file:
            file.write(b"#%08x\n" % n)
        past_results.count(journal, found, "mark.log")
    os.remove("mark.log")
    [one] = sums(journal)
    assert os.stat("game.sums")[6] < 2200 and one["games"] == 150
    assert sum([player[2] for player in one["players"]]) == 300
    assert ["human", "Ann", 150] in [player[:3] for player in one["players"]]
    clear()


def test_a_changed_byte_costs_the_sums_of_one_game():
    """The file as it was is kept beside the one that the next game writes."""
    clear()
    journal = Journal()
    games = [{"game": name, "games": 2, "actions": 7, "players": [["human", "Ann", 2, 1, 9]]}
             for name in ("land", "landover", "market", "mars")]
    crc = 0
    whole = b""
    for data in [{"last": "#00000000\n"}] + games:
        line, crc = with_checksum(json.dumps(data), crc)
        whole += line
    for at in range(0, len(whole), effort.of(1, 7)):
        with open("game.sums", "wb") as file:
            file.write(whole[:at] + bytes((whole[at] ^ 1,)) + whole[at + 1 :])
        left = sums(journal)
        merged = 1 if whole[at] == 10 else 0  # an end of a line: two are one
        assert len(left) >= len(games) - 1 - merged, at
        assert not [one for one in left if one not in games], at
    with open("mark.log", "wb") as file:
        file.write(b"#00000007\n")
    found = {"game": "mars", "actions": 3, "players": [HUMAN], "names": ["Ann"], "winners": [],
             "scores": [4]}
    at = whole.find(b"landover")
    spoiled = whole[:at] + b"L" + whole[at + 1 :]
    with open("game.sums", "wb") as file:
        file.write(spoiled)
    past_results.count(journal, found, "mark.log")
    os.remove("mark.log")
    assert [(one["game"], one["games"]) for one in sums(journal)] == [
        ("land", 2), ("market", 2), ("mars", 3),
    ]
    with open("game.sums.old", "rb") as file:
        assert file.read() == spoiled
    clear()


def test_crafted_sums_are_left_out():
    clear()
    good = {"game": "mars", "games": 2, "actions": 7, "players": [["human", "Ann", 2, 1, 9]]}
    lines = [[1], 3, "x", {}, {"game": "mars"}, {"last": []}]
    for key in good:
        for value in (None, -1, "x" * 99, [3], [["human", "Ann", 1, 1]], {}, 1 << 40):
            lines.append(dict(good))
            lines[-1][key] = value
    crc = 0
    with open("game.sums", "wb") as file:
        for data in lines + [good]:
            line, crc = with_checksum(json.dumps(data), crc)
            file.write(line)
    fake = FakeTable()
    assert list(fake.app.host.handle({"do": "shelf"})["sums"]) == [good]
    clear()


def test_a_small_flash_holds_fewer_games():
    free, room = shelf.free, {"left": 0}
    shelf.free = lambda journal: room["left"]
    try:
        session = fresh()
        play(session, 2, Rng(1))
        assert refused(shelf.put_aside, session, 6) == "shelf full"
        room["left"] = 1 << 20
        assert shelf.put_aside(session, 6) == (1, [])
    finally:
        shelf.free = free
    clear()


class FullFlash(Journal):
    """A journal on a flash without room: a write fails while the files of more than `most` games
    lie there."""

    most = 9

    def append(self, line):
        if len(shelf.numbers(self)) > self.most:
            raise OSError(28)
        Journal.append(self, line)


def test_finished_games_make_room_for_the_running_one_on_a_full_flash():
    full("oroo")
    session = Session(FullFlash())
    session.resume()
    rng = Rng(2)
    play(session, 2, rng)
    assert len(told(session)) == 4 and not session.dropped
    session.journal.most = 2
    play(session, 1, rng)
    assert [one[0] for one in told(session)] == [2, 4] and session.dropped == 2
    session.undo()
    session.journal.most = 0
    before = known(session)
    try:
        play(session, 1, rng)
    except OSError:
        assert known(session) == before and [one[0] for one in told(session)] == [2]
    else:
        raise AssertionError("there is no room")
    clear()


def test_names_are_kept_with_the_game():
    session = fresh()
    play(session, 20, Rng(3))
    shelf.call(session, ["Ann", "  J\u00fcrgen  M "])
    assert session.names == ["Ann", "J\u00fcrgen M"] == restarted().names
    play(session, 20, Rng(3))
    tidy(session)
    play(session, 1, Rng(3))
    assert restarted().names == session.names  # from the newest state
    assert "Ann" not in "".join(session.record())
    shelf.call(session, ["", "Ben"])
    shelf.put_aside(session, 6)
    assert [one["names"] for one in shelf.summaries(session)] == [["", "Ben"]] == [session.names]
    shelf.take_up(session, 1)
    assert session.names == ["", "Ben"]
    for wrong in (["a", "b", "c"], ["a", "a"]):
        try:
            shelf.call(session, wrong)
        except ValueError:
            continue
        raise AssertionError
    clear()


def test_a_game_that_did_not_fit_is_on_the_shelf():
    session = fresh()
    play(session, 9, Rng(3))
    before = known(session)
    tidy(session)
    shelf.put_aside(session, 6)
    os.rename("game-1.log", "game.old")
    assert told(session) == [(0, "mars", 9, "running")]
    shelf.take_up(session, 0)
    assert known(session) == before and told(session) == []
    shelf.put_aside(session, 6)
    with open("game-1.log") as file:
        text = file.read()
    with open("game-1.log", "w") as file:
        file.write("nothing of ours")
    with open("game-7.log", "w") as file:
        file.write(text.replace('"leyboard": 1', '"leyboard": 2'))
    assert [(one[0], one[3]) for one in told(session)] == [(1, "unknown"), (7, "unknown")]
    for number in (1, 7):
        assert refused(shelf.take_up, session, number) == "shelf unknown"
    clear()


# Deeds that move games; each begins with a running game on the table and one on the shelf.
MOVES = (
    ("put aside", lambda session: shelf.put_aside(session, 6)),
    ("take up", lambda session: shelf.take_up(session, 1)),
    ("new", lambda session: session.new("land", 2, {}, (), 9, (), True)),
    ("rematch", lambda session: session.rematch(9, True)),
)


def there(session):
    """Return what is on the table and on the shelf, in any order: the actions of each game that
    somebody played."""
    found = [(one["game"], one["actions"]) for one in shelf.summaries(session)]
    if session.game is not None and len(session.game.log):
        found.append((session.game.NAME, len(session.game.log)))
    return sorted(found)


def ready():
    session = fresh()
    play(session, 5, Rng(1))
    session.new("mars", None, {}, (), 6, (), True)
    play(session, 21, Rng(2))
    tidy(session)
    play(session, 2, Rng(2))
    return session


def test_every_write_of_a_move_may_fail():
    for what, deed in MOVES:
        for broken in (False, True)[: effort.of(2, 1)]:
            fail_at = 0
            while True:
                flash = Flash(28)
                with flash:
                    session = ready()
                    before = there(session)
                    assert before == [("mars", 5), ("mars", 23)]
                    flash.arm(fail_at, broken, True)
                    try:
                        deed(session)
                    except OSError:
                        pass
                    hit = flash.done > fail_at
                    flash.arm(-1)
                    if session.inconsistent:
                        session.repair()
                    assert there(session) == before, (what, fail_at)
                    assert there(restarted()) == before, (what, fail_at)
                    if session.game is not None and session.journal.kept:
                        play(session, 2, Rng(7))
                        assert known(restarted()) == known(session), (what, fail_at)
                fail_at += 1
                if not hit:
                    break
            assert fail_at > 3
    clear()


# Requests of a host; each begins with a running game on the table and one on the shelf.
ASKED = (
    ("take up", {"do": "take_up", "number": 1}),
    ("put aside", {"do": "put_aside"}),
    ("rematch", {"do": "rematch", "aside": True}),
    ("new", {"do": "new", "game": "land", "aside": True}),
)


def files():
    """Return {name: bytes} of all files of games."""
    found = {}
    for name in os.listdir():
        if name.startswith(("game.", "game-")):
            with open(name, "rb") as file:
                found[name] = file.read()
    return found


def put_back(found):
    clear()
    for name in found:
        with open(name, "wb") as file:
            file.write(found[name])


def test_what_was_confirmed_is_there_or_the_table_says_that_it_is_not_kept():
    """Some operations of the flash fail in a row while a host moves games. Then people play on."""
    session = ready()
    session.journal.close_tail()
    begun = files()
    for what, request in ASKED[: effort.of(4, 2)]:
        for lasts in effort.of((1, 2, 3, 6), (2, 3)):
            fail_at = 0
            while True:
                put_back(begun)
                flash = Flash(30)
                with flash:
                    fake = FakeTable()
                    flash.arm(fail_at, lasts=lasts)
                    confirmed = fake.app.host.handle(request)["ok"]
                    hit = flash.done > fail_at
                    for _ in range(3):
                        fake.clock.now += 1100  # the table tries again to read its game
                        fake.run()
                    flash.arm(-1)
                    fake.clock.now += 1100
                    fake.run()
                    table = fake.app.session
                    played = there(table)
                    assert [one for one in played if one[1]] == [("mars", 5), ("mars", 23)]
                    if confirmed or table.game is not None:
                        play(table, 2, Rng(7))
                    fake.run()
                    said = " ".join(fake.app.display_text.shown)
                    again = restarted()
                    assert known(again) == known(table) or "not kept" in said, (
                        what, lasts, fail_at, said)
                fail_at += 1
                if not hit:
                    break
            assert fail_at > 3
    clear()


def test_what_was_lost_of_a_game_is_said_when_it_is_taken_up():
    """In the answer, and on the display beside what became of the game before."""
    for spoil, word in ((lambda data: data[:-20], "torn"), (_flipped, "damaged")):
        session = ready()
        session.journal.close_tail()
        with open("game-1.log", "rb") as file:
            data = file.read()
        with open("game-1.log", "wb") as file:
            file.write(spoil(data))
        fake = FakeTable()
        answer = fake.app.host.handle({"do": "take_up", "number": 1})
        assert answer["ok"] and word in " ".join(answer["notes"]), answer
        fake.run()
        assert word in " ".join(fake.app.display_text.shown)
        assert word in fake.app.display_text.message
        assert "waits on the shelf" in fake.app.display_text.message
    clear()


def _flipped(data):
    at = data.find(b'{"n": 3')
    return data[:at] + b'{"n": 4' + data[at + 7 :]


def test_a_flash_that_takes_nothing_is_said_when_a_game_is_taken_up():
    session = ready()
    session.journal.close_tail()
    fake = FakeTable()
    fake.app.session.new("land", 2, {}, (), 3, (), True)
    flash = Flash(30)
    with flash:
        flash.arm(2, lasts=99)  # the game has its place again, and its files cannot be repaired
        answer = fake.app.host.handle({"do": "take_up", "number": 1})
        assert answer["ok"] and "not kept" in " ".join(answer["notes"])
        fake.run()
        for _ in range(2):
            play(fake.app.session, 1, Rng(7))
            fake.run()
        assert "not kept" in " ".join(fake.app.display_text.shown)
        assert known(restarted()) != known(fake.app.session)
        flash.arm(-1)
        play(fake.app.session, 1, Rng(7))
        assert known(restarted()) == known(fake.app.session)
        fake.run()
        assert "not kept" not in " ".join(fake.app.display_text.shown)
    clear()


def test_a_question_changes_no_files():
    session = ready()
    os.rename("game.log", "game.log.new")
    before = files()
    assert not session.journal.is_there() and session.journal.head() is None
    list(shelf.summaries(session))
    assert files() == before
    clear()


def test_a_game_with_options_that_this_firmware_lacks_stays_on_the_shelf():
    for old, new in (
        (b'"tie": "draw"', b'"tie": "tome"'), (b'"tie": "draw"', b'"tye": "draw"'),
        (b'"human", "human"', b'"human", "hunan"'), (b'"seats": 2', b'"seats": 7'),
    ):
        for before in ("mars", "land"):
            session = ready()
            _reworded("game-1.log", old, new)
            session.new(before, None, {}, (), 4, (), True)
            play(session, 1, Rng(1))
            there_before, table = files(), known(session)
            assert told(session)[0] == (1, "mars", 5, "unknown"), (old, told(session))
            assert refused(shelf.take_up, session, 1) == "shelf unknown"
            assert known(session) == table and files() == there_before
    clear()


def _reworded(name, old, new):
    """Change a line of a log, with checksums as the table would write them."""
    with open(name, "rb") as file:
        lines = [line[:-9] for line in file.read().split(b"\n")[:-1]]
    crc = 0
    with open(name, "wb") as file:
        for line in lines:
            data, crc = with_checksum(line.replace(old, new).decode(), crc)
            file.write(data)


CRAFTED = (
    b"[1, 2]", b'{"names": 3}', b'{"names": [1, 2]}', b'{"names": {}}', b"[" * 3000, b'"text"',
    b'{"leyboard": 1}', b'{"table": 3, "after": "00000000"}', b'{"n": "x", "by": 0}',
    b'{"undo": 0}',
    b'{"n": 1, "by": "x", "do": 3, "ev": [], "scores": []}', b'{"end": 3}', b"\xff\xfe",
)


def test_crafted_lines_stop_nothing():
    """Each in the place of each of the first lines, and at the end, of a game that is resumed and
    of one on the shelf."""
    for line in CRAFTED:
        for at in effort.of((0, 1, 2, -1), (2, -1)):
            for name in ("game.log", "game-1.log")[: effort.of(2, 1)]:
                session = ready()
                session.journal.compact()
                session.journal.close_tail()
                os.remove("game.tail")
                _replaced(name, at, line)
                fake = FakeTable()
                fake.run()
                games = list(fake.app.host.handle({"do": "shelf"})["games"])
                for one in games:
                    if one["state"] != "unknown":
                        assert len(one["names"]) == one["seats"] == 2
                fake.app.host.handle({"do": "take_up", "number": 1})
                fake.run()
                assert '"failed"' not in "".join(fake.sent), (line, at, name, fake.sent)
    clear()


def _replaced(name, at, line):
    with open(name, "rb") as file:
        lines = [line[:-9] for line in file.read().split(b"\n")[:-1]]
    lines[at] = line
    crc = 0
    with open(name, "wb") as file:
        for text in lines:
            crc = binascii.crc32(text, crc)
            file.write(text + checksum_text(crc))


def test_a_crafted_point_is_ignored():
    for key, value in (("n", "x"), ("n", -3), ("at", "x"), ("digest", []), ("events", 3),
                       ("names", 3), ("names", [3])):
        session = ready()
        before = known(session)
        session.journal.close_tail()
        with open("game.point", "rb") as file:
            base = file.read(10)
            lines = [line[:-9] for line in file.read().split(b"\n")[:-1]]
        head = json.loads(lines[0].decode())
        head[key] = value
        lines[0] = json.dumps(head).encode()
        crc = int(base[1:9], 16)
        with open("game.point", "wb") as file:
            file.write(base)
            for line in lines:
                crc = binascii.crc32(line, crc)
                file.write(line + checksum_text(crc))
        again = Session(Journal())
        assert again.resume() == ("said", [("resumed", 23)]), (key, value)
        assert known(again) == before
    clear()


def test_a_game_with_a_negative_seed_does_not_come_back():
    """Its chance would never come up."""
    session = ready()
    session.journal.compact()
    session.journal.close_tail()
    _reworded("game.log", b'"seed": 6', b'"seed": -6')
    again = Session(Journal())
    assert again.resume() == ("misfit", "game.old") and again.game is None
    clear()


def test_a_host_moves_games():
    clear()
    fake = FakeTable()
    ask = fake.app.host.handle

    def asked(**request):
        answer = ask(request)
        if "games" in answer:
            answer["games"] = list(answer["games"])
        return answer

    assert "number" not in asked(do="new", game="mars", names=["Ann", "Ben"])
    fake.app.session.act(0, fake.app.session.game.legal(0)[0])
    fake.run()
    assert fake.app.display_text.shown[
        0
    ] == "Ann 0  Ben 0" and fake.app.display_text.line.startswith("Ben: ")
    answer = asked(do="new", game="land")  # in place of the one that somebody played
    assert (answer["number"], answer["dropped"]) == (1, [])
    fake.run()
    assert fake.app.display_text.shown[0] == "Red 0  Blue 0"
    games = asked(do="shelf")
    assert games["most"] == shelf.MOST and games["free"] > 0
    assert [one["names"] for one in games["games"]] == [["Ann", "Ben"]]
    assert asked(do="take_up", number=1)["ok"]
    fake.run()
    assert fake.app.display_text.shown[0] == "Ann 0  Ben 0"
    assert asked(do="names", names=["", "Tom"])["ok"]
    fake.run()
    assert fake.app.display_text.shown[0] == "Red 0  Tom 0"
    assert asked(do="state")["names"] == ["", "Tom"]
    assert asked(do="put_aside")["number"] == 1
    fake.run()
    assert asked(do="state")["view"]["actions"] == 0
    assert asked(do="put_aside")["error"] == asked(do="take_up", number=9)["error"] == "illegal"
    assert asked(do="remove", number=1)["ok"] and asked(do="shelf")["games"] == []
    for wrong in (["x" * 17], ["\n"], [3], "Ann", ["a"] * 9, ["\x7f"], ["\u200b"], [" \u3164"]):
        assert asked(do="names", names=wrong)["error"] == "form", wrong
    assert asked(do="names", names=["Ann", "Ann"])["error"] == "value"
    fake.run()
    kinds = [json.loads(line).get("event") for line in fake.sent]
    assert kinds.count("shelf") == 4
    clear()


def test_the_display_says_where_the_game_before_is_and_no_longer_what_came_before():
    clear()
    fake = FakeTable()
    display = fake.app.display_text
    for moved, said in (((1, []), "The game before waits on the shelf"),
                        ((1, [2]), "The shelf was full: it lost 1 game that had ended")):
        fake.app.show_message("nothing to undo")
        display.tell_moved(moved)
        assert display.message == said
    display.tell_moved((None, ()))  # nothing moved, so nothing is said
    assert display.message == said
    clear()


def test_a_running_game_is_played_on_and_a_finished_one_looked_at():
    clear()
    fake = FakeTable()
    session, rng = fake.app.session, Rng(4)
    for count in (3, 100):
        session.new("mars", None, {}, (), 4, aside=True)
        play(session, count, rng)
    assert session.is_over()
    session.new("mars", aside=True)
    for index, first in enumerate(("look at it", "take up")):  # the newest first
        ask = shelf_menu(fake.app)
        ask.index = index
        assert ask.push().answers[0] == first
