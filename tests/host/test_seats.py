"""The seats of a table: who speaks for them, and that nobody learns or does what is not theirs."""

import json
import random
import stat

import fastjsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import make
from games.base import CHANCE
from games.rng import Rng
from games.texts import Texts
from host_tools import protocol_pages
from host_tools.cli import parser
from host_tools.host import room_around
from sim.seats.keys import HOST, WATCH, Keys
from sim.seats.meter import BURST, PATIENCE
from sim.seats.players import HINT
from sim.seats.room import LONGEST, REQUESTS, WATCHERS
from sim.seats.seat_actions import Listing, seat_actions, spot_names
from sim.seats.speakers import COMPUTER, PHONE, TABLE
from sim.window.errors import RefusedError
from sim.window.printed import printed
from tests.host.seated import Party, Phone
from tests.quick import first

GAMES = (
    ("mars", 2, {}), ("land", 2, {}), ("market", 3, {"board": 3}),
    ("leylines", 3, {"map": "compact"}), ("landover", 4, {}),
)


@pytest.fixture(autouse=True)
def _journals(monkeypatch, tmp_path):
    """A fake table keeps its journal where the tests run."""
    monkeypatch.chdir(tmp_path)


def test_a_link_binds_the_first_device_and_no_other():
    party = Party("mars")
    red = party.phone(0)
    assert red.joined["whom"] == "0" and red.mine["lays"]
    thief = Phone(party.room, 0, "another key of 16")
    assert not thief.joined["ok"] and "another device" in thief.joined["why"]
    assert thief.facts == {} and not thief.ask("see")["ok"]
    party.room.leave(red.device)
    assert party.phone(0).mine == red.mine  # it comes back to where it was


def test_the_host_frees_a_seat_and_its_old_link_opens_nothing():
    party = Party("mars")
    red, host = party.phone(0), party.phone(HOST)
    token = party.room.keys.token(0)
    assert host.facts["host"]["links"] == [None, party.room.keys.token(1)]
    assert not red.ask("free", seat=0)["ok"]
    assert host.ask("free", seat=0)["ok"]
    assert red.facts["you"]["whom"] == "" and not red.act(["small", "a1"])["ok"]
    assert host.facts["host"]["links"][0] == party.room.keys.token(0) != token
    assert party.phone(0, "a new phone's key").mine["lays"]


def test_keys_outlive_a_restart_in_a_file_for_this_user(tmp_path):
    path = tmp_path / "seats.json"
    keys = Keys(str(path))
    token = keys.token(1)
    keys.bind("1", "the device's key.")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    again = Keys(str(path))
    assert (again.token(1), again.secret) == (token, keys.secret)
    assert again.is_bound(1) and not again.is_bound(0)
    again.bind("1", "the device's key.")
    with pytest.raises(RefusedError):
        again.bind("1", "another's key....")
    path.write_text("{")
    assert not Keys(str(path)).is_bound(1)


def test_links_of_an_earlier_version_end_and_the_rest_of_its_file_stays(tmp_path):
    path = tmp_path / "seats.json"
    path.write_text('{"0": ["the token of before 16", "a checksum"], "room": {"open": false}}')
    keys = Keys(str(path))
    assert not keys.is_bound(0) and keys.token(0) != "the token of before 16"
    assert keys.room == {"open": False}


