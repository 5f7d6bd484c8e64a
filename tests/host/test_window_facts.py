"""The window tells its pages facts, keeps secrets from them, and refuses bad requests."""

import json
import re

import pytest

from games.base import CHANCE, OVER
from games.rng import Rng
from games.texts import languages
from sim.window import verbs
from sim.window.click_texts import instead
from sim.window.idea import Told
from tests.portable.test_texts import catalogue, finished, slots
from tests.portable.window_table import Table


def test_the_page_is_told_where_quick_turns_end(tmp_path):
    table = Table(tmp_path, "grid9", game="land")
    table.put("gyyy", "d5")
    ways = len(table.state["asking"]["answers"])
    turned = 0
    for clicks in range(1, 2 * ways):
        for number in range(clicks):
            assert table.do("knob", steps=1)["ok"]
            if number % 2:
                table.run(0.02)
        turned += clicks
        table.until(table.live.app.is_displayed)
        assert table.state["asking"]["index"] == turned % ways
        [shown] = [tag["face"] for tag in table.live.facts["tags"]["pieces"] if tag["at"] == "d5"]
        assert shown == table.state["rotating"]["face"]
    assert table.do("press", which="push")["ok"]
    table.until(lambda: table.state["view"]["actions"] == 1)
    assert ["d5", shown] in table.board


def test_the_page_speaks_of_clicks_where_the_display_speaks_of_the_knob(tmp_path):
    table = Table(tmp_path, "grid9", game="land")
    app = table.live.app
    assert "by knob" in app.display_text.line
    assert table.state["line"] == app.display_text.line.replace(" by knob", "")
    table.put("gyyy", "d5")
    table.until(app.is_displayed)
    assert (
        app.display_text.line == "Red: turn the tile: knob, then push"
        and app.display_text.line in app.display_text.shown
    )
    assert table.state["line"] == "Red: press the tile to turn it, then ✓"
    assert table.state["asking"]["title"] == "press the tile to turn it, then ✓"
    app.display_text.use_language("de")
    table.until(lambda: app.is_displayed() and "Plättchen" in app.display_text.line)
    assert "Knopf" in app.display_text.line and "Knopf" not in table.state["line"]


@pytest.mark.parametrize("language", languages())
def test_a_page_never_tells_people_to_turn_the_knob(language):
    """But for chance, which real dice decide: pages do not ask for them."""
    knob = re.compile("knob|push|knopf|drehen, (dann )?drücken", re.IGNORECASE)
    names = (*finished(), "table")
    said = {pattern for name in names for key, pattern in catalogue(language, name)
            if re.match("(now|turn|rest|where|ask|idle)\\b", key)
            and knob.search(re.sub(r"\[.*?\]", "", pattern))}
    clicks = instead(language)
    assert set(clicks) == said
    for pattern, clicked in clicks.items():
        assert slots(pattern) == slots(clicked) and not knob.search(clicked), clicked


def test_deeds_are_what_lays_nothing_on_the_board(tmp_path):
    table = Table(tmp_path, "isles12", game="market")
    table.until(lambda: table.state["view"]["current"] == [0, 1])
    choices = table.do("choices", seat=0)
    assert choices["actions"] == [["bid", coins] for coins in range(11)] and choices["many"] == []
    assert choices["texts"][:2] == ["bid 0 coins", "bid 1 coin"]
    assert not table.do("choices", seat=5)["ok"]


def test_a_hint_names_a_legal_action_and_its_places(tmp_path):
    table = Table(tmp_path)
    hint = table.do("hint", seat=0)
    assert hint["words"][1] == hint["spots"][0] == hint["laid"][0]["at"]
    assert table.state["view"]["actions"] == 0
    assert "turn" in table.do("hint", seat=1)["why"]


