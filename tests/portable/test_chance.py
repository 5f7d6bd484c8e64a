"""Chance from a secret: nobody foresees it, everybody can check it afterwards (docs/chance.md)."""

import json
import os

from games import make
from games.base import CHANCE, OVER, IllegalAction
from games.chance import Draw, Secret, numbers, revealed
from games.record import lines
from games.replay import RecordError, replay
from games.rng import Rng
from table import game_loading, link, shelf
from table.drivers.oscillator import Oscillator
from table.entropy import Entropy, draw
from table.journal import Journal
from table.session import HUMAN, Session
from table.wiring import grid9
from tests.portable import effort
from tests.portable.fake_table import Clock, FakeTable

KEY = bytes(range(32))
COMMIT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"  # its SHA-256
# The first words of HMAC-SHA-256(KEY, "chance 1 0") and, from the ninth on, "chance 1 1".
WORDS = [255571551, 191517893, 67702052, 218602956, 79290299, 114720191, 70721572, 97858184,
         11008037, 219963767]


def clear():
    for name in os.listdir():
        if name.startswith(("game.", "game-")):
            os.remove(name)


def begun(name="leylines", seats=3, players=(), seed=None):
    clear()
    session = Session(Journal())
    session.new(name, seats, {}, players, seed or Secret(KEY))
    return session


def play_on(session, rng, more=4000):
    """Let chance act, and people at random."""
    for _ in range(more):
        if session.is_over():
            return
        if not session.think():
            by = session.seats_by_hand()[0]
            session.act(by, rng.choice(session.game.legal(by)))


def outcomes(session):
    return [entry for entry in session.game.log if entry[0] == CHANCE]


# ---- numbers -----------------------------------------------------------------------------------


def test_numbers_are_those_of_the_page():
    assert Secret(KEY).commit == COMMIT
    first = Draw(Secret(KEY), "chance 1")
    assert [first.below(1 << 28) for _ in WORDS] == WORDS
    assert Draw(Secret(KEY), "chance 1").below(100) == WORDS[0] % 100


def test_a_number_that_would_favour_the_small_ones_is_drawn_again():
    """255,571,551 is above 2**27, the only multiple of 2**27 + 1 within 28 bits less one."""
    assert Draw(Secret(KEY), "chance 1").below((1 << 27) + 1) == WORDS[2]


def test_another_name_gives_other_numbers():
    seen = set()
    for name in ("chance 1", "chance 2", "chance 11", "seat 1 1"):
        seen.add(Draw(Secret(KEY), name).below(1 << 28))
    assert len(seen) == 4


def test_no_action_chooses_among_the_draws():
    """The number of a draw counts what chance has done, not what people have."""
    rng = Rng(3)
    games = make("market", 2), make("market", 2)
    for game in games:
        while game.current() == (CHANCE,):
            game.apply(CHANCE, game.legal(CHANCE)[0])
    assert games[0].draws == 5
    games[1].apply(0, games[1].legal(0)[1])
    drawn = [numbers(Secret(KEY), game, CHANCE).below(1 << 28) for game in games]
    assert drawn[0] == drawn[1]
    while games[1].draws == 5:
        by = games[1].current()[0]
        games[1].apply(by, rng.choice(games[1].legal(by)))
    assert numbers(Secret(KEY), games[1], CHANCE).below(1 << 28) != drawn[0]
    games[1].undo()
    assert games[1].draws == 5


# ---- a game at the table -----------------------------------------------------------------------


def test_a_game_goes_on_with_its_secret_after_a_restart():
    session = begun()
    play_on(session, Rng(1), 30)
    whole = list(session.record())
    again = Session(Journal())
    again.resume()
    assert again.seed == Secret(KEY) and again.commit == COMMIT
    assert again.game.draws == session.game.draws > 0
    play_on(again, Rng(2), 6)
    play_on(session, Rng(2), 6)
    assert outcomes(again) == outcomes(session) and len(outcomes(again)) > len(whole) - 32
    clear()


def test_it_counts_its_draws_from_a_saved_state_too():
    session = begun("market", 2)
    play_on(session, Rng(1), 60)
    while session.maintain():
        pass
    assert session.checkpoint > 0
    again = Session(Journal())
    again.resume()
    assert again.checkpoint > 0 and again.game.draws == len(outcomes(session))
    clear()