def test_who_sits_where_outlives_a_restart(tmp_path):
    kept = str(tmp_path / "seats.json")
    party = Party("landover", 4, kept=kept)
    red, host = party.phone(0), party.phone(HOST)
    party.phone(3)
    for do, fields in (("computer", {"seat": 1}), ("door", {"open": False})):
        assert host.ask(do, **fields)["ok"]
    assert red.ask("leave")["ok"]
    party.open(kept)
    again = party.phone(HOST).facts["seats"]
    assert [place["by"] for place in again["seats"]] == [TABLE, COMPUTER, TABLE, PHONE]
    assert not again["open"] and party.fake.app.session.elsewhere == [1, 3]
    assert party.phone(0).ask("take")["ok"]
    party.open(kept)
    assert party.phone(0).facts["seats"]["seats"][0]["by"] == PHONE
    for damaged in ("[]", '{"open": 1, "hints": true, "left": [], "computers": {}}',
                    '{"open": true, "hints": 1, "left": [], "computers": {}}',
                    '{"open": true, "hints": true, "left": [], "computers": {"x": "hint"}}'):
        (tmp_path / "seats.json").write_text('{"room": %s}' % damaged)
        party.open(kept)
        assert party.room.is_open


def test_what_an_earlier_version_did_not_keep_may_be_missing(tmp_path):
    (tmp_path / "seats.json").write_text('{"room": {"open": false}}')
    party = Party("landover", 4, kept=str(tmp_path / "seats.json"))
    assert not party.room.is_open and party.room.has_hints


def test_a_computer_that_cannot_play_the_next_game_stays_away(tmp_path):
    kept = str(tmp_path / "seats.json")
    party = Party("mars", kept=kept)
    party.room.give(1, "search:1")
    party = Party("market", 2, {"board": 3}, kept=kept)
    assert [place["by"] for place in party.phone(HOST).facts["seats"]["seats"]] == [TABLE, TABLE]


def test_a_game_that_is_under_way_goes_on_when_its_host_starts_again(tmp_path):
    party = Party("mars")

    def host(*more):
        command = ["host", "--folder", str(tmp_path), *more]
        room_around(parser("host").parse_args(command), party.table)
        return party.fake.app.session.game

    begun = party.fake.app.session.game
    assert host("--game", "mars") is begun and host("--game", "mars", "--seats", "2") is begun
    assert host() is begun
    land = host("--game", "land")
    assert land.NAME == "land"
    assert party.fake.app.session.names == []
    host("--players", "Ann,Ben")
    assert party.fake.app.session.names == ["Ann", "Ben"]
    three, four = (host("--game", "leylines", "--seats", seats) for seats in "34")
    assert (three.seats, four.seats) == (3, 4)
    party.fake.app.session.give_up()
    assert host("--game", "leylines") is not four


def test_what_comes_twice_or_late_changes_nothing():
    party = Party("mars")
    red, blue = party.phone(0), party.phone(1)
    moment = red.mine["moment"]
    first = red.act(["small", "c3"], moment)
    assert first["ok"] and len(party.log) == 1
    party.run()
    assert red.act(["small", "c3"], moment) == first and len(party.log) == 1
    late = red.act(["small", "c4"], moment)
    assert not late["ok"] and "gone on" in late["why"] and len(party.log) == 1
    blue.act(["small", "a1"])
    party.run()
    assert not red.act(["small", "c4"], moment)["ok"] and len(party.log) == 2
    assert red.act(["small", "c4"])["ok"]


def test_the_table_refuses_in_its_own_words():
    party = Party("mars")
    red, blue = party.phone(0), party.phone(1)
    assert red.act(["small", "c3"])["ok"]
    party.run()
    assert "turn of Blue" in red.act(["small", "a1"])["why"]
    assert blue.act(["small", "c3"])["why"] and len(party.log) == 1


