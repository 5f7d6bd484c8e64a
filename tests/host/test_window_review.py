"""After a game: what would have been better at the moments that decided it, and by how much."""

import pytest
from playwright.sync_api import expect

from games import make, names
from games.base import CHANCE, OVER
from games.record import lines
from games.rng import Rng
from sim.window.review import review
from sim.window.thinking import Thinker, think
from tests.portable.window_table import Table
from tests.window import load, needs_chromium

# In Mars a2 and b1 are a line of two, and Red leaves it to Blue, who fills it with 3 dots.
OPENING = ((0, ["cap", "f6"]), (1, ["cap", "a6"]), (0, ["large", "a2"]), (1, ["large", "b1"]))


class Helper:
    """Thinks at once, where the test runs."""

    def __init__(self):
        self.thought = iter(())

    def send(self, request):
        self.thought = think(request)

    def receive(self):
        return next(filter(None, self.thought))

    def is_alive(self):
        return True

    def close(self):
        pass


def mars():
    """Return a game of Mars that began so and is over."""
    game = make("mars")
    for by, words in OPENING:
        game.apply(by, game.parse(words))
    rng = Rng(2)
    while game.current() != OVER:
        by = game.current()[0]
        actions = game.legal(by)
        best = max(actions, key=lambda action: (_after(game, by, action), rng.below(99)))
        game.apply(by, best)
    return game


def _after(game, by, action):
    before = game.snapshot()
    game.play(by, action)
    value = game.evaluate(by)
    game.restore(before)
    return value


def looked_at(name, seats, options, entries, language="en", people=()):
    *waits, answer = review(name, seats, options, entries, language, people, 600, 600)
    assert waits == [None] * len(waits)
    return eval(answer)


def test_what_was_missed_has_its_points_and_reasons():
    game = mars()
    found = looked_at("mars", 2, game.options, list(game.log)[:3], people=["Ann", ""])
    assert found["by"] == 0 and 200 < found["lead"] < 2000
    assert found["words"] != ["large", "a2"] and found["words"][1] == found["laid"][0]["at"]
    assert found["why"] and found["left"] == "Blue can then score 3 points at most"
    german = looked_at("mars", 2, game.options, list(game.log)[:3], "de")
    assert german["lead"] == found["lead"] and german["left"] != found["left"]


def test_who_acted_as_the_hint_says_missed_nothing():
    game = mars()
    best = looked_at("mars", 2, game.options, list(game.log)[:3])["words"]
    entries = [*list(game.log)[:2], (0, *game.parse(best))]
    assert looked_at("mars", 2, game.options, entries) == {"by": 0, "lead": 0}


@pytest.fixture
def patient(monkeypatch):
    """Thinking takes its time, and is done at once."""
    monkeypatch.setattr("sim.window.review.monotonic", lambda: 0)
    monkeypatch.setattr("sim.window.server.Process", Helper)


@pytest.fixture
def over(tmp_path, monkeypatch, patient):
    """A table with that game, which is over."""
    monkeypatch.chdir(tmp_path)
    table = Table()
    table.live.thinker = Thinker(Helper)
    assert table.do("load", lines=list(lines(mars(), 1)))["ok"]
    return table


def test_a_page_asks_and_all_are_told(over):
    assert over.do("review", actions=[3, 4])["ok"]
    assert not over.live.is_at_rest(watched=False)
    over.until(lambda: not over.live.facts["review"]["left"])
    told = over.live.facts["review"]
    assert [one["n"] for one in told["found"]] == [3, 4] and told["language"] == "en"
    assert told["found"][0]["lead"] > 0 and told["set_out"] == over.live.set_outs
    assert over.do("host", request={"do": "undo"})["ok"]
    over.run(0.2)
    assert over.live.facts["review"]["found"] == [], "the game goes on: nothing is told"


@pytest.mark.parametrize("actions", [None, [0], [36], ["3"], [True], [1] * 9])
def test_only_actions_of_a_game_that_is_over(over, actions):
    assert not over.do("review", actions=actions)["ok"]
    assert "review" not in over.live.facts


def test_not_while_a_game_goes_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table = Table()
    table.put("large 0", "c3")
    assert not table.do("review", actions=[1])["ok"]


def test_without_a_helper_nothing_is_found(over):
    over.live.thinker = Thinker()
    assert over.do("review", actions=[3])["ok"]
    over.run(0.2)
    assert over.live.facts["review"]["left"] == 0 and over.live.facts["review"]["found"] == []


@pytest.mark.parametrize("name", names())
def test_a_point_counts_for_as_much_as_the_game_says(name):
    game = make(name)
    rng = Rng(1)
    while game.current()[0] == CHANCE:
        game.apply(CHANCE, game.sample(rng))
    purse = game.money if name == "market" else game.points
    seen = []
    for _ in range(2):
        before = game.evaluate(0), game.scores()[0]
        purse[0] += 1
        seen.append((game.evaluate(0) - before[0], game.scores()[0] - before[1]))
    assert seen[-1] == (game.POINT, 1)


@needs_chromium
def test_the_window_shows_it_where_it_was_missed(patient, visit, tmp_path):
    page = visit()
    (tmp_path / "over.jsonl").write_text("".join(line + "\n" for line in lines(mars(), 1)))
    load(page, tmp_path / "over.jsonl")
    better = page.locator("li.better button")
    expect(better.first).to_contain_text("Better:")
    expect(page.locator("small.moments")).not_to_contain_text("Looking")
    number = int(better.first.inner_text().split(".")[0])
    better.first.click()
    expect(page.locator("#replay output")).to_have_text("%d of 35" % (number - 1))
    expect(page.locator(".ghost")).to_have_count(1)
    expect(page.locator("#status")).to_contain_text("Better:")
    page.locator("#replay .now").click()
    expect(page.locator(".ghost")).to_have_count(0)