def test_a_record_tells_the_secret_once_the_game_is_over_and_not_before():
    session = begun()
    play_on(session, Rng(1), 40)
    told = "".join(session.record())
    assert COMMIT in told and Secret(KEY).reveal() not in told
    play_on(session, Rng(1))
    head, *_, end = session.record()
    assert json.loads(head)["seed"] is None and json.loads(head)["commit"] == COMMIT
    assert json.loads(end)["secret"] == Secret(KEY).reveal()
    check = replay(list(session.record()))
    assert check.seed == Secret(KEY) and list(lines(check.game, check.seed))[-1] == end
    clear()


def test_a_game_that_was_given_up_tells_it_too_and_then_stays_so():
    """Anybody who knows the secret can compute the outcomes to come."""
    session = begun()
    play_on(session, Rng(1), 45)
    session.give_up()
    session.undo()  # nobody has seen the record
    session.give_up()
    assert json.loads(list(session.record())[-1])["secret"] == Secret(KEY).reveal()
    try:
        session.undo()
        raise AssertionError("the game went on with a secret that all know")
    except IllegalAction as error:
        assert error.why == "record stands"
    clear()


def test_it_stays_so_after_a_restart():
    session = begun()
    play_on(session, Rng(1), 45)
    session.give_up()
    assert list(session.record())
    again = Session(Journal())
    again.resume()
    try:
        again.undo()
        raise AssertionError("the game went on with a secret that all know")
    except IllegalAction as error:
        assert error.why == "record stands"
    clear()


def test_the_secret_goes_along_on_the_shelf():
    session = begun()
    play_on(session, Rng(1), 40)
    number = session.rematch(Secret(bytes(32)), True)[0]
    assert session.seed == Secret(bytes(32)) and session.players == [HUMAN] * 3
    assert Secret(KEY).reveal() not in str(list(shelf.summaries(session)))
    shelf.take_up(session, number)
    assert session.seed == Secret(KEY) and session.commit == COMMIT
    clear()


def test_a_game_without_chance_has_no_secret_to_tell():
    session = begun("mars", 2, ["greedy", "greedy"])
    play_on(session, Rng(1))
    told = list(session.record())
    assert session.game.current() == OVER and session.commit == ""
    assert '"seed": null}' in told[0] and "secret" not in told[-1]
    again = begun("mars", 2, ["greedy", "greedy"], Secret(bytes(32)))
    play_on(again, Rng(1))
    assert list(again.record()) != told, "computers of Mars play alike in each game"
    clear()


def test_who_plays_on_from_a_record_draws_by_another_secret():
    session = begun()
    play_on(session, Rng(1))
    fake = FakeTable(profile=grid9)
    ask = fake.app.host.handle
    told = list(session.record())[:40]
    for n, line in enumerate(told):
        assert ask({"do": "load", "begin": n == 0, "line": line})["ok"]
    assert ask({"do": "load", "end": True})["ok"]
    now = fake.app.session
    assert now.seed not in (None, Secret(KEY)) and now.commit == ""
    again = Session(Journal())
    again.resume()
    assert again.seed == now.seed and again.commit == ""
    clear()


def test_a_whole_record_keeps_its_secret():
    session = begun()
    play_on(session, Rng(1))
    told = list(session.record())
    other = Session(Journal())
    game_loading.load(other, replay(told))
    assert list(other.record()) == told
    clear()


# ---- what is told ------------------------------------------------------------------------------


def told_by(fake, seats):
    """Ask a table all that a host may ask of a running game; return all that it has sent."""
    requests = [{"do": do} for do in ("hello", "record", "shelf", "lights")]
    requests += [{"do": "state", "seat": seat} for seat in range(-1, seats)]
    requests += [{"do": "legal", "by": seat} for seat in range(-1, seats)]
    answers = [link.encode(fake.app.host.handle(request)) for request in requests]
    return "".join(answers) + "".join(fake.sent) + str(fake.display.lines)


def test_only_the_commitment_leaves_the_table_before_the_end():
    fake = FakeTable(profile=grid9)
    assert fake.app.host.handle({"do": "new", "game": "leylines", "seats": 3,
                                 "options": {"map": "compact"}, "secret": True})["ok"]
    session = fake.app.session
    secret, commit = session.seed.reveal(), session.commit
    fake.run()
    short = commit[:4] + " " + commit[4:8]
    assert short in "".join(fake.app.display_text.shown)
    assert fake.app.host.handle({"do": "state"})["commit"] == commit
    play_on(session, Rng(4), 50)
    assert commit in told_by(fake, 3) and secret not in told_by(fake, 3)
    session.give_up()
    fake.app.host.handle({"do": "record"})
    assert secret in "".join(fake.sent)
    clear()