def test_each_device_is_told_all_in_its_own_language():
    party = Party("mars")
    red, blue = party.phone(0), party.phone(1, language="de")
    watcher, other = party.phone(WATCH, language="de"), party.phone(WATCH, "x", language="xx")
    english, german = (red, other), (blue, watcher)  # nobody here speaks xx
    assert {phone.facts["state"]["line"][:9] for phone in english} == {"Red: put "}
    assert {phone.facts["state"]["line"][:9] for phone in german} == {"Rot: setz"}
    assert red.mine["lays"][0]["ways"][0]["text"] == "small pyramid on a1"
    assert blue.act(["small", "c3"])["why"] == "Rot ist am Zug"
    assert watcher.act(["small", "c3"])["why"].startswith("wer zusieht")
    assert red.act(["small", "c3"])["ok"]
    party.run()
    assert red.act(["small", "c4"])["why"] == "it is the turn of Blue"
    assert blue.mine["lays"][0]["ways"][0]["text"] == "kleine Pyramide auf a1"
    assert blue.ask("hint")["ok"]
    app = party.fake.app
    while app.hint.action is None:
        app.hint.go_on(app)
    assert blue.ask("hint")["text"].startswith("Tipp: ")
    party.fake.lay(2, "d4")
    party.fake.run(60)
    party.room.renew()
    assert "gehört Rot" in blue.facts["state"]["problem"]
    assert other.facts["state"]["problem"] == app.display_text.problem  # "... is Red's"


def test_nobody_acts_for_another_and_who_watches_acts_for_nobody():
    party = Party("mars")
    watcher, blue = party.phone(WATCH), party.phone(1)
    for words in (["small", "a1"], ["cap", "a1"]):
        assert not watcher.ask("act", moment=1, words=words)["ok"]
        assert not blue.act(words)["ok"]
    for do, fields in (("hint", {}), ("back", {}), ("leave", {}), ("say", {"phrase": "hello"}),
                       ("door", {"open": False}), ("computer", {"seat": 0})):
        assert not watcher.ask(do, **fields)["ok"], do
    assert party.log == [] and "mine" not in watcher.facts and "host" not in blue.facts


def test_all_bid_at_once_whoever_is_first():
    for order in ([0, 1, 2, 3], [3, 1, 0, 2]):
        party = Party("market", 4, {"board": 3})
        phones = [party.phone(seat) for seat in range(4)]
        moments = [phone.mine["moment"] for phone in phones]
        for seat in order:
            party.run()
            assert phones[seat].act(["bid", seat], moments[seat])["ok"]
        party.run()
        bids = [entry for entry in party.log if entry[0] != CHANCE]
        assert [entry[0] for entry in bids] == order


def test_the_knob_and_phones_mix():
    """Red and Gold bid on phones, and Blue with the knob, which asks for nobody else."""
    party = Party("market", 3, {"board": 3})
    red = party.phone(0)
    assert party.fake.app.session.elsewhere == [0]
    party.fake.turn_knob(1)
    texts = party.fake.app.display_text.texts
    assert party.fake.app.ask.title(texts) == "Blue: only you look"
    assert red.ask("leave")["ok"] and party.fake.app.session.elsewhere == []
    assert red.facts["seats"]["seats"][0]["by"] == TABLE and not red.act(["bid", 0])["ok"]
    assert red.ask("take")["ok"] and red.act(["bid", 0])["ok"]


def test_an_offer_reaches_the_phones_that_it_is_for():
    party = Party("landover", 3)
    phones = [party.phone(seat) for seat in range(3)]
    rng = random.Random(5)
    for _ in range(400):
        party.run()
        asked = [phone for phone in phones if phone.choices()]
        made = [words for words in asked[0].choices() if words[0] == "offer"]
        if made:
            break
        assert asked[0].act(rng.choice(asked[0].choices()))["ok"]
    words = made[0][:3] + [made[0][3][:1]]  # to one of them
    assert asked[0].act(words)["ok"]
    party.run()
    for phone in phones:
        answers = [one[0] for one in phone.choices()]
        assert ("decline" in answers) == (phone.device.seat in words[3])


def test_a_moment_ends_with_its_action_though_the_table_has_told_nothing_yet():
    """Two actions are sent back to back; the table's event comes after both."""
    party = Party("landover", 2)
    phones = [party.phone(seat) for seat in range(2)]
    for _ in range(30):
        party.run()
        phone = next(phone for phone in phones if phone.choices())
        moment, (first, *others) = phone.mine["moment"], phone.choices()
        assert phone.act(first, moment)["ok"]
        assert phone.mine["moment"] > moment
        for words in others[:3]:
            assert "gone on" in phone.act(words, moment)["why"]