def test_a_hint_shows_how_its_tile_lies(tmp_path):
    table = Table(tmp_path, "grid9", game="land")
    hint = table.do("hint", seat=0)
    [tile] = hint["laid"]
    kind, turned, spot = hint["words"][0], hint["words"][1], hint["words"][2]
    assert kind == "place" and (tile["face"], tile["at"]) == (turned, spot)
    assert table.tag(tile["name"]) and tile["seat"] == -1


def test_a_hint_says_what_it_brings(tmp_path, monkeypatch):
    """A large pyramid on b1 fills the line a2, b1."""
    monkeypatch.setattr(verbs, "_HINT_S", 60)  # a busy machine thinks as far
    table = Table(tmp_path)
    session = table.live.app.session
    for seat, words in ((0, ["large", "a2"]), (1, ["cap", "f6"])):
        session.act(seat, session.game.parse(words))
    hint = table.do("hint", seat=0)
    assert hint["spots"] == ["b1"] and hint["why"].startswith("Red fills a line: ")


def test_hints_of_a_game_give_a_reason_twice_if_they_have_others():
    told = Told()
    saving, ahead = ("why saves for", "road", [0, 1]), ("why better ahead", 1, 2)
    for count in (4, 4, 4, 6):  # who asks again hears the same
        assert told.fresh(1, count, [saving, ahead]) == [saving, ahead]
    assert told.fresh(1, 8, [saving, ("why better", 3, 4)]) == [("why better", 3, 4)]
    assert told.fresh(1, 8, [saving]) == [saving]
    assert told.fresh(1, 9, []) == []
    assert told.fresh(2, 9, [saving, ahead]) == [saving, ahead]


def test_a_page_does_not_hear_what_two_hints_have_said(tmp_path, monkeypatch):
    monkeypatch.setattr(verbs, "_HINT_S", 60)  # a busy machine thinks as far
    table = Table(tmp_path)
    said = table.do("hint", seat=0)["why"]
    assert table.do("hint", seat=0)["why"] == said
    gave = []
    monkeypatch.setattr(Told, "fresh", lambda told, *given: gave.append(given) or given[-1][:1])
    assert table.do("hint", seat=0)["why"] == said.split("; ")[0]
    assert gave[0][:2] == (table.live.app.session.begun, 0)


def test_the_log_and_the_deeds_name_places_as_the_table_does(tmp_path):
    table = Table(tmp_path, "grid9", game="market", options={"board": 3}, players=["human"] * 2)
    table.until(lambda: table.state["view"]["current"] == [0, 1])
    for seat in (0, 1):
        request = {"do": "do", "by": seat, "words": ["bid", 1 - seat]}
        assert table.do("host", request=request)["ok"]
    game = table.live.app.session.game
    for seat in (0, 1):
        action = next(one for one in game.legal(seat) if game.gesture(seat, one))
        request = {"do": "do", "by": seat, "words": game.text(action)}
        assert table.do("host", request=request)["ok"]
    table.run(0.5)
    bought = [event["do"][3] for event in table.live.facts["log"]
              if event.get("do", [""])[0] == "acquire"]
    assert bought == ["b2", "b8"]


def test_what_is_wrong_is_told_when_the_display_says_so(tmp_path):
    """The texts of the table follow a little later than its facts."""
    live = Table(tmp_path).live
    live.app.is_displayed = lambda: False
    live.app.display_text.problem = "of a moment ago"
    live.facts.renew(anyway=True)
    assert live.facts["state"]["problem"] == ""
    live.app.is_displayed = lambda: True
    live.facts.renew(anyway=True)
    assert live.facts["state"]["problem"] == "of a moment ago"


