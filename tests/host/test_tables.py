"""A club's tables at a broker: who plays there, and their results in the league."""


import pytest

from host_tools.cli import main
from host_tools.client import Client
from sim.seats.clubs import Listing, Seal
from sim.seats.keys import HOST
from tests.host.broker import listening, needs_mosquitto
from tests.host.seated import Party, hosted, simulated
from tests.host.test_league import finished

SECRET = "a club's own secret"


@pytest.fixture
def key(tmp_path):
    path = tmp_path / "club.key"
    path.write_text(SECRET + "\n")
    return str(path)


@pytest.fixture
def tables(key, broker, capsys):
    """Run the command, and return what it printed."""

    def tables(*more):
        capsys.readouterr()
        assert main(["tables", "--club", key, "--broker", broker.url, *more]) == 0
        return " ".join(capsys.readouterr().out.split())

    return tables


@needs_mosquitto
def test_a_club_sees_who_plays_while_a_table_has_a_host(tmp_path, broker, tables):
    table = simulated("grid6", "mars", seed=1)
    Client(table).ask("names", names=["Ann", "Ben"])
    heard = []
    with listening(broker, heard):
        with hosted(tmp_path, table, broker=broker, club=Seal(SECRET)) as there:
            said = tables()
            assert "Ley Lines of Mars" in said and "Ann, Ben" in said
            assert "To watch Ley Lines of Mars: https://watch.example/" in said
            assert not [place for place in there.room.devices if place.whom != HOST]
            topic = Seal(SECRET).topic("table", there.far.name).encode()
            for _ in range(20):  # whoever listens may hear it later than the club
                if any(one.startswith(topic) for one in heard):
                    break
                tables()
        assert tables() == "No table of the club has a host now."
    club = Seal(SECRET)
    topic = club.topic("table", there.far.name)
    entry = [one for one in heard if one.startswith(topic.encode()) and one != topic.encode()]
    assert entry and b"Ann" not in b"".join(heard)
    broker.publish(topic, entry[0][len(topic) :], retain=True)  # the host was killed
    assert tables() == "No table of the club has a host now."


def over(players):
    """Return the Listing of a table at which a game of Landover has ended."""
    party = Party("landover", 2)
    for line, more in [(line, {}) for line in finished(1)] + [(None, {"end": True})]:
        begin = {"begin": True} if line and '"game"' in line else {}
        answer = party.table.ask("load", **({"line": line} if line else {}), **more, **begin)
        assert answer["ok"], answer
    party.run()
    if players:
        assert party.table.ask("names", names=players)["ok"]
    party.run()
    return Listing(party.room, Seal(SECRET), "room", "https://watch.example/")


@needs_mosquitto
def test_a_finished_game_counts_once_in_the_league(tmp_path, monkeypatch, broker, tables, capsys):
    monkeypatch.chdir(tmp_path)
    listing = over(["Ann", "Ben"])
    told = dict(listing.take())
    assert len(told) == 2 and listing.take() == []
    listing.forget()  # the broker has forgotten it
    assert set(dict(listing.take())) == set(told)
    result = next(topic for topic in told if topic != listing.topic)
    league = str(tmp_path / "league.sqlite")
    for _ in range(2):
        broker.publish(result, told[result], retain=True)
        said = tables("--league", league)
    assert "counted already" in said
    assert "counted" not in tables("--league", league)  # it was taken away
    assert main(["league", "--league", league, "games"]) == 0
    assert capsys.readouterr().out.count("Ann") == 1


@needs_mosquitto
def test_what_is_no_result_is_told_and_taken_away(tmp_path, broker, tables):
    club = Seal(SECRET)
    sound = {"players": ["Ann", "Ben"], "day": "2026-05-01", "lines": finished(1)}
    wrong = (7, {}, {**sound, "lines": sound["lines"][:-1]}, {**sound, "day": "yesterday"},
             {**sound, "players": ["Ann"]}, {**sound, "players": "Ann"})
    for number, value in enumerate(wrong):
        topic = club.topic("result", "%016x" % number)
        broker.publish(topic, club.closed(topic, value), retain=True)
    other = Seal("the secret of others")
    topic = club.topic("result", "f" * 16)
    broker.publish(topic, other.closed(topic, sound), retain=True)
    league = str(tmp_path / "league.sqlite")
    assert tables("--league", league).count("A result is not counted") == len(wrong)
    assert "not counted" not in tables("--league", league)


@needs_mosquitto
def test_a_table_that_tells_nonsense_hides_no_other(tmp_path, broker, tables):
    club = Seal(SECRET)
    sound = {"title": "Ley Lines of Mars", "players": ["Ann", ""], "here": [True, False],
             "over": False, "scores": [3, 0], "watching": 2, "watch": ""}
    odd = [7, [], {}, {**sound, "title": "\x1b[2J[red]"}, *(
        {**sound, name: wrong} for name in sound if name != "here"
        for wrong in (None, 3 if name != "watching" else "3", [3.5], {"a": 1})
    )]
    for number, entry in enumerate([sound, *odd]):
        broker.publish("leyboard/room%d/host" % number, b"run", retain=True)
        topic = club.topic("table", "room%d" % number)
        broker.publish(topic, club.closed(topic, entry), retain=True)
    said = tables()
    assert "Ann, ?" in said and "Left out" in said and "\x1b" not in said
    assert said.endswith("no entries of tables: %d" % (len(odd) - 1))


@pytest.mark.parametrize("players", [[], ["Ann", ""]])
def test_a_game_of_people_without_names_is_no_result(tmp_path, monkeypatch, players):
    monkeypatch.chdir(tmp_path)
    listing = over(players)
    assert [topic for topic, _ in listing.take()] == [listing.topic]


def test_computers_are_bots_and_a_closed_door_hides_the_link(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    party = Party("mars")
    host = party.phone(HOST)
    assert host.ask("computer", seat=1)["ok"]
    listing = Listing(party.room, Seal(SECRET), "room", "https://watch.example/")

    def entry():
        ((topic, data),) = listing.take()
        return Seal(SECRET).opened(topic, data)

    assert entry()["players"] == ["", "bot"]
    assert host.ask("door", open=False)["ok"]
    assert entry()["watch"] == ""


def test_a_new_club_gets_a_secret_that_only_this_user_reads(tmp_path, capsys):
    path = tmp_path / "new.key"
    assert main(["tables", "--club", str(path), "--broker", "mqtt://127.0.0.1:1"]) == 1
    assert "the broker is out of reach" in capsys.readouterr().err
    secret = path.read_text()
    assert len(secret) > 16 and path.stat().st_mode & 0o077 == 0
    path.write_text("short")
    assert main(["tables", "--club", str(path), "--broker", "mqtt://127.0.0.1:1"]) == 1
    assert "has no secret of 16 letters" in capsys.readouterr().err