def test_a_program_acts_at_once_when_an_action_was_taken():
    """`mine` comes before `ok`, and the event that follows moves the moment no more."""
    party = Party("mars")
    red, blue = party.phone(0), party.phone(1)
    for phone, spot in ((red, "c3"), (blue, "a1"), (red, "f6")):
        assert phone.act(["small", spot])["ok"]
    moment = blue.mine["moment"]
    party.run()
    assert blue.mine["moment"] == moment and len(party.log) == 3


def test_what_was_chosen_before_an_undo_comes_too_late():
    party = Party("mars")
    red, blue = party.phone(0), party.phone(1)
    assert red.act(["small", "c3"])["ok"]
    party.run()
    moment = blue.mine["moment"]
    assert blue.ask("back")["ok"] and red.ask("back")["ok"]
    assert red.act(["small", "c4"])["ok"]  # before the table has told of the undo
    assert "gone on" in blue.act(["small", "a1"], moment)["why"]
    party.run()
    assert blue.act(["small", "a1"])["ok"] and len(party.log) == 2


def test_nobody_takes_back_what_another_did_while_their_phone_sleeps():
    party = Party("mars")
    red, blue, host = party.phone(0), party.phone(1), party.phone(HOST)
    assert red.act(["small", "c3"])["ok"]
    party.run()
    party.room.leave(red.device)
    assert blue.ask("back")["ok"] and len(party.log) == 1
    assert blue.facts["seats"]["offer"] == {"by": 1, "waits": [0]}
    red = party.phone(0)
    assert red.facts["seats"]["offer"]["waits"] == [0]
    party.room.leave(red.device)
    assert host.ask("free", seat=0)["ok"]  # it does not come back
    assert blue.ask("back")["ok"] and party.log == []


def test_a_take_back_waits_for_all_phones():
    party = Party("mars")
    red, blue = party.phone(0), party.phone(1)
    assert red.act(["small", "c3"])["ok"]
    party.run()
    assert red.ask("back")["ok"] and len(party.log) == 1
    assert blue.facts["seats"]["offer"] == {"by": 0, "waits": [1]}
    assert blue.ask("back", yes=False)["ok"] and blue.facts["seats"]["offer"] is None
    assert not blue.ask("back", yes=False)["ok"]
    red.ask("back")
    assert blue.ask("back")["ok"] and party.log == []
    party.run()
    assert red.act(["small", "c3"])["ok"]
    party.run()
    red.ask("back")
    blue.act(["small", "a1"])
    party.run()
    assert red.facts["seats"]["offer"] is None and len(party.log) == 2  # it has lapsed


def test_a_closed_door_keeps_strangers_out():
    party = Party("mars")
    red, host = party.phone(0), party.phone(HOST)
    assert host.ask("door", open=False)["ok"] and red.facts["seats"]["open"] is False
    for whom in (1, WATCH):
        assert not Phone(party.room, whom).joined["ok"]
    party.room.leave(red.device)
    party.phone(0)


def test_a_seat_learns_what_an_action_would_do():
    party = Party("mars")
    red, blue, watcher = party.phone(0), party.phone(1), party.phone(WATCH)
    assert red.act(["large", "a2"])["ok"]
    party.run()
    assert blue.ask("would", words=["large", "b1"])["text"].startswith("Blue fills a line")
    for device in (red, watcher):  # it is not their turn, or they have no seat
        assert not device.ask("would", words=["large", "b1"])["ok"]
    assert len(party.log) == 1