def test_facts_hold_what_is_public_only(tmp_path):
    table = Table(tmp_path, "grid9", game="leylines", players=["random", "human", "human"],
                  options={"map": "compact"})
    table.until(lambda: len(table.board) == 1 and not table.state["problem"])
    [(spot, face)] = table.board
    assert face == "suns cairn" and table.at(spot) == ["suns cairn"]
    assert table.live.facts["log"][-1]["do"] == ["cairn", None, spot]
    told = json.dumps(table.told)
    assert not re.search("cairn [0-5]", told), "of people's neither: they lie face down"
    [(uid, known)] = [(t["uid"], t["name"]) for t in table.live.facts["tags"]["pieces"]
                      if t["at"] == spot]
    assert known == "suns cairn"
    names = table.do("own", seat=1)["names"]
    assert sorted(names.values()) == ["moons cairn %d" % value for value in range(6)]
    assert uid not in names
    for wrong in (0, -1, 3, None, "1", True):
        assert not table.live.do(None, {"do": "own", "seat": wrong})["ok"], wrong
    for peek in ({"do": "state", "seat": 0}, {"do": "legal", "by": 0}, {"do": "record"}):
        assert not table.live.do(None, {"do": "host", "request": peek})["ok"], peek
    assert table.state["view"]["own"] == {}


@pytest.mark.parametrize(("game", "seats", "options"), [
    ("leylines", 3, {"map": "compact"}), ("landover", 4, {}), ("market", 3, {"board": 3}),
    ("land", 2, {"supply": "bag"}),
])
def test_pages_are_told_the_same_whatever_is_hidden(tmp_path, game, seats, options):
    """Other hands, bids, values, another deck and another seed: no fact differs by a byte."""
    table = Table(tmp_path, "grid9", game=game, seats=seats, options=options)
    session = table.live.app.session
    rng = Rng(3)
    looked = 0
    while looked < 6 and session.game.current() != OVER:
        by = session.game.current()[0]
        if by != CHANCE:
            session.act(by, rng.choice(session.game.legal(by)))
        if len(session.game.log) % 20 == 19:
            table.run(0.5)
            looked += 1
            before = json.dumps(dict(table.live.facts.all()))
            assert '"seed":' not in before
            for seat in range(seats):
                session.game.determinize(seat, rng)
            session.seed = rng.below(1 << 20)
            table.live.facts.renew(anyway=True)
            assert json.dumps(dict(table.live.facts.all())) == before
        elif by == CHANCE:
            session.think()


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    table = Table(tmp_path_factory.mktemp("begun"))
    table.put("large 0", "c3")
    table.run(1)
    return table


@pytest.mark.parametrize("request_", [
    {}, {"do": 5}, {"do": "fly"}, {"do": "lift"}, {"do": "lift", "tag": 3},
    {"do": "lift", "tag": "00"}, {"do": "put", "tag": "TAG"},
    {"do": "put", "tag": "TAG", "at": "z9"}, {"do": "put", "tag": "TAG", "at": ["c3"]},
    {"do": "put", "tag": "TAG", "at": "hand"}, {"do": "knob"}, {"do": "knob", "steps": 0},
    {"do": "knob", "steps": 1 << 40}, {"do": "knob", "steps": True}, {"do": "knob", "steps": 1.5},
    {"do": "press"}, {"do": "press", "which": "eject"}, {"do": "press", "which": ["push"]},
    {"do": "new"}, {"do": "new", "game": "chess"}, {"do": "new", "game": ["mars"]},
    {"do": "new", "game": "mars", "seats": 9}, {"do": "new", "game": "mars", "options": 7},
    {"do": "new", "game": "mars", "options": {"tie": "never"}},
    {"do": "new", "game": "mars", "players": ["human", "hal"]},
    {"do": "new", "game": "mars", "players": 5},
    {"do": "new", "game": "mars", "profile": "../grid6"}, {"do": "profile"},
    {"do": "profile", "name": "nosuch"}, {"do": "set"},
    {"do": "set", "what": "helping", "value": 1},
    {"do": "set", "what": "theme", "value": "neon"}, {"do": "set", "what": "theme", "value": []},
    {"do": "set", "what": "brightness", "value": 999}, {"do": "set", "what": "bots", "value": 5},
    {"do": "forward"}, {"do": "at"}, {"do": "choices"}, {"do": "hint", "seat": "0"},
    {"do": "reply"}, {"do": "load"}, {"do": "load", "lines": []}, {"do": "load", "text": "\r\n"},
    {"do": "peek"}, {"do": "peek", "text": "{"}, {"do": "boards"}, {"do": "boards", "game": "go"},
    {"do": "boards", "game": []}, {"do": "new", "game": "land", "profile": "grid3"},
    {"do": "new", "game": "go", "profile": "grid9"}, {"do": "rematch", "set_out": 0},
    {"do": "new", "game": "mars", "set_out": 0},
    {"do": "load", "lines": [5]}, {"do": "load", "lines": ["["]}, {"do": "host"},
    {"do": "host", "request": "hello"}, {"do": "host", "request": {}},
    {"do": "host", "request": {"do": "do", "by": 7, "words": ["small", "a1"]}},
], ids=json.dumps)
def test_a_bad_request_is_answered_and_changes_nothing(begun, request_):
    table = begun
    assert table.board == [["c3", "large 0"]]
    if request_.get("tag") == "TAG":
        request_ = {**request_, "tag": table.tag("small 0")}
    before = (table.live.facts["tags"], table.state, table.live.facts["settings"])
    digest = table.live.app.session.game.digest()
    answer = table.live.do("me", request_)
    assert answer["ok"] is False and answer["why"]
    table.run(0.04)
    assert (table.live.facts["tags"], table.state, table.live.facts["settings"]) == before
    assert table.live.app.session.game.digest() == digest