def test_each_game_has_a_secret_of_its_own():
    fake = FakeTable()
    commits = set()
    for _ in range(4):
        assert fake.app.host.handle({"do": "new", "game": "market", "secret": True})["ok"]
        commits.add(fake.app.session.commit)
    assert len(commits) == 4
    clear()


# ---- records -----------------------------------------------------------------------------------


def refused(told):
    try:
        replay(told)
    except RecordError as error:
        return error.why
    return ""


def test_a_record_with_another_secret_is_refused():
    session = begun()
    play_on(session, Rng(1))
    told = list(session.record())
    other = Secret(bytes(32))
    end = told[-1]
    assert "not the one of the commitment" in refused(
        told[:-1] + [end.replace(Secret(KEY).reveal(), other.reveal())]
    )
    assert "64 hex digits" in refused(told[:-1] + [end.replace(Secret(KEY).reveal(), "7")])
    head = told[0].replace(COMMIT, "7")
    assert "64 hex digits" in refused([head])
    assert "64 hex digits" in refused([told[0].replace('"seed": null', '"seed": 7')])
    assert refused([told[0].replace('"seed"', '"source": "x", "seed"')]) == ""  # of others
    clear()


def test_revealed_checks_the_commitment():
    assert revealed(Secret(KEY).reveal(), COMMIT) == Secret(KEY)
    for wrong in ("00" * 32, "00", "x"):
        try:
            revealed(wrong, COMMIT)
            raise AssertionError(wrong)
        except ValueError:
            pass


# ---- where secrets come from -------------------------------------------------------------------


class Bits:
    """The register of an oscillator whose bits `next_bit()` makes."""

    def __init__(self, next_bit):
        self._next = next_bit

    def __getitem__(self, address):
        assert address == 0x4006001C
        return self._next() | 0x10  # other bits of the register mean nothing


def test_an_oscillator_that_works_gives_numbers():
    rng = Rng(1)
    source = Oscillator(Bits(lambda: rng.below(2)))
    drawn = [draw(source.window) for _ in range(effort.of(20, 3))]
    assert len(set(drawn)) == len(drawn) and max(drawn) >> 240 and max(drawn) >> 256 == 0


def test_an_oscillator_gives_its_bits_in_their_order():
    wanted = bytes([byte ^ byte >> 1 for byte in range(128)])
    bits = [byte >> at & 1 for byte in wanted for at in range(7, -1, -1)] + [0]
    assert Oscillator(Bits(iter(bits).__next__)).window() == wanted


def test_an_oscillator_out_of_order_is_found_out():
    rng = Rng(2)
    row = []

    def in_rows():
        row.append(1)
        return len(row) // 100 % 2

    def biased():
        return rng.below(20) < 1  # a seventh of a bit

    for next_bit in (bool, in_rows, biased):
        try:
            draw(Oscillator(Bits(next_bit)).window)
            raise AssertionError("it passed")
        except OSError:
            pass


def test_it_is_asked_again_until_it_works():
    rng = Rng(3)
    read = []

    def late():
        read.append(1)
        return rng.below(2) if len(read) > 2000 else 1

    assert draw(Oscillator(Bits(late)).window)


def test_the_clock_of_hands_and_the_platform_both_count():
    def secret(drawn, *hands):
        clock = Clock()
        entropy = Entropy(lambda: drawn, clock)
        for at in hands:
            clock.now = at
            entropy.note()
        return entropy.secret().key

    made = [secret(1), secret(2), secret(1, 5), secret(1, 6), secret(1, 5, 6), secret(1 << 255)]
    assert len(set(made)) == len(made) and {len(key) for key in made} == {32}
    assert secret(1, 5) == secret(1, 5)


def test_without_chance_no_game_begins_and_the_table_says_so():
    fake = FakeTable()

    def out_of_order():
        raise OSError("out of order")

    fake.new("mars")
    fake.app.entropy = Entropy(out_of_order, fake.clock)
    answer = fake.app.host.handle({"do": "new", "game": "market", "secret": True})
    assert not answer["ok"] and answer["key"] == "no entropy"
    assert fake.app.session.game.NAME == "mars"
    clear()