def test_there_are_hints_where_the_host_allows_them(tmp_path):
    kept = str(tmp_path / "seats.json")
    party = Party("mars", kept=kept)
    red, host = party.phone(0), party.phone(HOST)
    asks = (("hint", {}), ("would", {"words": ["small", "c3"]}))
    assert red.facts["seats"]["hints"] and all(red.ask(do, **more)["ok"] for do, more in asks)
    assert not red.ask("hints", yes=False)["ok"] and red.facts["seats"]["hints"]
    assert host.ask("hints", yes=False)["ok"] and not red.facts["seats"]["hints"]
    for do, more in asks:
        assert red.ask(do, **more)["why"] == "the host allows no hints"
    party.open(kept)
    red, host = party.phone(0), party.phone(HOST)
    assert not red.facts["seats"]["hints"]
    assert host.ask("hints", yes=True)["ok"] and red.ask("hint")["ok"]


def test_watchers_and_old_visits_take_no_seats_place():
    party = Party("mars")
    watchers = [Phone(party.room, WATCH, "watcher %d" % number) for number in range(WATCHERS)]
    assert all(one.joined["ok"] for one in watchers)
    party.now += 60
    late = Phone(party.room, WATCH, "one more")
    assert "full" in late.joined["why"] and late.facts == {}
    reds = [party.phone(0) for _ in range(9)]  # it reloads again and again
    assert party.phone(1).mine and [bool(red.device.whom) for red in reds].count(True) == 3
    assert reds[-1].mine["lays"] and reds[0].facts["you"]["whom"] == ""
    assert Phone(party.room, WATCH, "watcher 0").joined["ok"]  # a visit of one who is here