def numbers(table):
    """Return the numbers of the actions in the log that pages have."""
    table.run(0.2)
    log = []
    for kind, value in table.told:
        log = value if kind == "log" else log + [value] if kind == "events" else log
    assert log == table.live.facts["log"]
    return [event["n"] for event in log if event["event"] == "action"]


def test_each_action_stands_once_in_the_log(tmp_path):
    table = Table(tmp_path)

    def act(**request):
        assert table.do("host", request=request)["ok"]

    act(do="do", by=0, words=["small", "c3"])
    assert numbers(table) == [1]
    act(do="undo")
    act(do="do", by=0, words=["small", "d4"])
    assert numbers(table) == [1] and table.live.facts["log"][-1]["do"] == ["small", "d4"]
    act(do="do", by=1, words=["large", "a1"])
    act(do="undo")
    act(do="undo")
    for count in (1, 2):
        assert table.do("forward")["ok"] and numbers(table) == list(range(1, count + 1))
    act(do="undo")
    act(do="do", by=1, words=["large", "b1"])  # another one in the same breath
    assert not table.do("forward")["ok"]
    for verb, request in (("new", {"game": "landover"}), ("rematch", {}),
                          ("new", {"game": "market", "profile": "isles12"})):
        assert table.do(verb, **request)["ok"]
        table.run(2)
        assert numbers(table) == list(range(1, 1 + len(table.live.game.log)))


def test_a_new_game_is_not_told_the_news_of_the_last(tmp_path):
    for wait in (0, 0.02, 0.04, 0.06, 0.1):
        table = Table(tmp_path, players=["human", "human"])
        for by, words in ((0, "large a1"), (1, "small a6"), (0, "large b1"), (1, "small b6"),
                          (0, "large c1"), (1, "medium f6"), (0, "large d1")):
            table.do("host", request={"do": "do", "by": by, "words": words.split()})
            table.run(wait)
        assert table.do("rematch")["ok"]
        for _ in range(60):
            table.run(0.02)
            shown = " ".join(table.state["display"])
            assert "line" not in shown or table.live.app.session.game.log, (wait, shown)


def test_the_pace_of_computers_is_kept(tmp_path):
    table = Table(tmp_path)
    assert table.do("set", what="bots", value="slow")["ok"]
    again = Table(tmp_path)
    assert again.live.facts["settings"]["bots"] == "slow"
    assert again.live.facts["settings"]["language"] == "en"