def test_to_come_again_does_not_reset_how_much_may_be_sent():
    party = Party("mars")
    for _ in range(3):
        red = Phone(party.room, 0)
        for _ in range(BURST // 2):
            red.ask("see")
    assert "too fast" in red.ask("see")["why"]
    assert Phone(party.room, 0).joined["why"] == red.ask("see")["why"]
    assert party.phone(1).ask("see")["ok"]  # another link is not held up
    party.now += 60
    assert Phone(party.room, 0).joined["ok"]


def test_the_hosts_link_is_bound_and_moves_to_another_device():
    party = Party("mars")
    host = party.phone(HOST)
    copy = Phone(party.room, HOST, "a copy of the link")
    assert "another device" in copy.joined["why"] and not copy.ask("free", seat=0)["ok"]
    assert host.facts["host"]["host"] is None
    before = party.room.keys.token(HOST)
    assert host.ask("renew", whom="host")["ok"]
    assert host.facts["host"]["host"] == party.room.keys.token(HOST) != before
    other = party.phone(HOST, "the other device")
    assert other.facts["host"]["host"] is None and other.ask("door", open=False)["ok"]
    assert host.facts["you"]["whom"] == "" and not host.ask("door", open=True)["ok"]
    assert not Phone(party.room, HOST, host.device.key).joined["ok"]


def test_a_renewed_link_to_watch_puts_out_who_watches():
    party = Party("mars")
    host, watcher = party.phone(HOST), party.phone(WATCH)
    before = party.room.keys.token(WATCH)
    assert not watcher.ask("renew", whom="watch")["ok"] and not host.ask("renew", whom="1")["ok"]
    assert host.ask("renew", whom="watch")["ok"]
    assert watcher.facts["you"]["whom"] == "" and party.room.keys.token(WATCH) != before


def test_phrases_are_said_to_all():
    party = Party("mars")
    red, watcher = party.phone(0), party.phone(WATCH)
    assert not red.ask("say", phrase="anything")["ok"]
    assert red.ask("say", phrase="thanks")["ok"]
    assert watcher.facts["seats"]["said"] == [1, 0, "thanks"]


def test_a_search_speaks_for_a_seat_where_nothing_is_secret():
    party = Party("mars")
    host, red = party.phone(HOST), party.phone(0)
    assert host.ask("computer", seat=1, player="search:2")["ok"]
    assert red.act(["small", "c3"])["ok"]
    party.run()
    assert [entry[0] for entry in party.log] == [0, 1]
    assert not host.ask("computer", seat=1, player="search:none")["ok"]
    assert not host.ask("computer", seat=1, player="greedy")["ok"]
    hidden = Party("leylines", 3, {"map": "compact"})
    refused = hidden.phone(HOST).ask("computer", seat=1, player="search:2")
    assert "without secrets" in refused["why"]


def test_who_floods_is_refused_and_counted():
    party = Party("mars")
    red = party.phone(0)
    for _ in range(BURST):
        red.ask("see")
    assert "too fast" in red.ask("see")["why"]
    assert party.room.refused and not red.device.is_flooding()
    for _ in range(PATIENCE):
        red.ask("see")
    assert red.device.is_flooding()
    party.now += 60
    assert red.ask("see")["ok"]


# ---- whole games --------------------------------------------------------------------------------


def play(party, phones, rng, most=400, deliver=None):
    """Let phones act at random until the game is over; return what was confirmed."""
    confirmed = []
    for _ in range(most):
        party.run()
        asked = [phone for phone in phones if phone.choices()]
        if not asked:
            assert party.fake.app.session.is_over(), "nobody was asked"
            break
        phone = rng.choice(asked)
        choices = phone.choices()
        word = rng.choice(sorted({words[0] for words in choices}))
        words = rng.choice([one for one in choices if one[0] == word])
        answer = (deliver or Phone.act)(phone, words)
        if answer and answer["ok"]:
            confirmed.append((phone.device.seat, words))
    return confirmed


@pytest.mark.parametrize(("name", "seats", "options"), first(1, GAMES))
def test_phones_and_a_computer_play_whole_games(name, seats, options):
    party = Party(name, seats, options)
    host = party.phone(HOST)
    phones = [party.phone(seat) for seat in range(seats - 1)]
    assert host.ask("computer", seat=seats - 1, player=HINT)["ok"]
    confirmed = play(party, phones, random.Random(3), 70)
    acted = [entry for entry in party.log if 0 <= entry[0] < seats - 1]
    game = party.fake.app.session.game
    assert [(entry[0], game.text(entry[1:])) for entry in acted] == confirmed
    assert any(entry[0] == seats - 1 for entry in party.log)


@pytest.mark.parametrize("seed", range(3))
def test_a_bad_line_loses_and_doubles_nothing_that_was_confirmed(seed):
    """A fifth of the messages is lost, comes twice, or is late; the phone asks again until it has
    an answer, as a page does."""
    rng = random.Random(seed)
    party = Party("mars")
    late = []

    def deliver(phone, words):
        request = {"do": "act", "words": words, "moment": phone.mine["moment"]}
        while True:
            fate = rng.choice(["lost", "twice", "late", "answer lost", *16 * ["fine"]])
            if late and rng.random() < 0.5:
                phone.room.hear(phone.device, late.pop(rng.randrange(len(late))))
                party.run()
            if fate == "lost":
                continue
            if fate == "late":
                late.append(request)
                continue
            answer = phone.room.hear(phone.device, request)
            if fate == "twice":
                assert phone.room.hear(phone.device, request)["ok"] == answer["ok"]
            if fate != "answer lost":
                return answer
            party.run()

    confirmed = play(party, [party.phone(0), party.phone(1)], rng, 60, deliver)
    game = party.fake.app.session.game
    log = [(entry[0], game.text(entry[1:])) for entry in party.log]
    there = iter(log)
    assert all(one in there for one in confirmed)  # each once, in order
    assert len(log) == len(set(map(str, log)))


# ---- what is hidden -----------------------------------------------------------------------------


def twin(setup, log, seat, imagine):
    """Return what seat `seat` and a watcher are told after `log`, with phones at all seats, on a
    table whose hidden part is as `imagine` has it, as far as this seat cannot know."""
    party = Party(*setup, think=False, seed=imagine.below(1 << 20))
    session = party.fake.app.session
    for entry in log:
        session.act(entry[0], entry[1:])
    session.game.determinize(seat, imagine)
    session.version += 1
    party.table.take_events()
    party.room.views.first = 1
    party.run_quietly()
    phones = [party.phone(seat), party.phone(WATCH)]
    for one in range(session.game.seats):
        if one != seat:
            party.phone(one)
    return [phone.told for phone in phones]


@pytest.mark.deep
@pytest.mark.parametrize("setup", GAMES[2:])
def test_no_message_tells_what_is_hidden_from_its_reader(setup):
    party = Party(*setup)
    phones = [party.phone(seat) for seat in range(setup[1])]
    play(party, phones, random.Random(8), 60)
    log = party.log
    for length in range(len(log) // 4, len(log), max(1, len(log) // 3)):
        for seat in range(setup[1]):
            told = [twin(setup, log[:length], seat, Rng(n)) for n in (1, 2)]
            assert told[0] == told[1]


def test_phones_are_told_what_an_investment_brings_now():
    party = Party("market", 3, {"board": 3})
    phones = [party.phone(seat) for seat in range(3)]

    def told():
        return phones[0].facts["state"]["view"]["printed"]

    assert told()["invested"] == [None] * 3
    for seat, bid in ((0, 2), (1, 1), (2, 3)):
        assert phones[seat].act(["bid", bid])["ok"]
    party.run()
    assert told() == printed(party.fake.app.session.game)
    assert told()["invested"] == [0, 2, 0]
    party.fake.new("market", 3, {"board": 3})
    party.run()
    assert told() == printed(party.fake.app.session.game) and told()["invested"] == [None] * 3


def test_a_card_of_one_seat_leaves_no_trace_in_what_all_are_told():
    """A Raze needs a building to fall, and the room's own game has none."""
    game = make("landover", 4)
    before = printed(game)
    def sorted_actions():
        may.update((yield from seat_actions(game, Texts(), 1, listing)))

    may = {}
    listing = Listing(game)
    listing.add(1, ["play", "raze", "18.S"], spot_names(game))
    list(sorted_actions())
    assert may["lays"][0]["ways"][0]["words"] == ["play", "raze", "18.S"]
    assert printed(game) == before


# ---- what is no request -------------------------------------------------------------------------

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
PARTY = []


@given(st.fixed_dictionaries(
    {"do": st.sampled_from([*REQUESTS, "fly"]) | JSON},
    optional={key: JSON for key in ("id", "token", "key", "moment", "words", "yes", "seat",
                                    "player", "open", "phrase")},
) | JSON)
@settings(max_examples=150)
def test_nonsense_is_refused_and_changes_nothing(request):
    if not PARTY:
        PARTY.append(Party("mars"))
    party = PARTY[0]
    party.now += 100
    phone = party.phone(0)
    before = party.fake.app.session.game.digest()
    answer = party.room.hear(phone.device, request)
    assert set(answer) >= {"id", "ok"} and (answer["ok"] or answer["why"])
    assert party.fake.app.session.game.digest() == before
    assert len(json.dumps(answer)) < LONGEST
    party.room.leave(phone.device)


def test_an_action_fits_the_schema():
    _, of_room = protocol_pages.protocols()
    schema = protocol_pages.schema(of_room)
    fastjsonschema.compile(schema)({"do": "act", "moment": 71, "words": ["small", "c3"]})


def test_everybody_in_a_room_reads_the_page_on_its_game(tmp_path):
    party = Party("mars", folder=str(tmp_path))
    arguments = parser("host").parse_args(["host", "--folder", str(tmp_path), "--language", "de"])
    watcher = party.phone(WATCH)
    assert "no page on the game" in watcher.ask("rules")["why"]
    party.room = room_around(arguments, party.table)
    told = party.phone(WATCH).ask("rules")["rules"]
    assert "## Ein Zug" in told and "For builders" not in told
