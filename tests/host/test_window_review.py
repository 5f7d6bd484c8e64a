"""After a game: the best actions that were missed in all of it, and by how much."""

import re

import pytest
from playwright.sync_api import expect

from games import make, names
from games.base import CHANCE, OVER
from games.bots import decide, greedy
from games.record import lines
from games.rng import Rng
from sim.levels import looks
from sim.values import values_of
from sim.window.review import doubts, review
from sim.window.thinking import Thinker, think
from tests.portable.window_table import Table
from tests.quick import first
from tests.window import heard, load, needs_chromium, new_game

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


class Hasty(Helper):
    """Glances truly; its close looks find a lead of as many points as the action's number."""

    def send(self, request):
        name, *about = eval(request)
        self.thought = think(request)
        if name == "review":
            entries = about[3]
            found = {"by": entries[-1][0], "lead": 100 * len(entries)}
            self.thought = iter([repr(found)])


class Few(Helper):
    """Has doubts about two actions alone; it adds `found` to what it finds."""

    found = {}

    def send(self, request):
        is_glance = eval(request)[0] == "doubts"
        self.thought = iter(["[3, 4]"]) if is_glance else think(request)

    def receive(self):
        told = eval(super().receive())
        return repr(told | self.found if isinstance(told, dict) else told)


class Stern(Helper):
    """Has a doubt about the first action alone, and always finds a better one."""

    def send(self, request):
        if eval(request)[0] == "doubts":
            self.thought = iter(["[1]"])
        else:
            *_, told = think(request)
            self.thought = iter([repr(eval(told) | {"lead": 300})])


class Endless(Helper):
    """Never ends a close look."""

    def send(self, request):
        is_glance = eval(request)[0] == "doubts"
        self.thought = iter([repr(list(range(1, 10)))] if is_glance else [])

    def receive(self):
        return next(self.thought, None)


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
    value = game.estimate(by)
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


@pytest.mark.parametrize("way", ["page", "knob"])
def test_a_proposed_action_is_told_as_one(tmp_path, monkeypatch, patient, way):
    monkeypatch.chdir(tmp_path)
    table = Table()
    live = table.live
    if way == "page":
        words = table.do("hint", seat=0)["words"]
    else:
        assert table.do("host", request={"do": "hint", "by": 0})["ok"]
        table.until(lambda: live.app.hint.action is not None)
        table.run(0.1)
        words = live.game.text(live.app.hint.action)
    other = next(one for one in live.game.legal(0) if live.game.text(one) != words)
    for action, is_hinted in ((live.game.parse(words), True), (other, False)):
        live.app.session.act(0, action)
        while live.game.current() != OVER:
            by = live.game.current()[0]
            live.app.session.act(by, live.game.legal(by)[0])
        live.thinker = Thinker(Stern)
        assert table.do("review")["ok"]
        [told] = look(table)["found"]
        assert told["hinted"] == is_hinted
        assert table.do("new", game="mars")["ok"]
        table.run(0.1)


def test_the_hint_of_a_page_and_the_review_are_one(tmp_path, monkeypatch, patient):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sim.window.verbs.monotonic", lambda: 0)
    table = Table()
    game = table.live.game
    for by, words in OPENING[:2]:
        table.live.app.session.act(by, game.parse(words))
    table.run(0.1)
    hint = table.do("hint", seat=0)
    entries = [*list(game.log), (0, *game.parse(["large", "a2"]))]
    found = looked_at("mars", 2, game.options, entries)
    assert hint["words"] == found["words"] and hint["why"] == found["why"]


@pytest.fixture
def patient(monkeypatch):
    """Thinking takes its time, and is done at once."""
    monkeypatch.setattr("sim.window.review.monotonic", lambda: 0)


@pytest.fixture
def over(tmp_path, monkeypatch, patient):
    """A table with that game, which is over."""
    monkeypatch.chdir(tmp_path)
    table = Table()
    table.live.thinker = Thinker(Hasty)
    assert table.do("load", lines=list(lines(mars(), 1)))["ok"]
    return table


def glanced(entries, whose, seconds=600):
    game = mars()
    *_, answer = doubts("mars", 2, game.options, entries, whose, seconds)
    return eval(answer)


def test_all_decisions_are_ranked_the_most_doubtful_of_each_seat_first(monkeypatch):
    monkeypatch.setattr("sim.window.review._TRIED", 1000)
    entries = list(mars().log)
    ranked = glanced(entries, [0, 1])
    choices = [n + 1 for n, entry in enumerate(entries) if not is_forced(entries, n)]
    assert sorted(ranked) == choices
    assert [entries[n - 1][0] for n in ranked[:6]] == [0, 1] * 3
    worst = [missed_at_once(entries, n) for n in ranked if entries[n - 1][0] == 0]
    assert worst == sorted(worst, reverse=True) and worst[0] > worst[-1] >= 0
    assert glanced(entries, [1]) == [n for n in ranked if entries[n - 1][0] == 1]


def before(entries, n):
    """Return the game of Mars before its action `n`, from 0."""
    game = make("mars")
    for entry in entries[:n]:
        game.apply(entry[0], entry[1:])
    return game


def is_forced(entries, n):
    return len(before(entries, n).legal(entries[n][0])) < 2


def missed_at_once(entries, number):
    game, (by, *taken) = before(entries, number - 1), entries[number - 1]
    worths = dict(looks(game, by, game.legal(by), Rng(1), values_of(game)))
    return max(worths.values()) - worths[tuple(taken)]


def test_a_slow_computer_glances_at_all_parts_of_the_game(monkeypatch):
    entries = list(mars().log)
    asked = iter(range(10_000))
    monkeypatch.setattr("sim.window.review.monotonic", lambda: next(asked))
    seen = sorted(glanced(entries, [0, 1], 8))
    assert 0 < len(seen) <= 8 and seen[0] <= 8 and seen[-1] > 24


def look(table):
    """Return what the review tells once it has ended."""
    table.until(lambda: not table.live.facts["review"]["on"])
    return table.live.facts["review"]


def test_a_page_asks_and_all_are_told(over):
    assert over.do("review")["ok"]
    assert not over.live.is_at_rest(watched=False)
    told = look(over)
    assert told["looked"] > 30 and told["left"] == 0 and told["language"] == "en"
    assert [one["n"] for one in told["found"]] == last_of_each(list(mars().log))
    assert told["set_out"] == over.live.set_outs
    assert over.do("host", request={"do": "undo"})["ok"]
    over.run(0.2)
    assert over.live.facts["review"]["found"] == [], "the game goes on: nothing is told"


def last_of_each(entries):
    """Return the numbers of the last three decisions of each seat, the last first."""
    choices = [n + 1 for n in range(len(entries)) if not is_forced(entries, n)]
    last = [[n for n in choices if entries[n - 1][0] == seat][-3:] for seat in (0, 1)]
    return sorted(last[0] + last[1], reverse=True)


def test_only_decisions_of_people_if_any_played(over):
    assert over.do("load", lines=list(lines(mars(), 1)), players=["greedy", "human"])["ok"]
    assert over.do("review")["ok"]
    assert {one["by"] for one in look(over)["found"]} == {1}


def test_people_stop_it_and_let_it_go_on(over):
    assert over.do("review")["ok"]
    over.until(lambda: over.live.facts["review"]["looked"])
    assert over.do("review", on=False)["ok"]
    stopped = over.live.facts["review"]
    over.run(1)
    assert over.live.facts["review"] == stopped and not stopped["on"] and stopped["left"]
    assert over.do("review")["ok"]
    assert look(over)["looked"] == stopped["looked"] + stopped["left"]


def test_it_ends_when_its_time_is_up(over, monkeypatch):
    assert over.do("review")["ok"]
    over.until(lambda: over.live.facts["review"]["looked"])
    monkeypatch.setattr("sim.window.review.monotonic", lambda: 3600)
    assert look(over)["left"]


def test_a_new_game_ends_it(over):
    assert over.do("review")["ok"]
    assert over.do("new", game="mars")["ok"]
    over.run(0.2)
    assert not over.live.facts["review"]["on"] and over.live.facts["review"]["found"] == []


def test_the_helper_goes_with_the_review(over):
    assert over.do("review")["ok"]
    over.run(0.02)
    assert over.live.thinker.helper
    look(over)
    assert over.live.thinker.helper is None


@pytest.mark.parametrize("what", [("new", {"game": "mars"}), ("review", {"on": False})])
def test_the_helper_goes_when_the_review_is_broken_off(over, monkeypatch, what):
    monkeypatch.setattr(Helper, "receive", lambda self: None)
    assert over.do("review")["ok"]
    over.run(0.02)
    assert over.live.thinker.helper
    verb, values = what
    assert over.do(verb, **values)["ok"]
    over.run(0.02)
    assert over.live.thinker.helper is None


def test_not_while_a_game_goes_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table = Table()
    table.put("large 0", "c3")
    assert not table.do("review")["ok"]
    assert "review" not in table.live.facts


def test_without_a_helper_nothing_is_found(over):
    over.live.thinker = Thinker()
    assert over.do("review")["ok"]
    over.run(0.2)
    told = over.live.facts["review"]
    assert not told["on"] and told["found"] == []


@pytest.mark.parametrize("name", [name for name in names() if name != "landover"])
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


def test_a_lead_at_landover_comes_to_as_many_points_at_the_end():
    """There, what a position is worth are its chances."""
    products = squares = 0
    for seed in range(500, 540):
        game = make("landover", 2)
        rng = Rng(seed)
        leads = []
        while game.current() != OVER:
            by = rng.choice(game.current())
            leads.append(game.estimate(0))
            game.play(by, game.sample(rng) if by == CHANCE else decide(greedy, game, by, rng))
        points = game.scores()
        products += sum(lead * (points[0] - points[1]) for lead in leads)
        squares += sum(lead * lead for lead in leads)
    assert squares / products == pytest.approx(game.POINT, rel=0.1)


@pytest.fixture
def few(monkeypatch, patient):
    monkeypatch.setattr("sim.window.server.Process", Few)


@pytest.fixture
def endless(monkeypatch):
    monkeypatch.setattr("sim.window.server.Process", Endless)


def reviewed(visit, tmp_path, size=None):
    """Return a page whose table has a finished game, which is being reviewed."""
    page = visit(size)
    (tmp_path / "over.jsonl").write_text("".join(line + "\n" for line in lines(mars(), 1)))
    load(page, tmp_path / "over.jsonl")
    return page


@needs_chromium
def test_the_window_shows_it_where_it_was_missed(few, visit, tmp_path):
    page = reviewed(visit, tmp_path)
    better = page.locator("li.better button")
    progress = page.locator("small.moments")
    expect(progress).to_contain_text("Looked closely at 2 of 2 decisions")
    expect(heard(page, "Looked closely at 2 of 2 decisions")).to_have_count(1)
    expect(better.first).to_contain_text("Better:")
    number = int(better.first.inner_text().split(".")[0])
    better.first.click()
    expect(page.locator("#replay output")).to_have_text("%d of 35" % (number - 1))
    expect(page.locator(".ghost")).to_have_count(1)
    expect(page.locator("#status")).to_contain_text("Better:")
    page.locator("#replay .now").click()
    expect(page.locator(".ghost")).to_have_count(0)


@needs_chromium
def test_the_list_says_what_a_hint_had_proposed(few, visit, tmp_path, monkeypatch):
    monkeypatch.setattr(Few, "found", {"hinted": True})
    page = reviewed(visit, tmp_path)
    expect(page.locator("li.better").first).to_contain_text("Played as the hint said")


@pytest.mark.deep
@needs_chromium
def test_on_a_low_desk_the_curve_and_the_review_are_in_sight(few, visit, tmp_path):
    """The panel makes room for them while the game is over, unless somebody unfolds it."""
    page = reviewed(visit, tmp_path, {"width": 1280, "height": 720})
    panel = page.get_by_role("button", name="Panel")
    expect(panel).to_have_attribute("aria-expanded", "false")
    expect(page.locator("small.moments")).to_contain_text("Looked closely at 2 of 2 decisions")
    for seen in (".curve", "li.moment >> nth=0", "li.better >> nth=0", "small.moments"):
        expect(page.locator(seen)).to_be_in_viewport(ratio=0.99)
    panel.click()
    expect(page.locator("#screen")).to_be_visible()
    new_game(page)
    expect(page.locator("#result")).to_have_count(0)
    expect(page.locator("#screen")).to_be_visible()


@needs_chromium
@pytest.mark.parametrize("part", ["li.better", "li.moment", "#log [data-n='3']"])
@pytest.mark.deep
def test_on_a_phone_the_board_is_in_sight_with_what_is_told_of_it(few, visit, tmp_path, part):
    page = reviewed(visit, tmp_path, {"width": 360, "height": 640})
    page.locator(part).last.get_by_role("button").click()
    expect(page.locator("#status")).to_contain_text(re.compile("^Then|Better"))
    for seen in ("#rail", ".stage"):
        expect(page.locator(seen)).to_be_in_viewport(ratio=0.95)


@needs_chromium
@pytest.mark.parametrize("width, height", first(1, [(360, 640), (1280, 720)]))
def test_who_follows_the_list_keeps_it(few, visit, tmp_path, width, height):
    """Each line that leads somewhere is still in sight beside the board then."""
    page = reviewed(visit, tmp_path, {"width": width, "height": height})
    expect(page.locator("small.moments")).to_contain_text("Looked closely at 2 of 2 decisions")
    lines = page.locator("#result li").all()
    assert len(lines) == 4
    for line in lines:
        line.get_by_role("button").click()
        expect(page.locator("#status")).to_contain_text(re.compile("^Then|Better"))
        for seen in (page.locator("#rail"), page.locator(".stage"), page.locator("#replay"), line):
            expect(seen).to_be_in_viewport(ratio=0.95)
    page.locator("#replay .now").click()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


@needs_chromium
def test_it_is_stopped_while_one_looks_back(endless, visit, tmp_path):
    page = reviewed(visit, tmp_path)
    page.locator("li.moment button").first.click()
    expect(page.locator("#replay")).to_be_visible()
    page.get_by_role("button", name="Enough").click()
    expect(page.get_by_role("button", name="Look at more")).to_be_visible()


MOMENTS = """async () => {
    const { scoreChart } = await import("./panel/score_chart.js");
    const line = [["line", 0, 8, ["b1", "c2"]]];
    const log = [
        { event: "action", n: 1, by: 1, do: ["bid", 0], ev: [], scores: [0, 0] },
        { event: "action", n: 2, by: -1, do: ["stock", 1, "gggg"], ev: [], scores: [12, 0] },
        { event: "action", n: 3, by: -1, do: ["stock", 1, "gggg"], ev: line, scores: [20, 0] },
        { event: "action", n: 4, by: 0, do: ["large", "b1"], ev: line, scores: [28, 0] },
    ];
    const found = scoreChart(log, [0], { go() {}, show() {} });
    return found.flatMap((one) => [...one.querySelectorAll("li")].map((li) => li.textContent));
}"""


@needs_chromium
def test_a_moment_says_what_came_of_it(visit):
    page = visit()
    expect(page.locator("#title")).to_have_text("Ley Lines of Mars")
    said = "Red fills the line b1 to c2: 8 points"
    by_chance, came, red = page.evaluate(MOMENTS)
    assert by_chance.startswith("2. Chance ")
    assert came == "3. " + said
    assert red == "4. Red places a large pyramid on b1. " + said


EQUAL = """async () => {
    const { decisiveMoments } = await import("./panel/score_chart.js");
    const scores = [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2], [3, 2]];
    return decisiveMoments(scores.map((scores, n) => ({ n, scores })), [0]).map(({ n }) => n);
}"""


@needs_chromium
def test_of_equal_moments_the_later_ones_decide(visit):
    assert visit().evaluate(EQUAL) == [3, 4, 5]


@needs_chromium
@pytest.mark.deep
def test_the_other_buttons_stay_while_it_goes_on(endless, visit, tmp_path):
    """A button that is made anew loses a click that has begun."""
    page = reviewed(visit, tmp_path)
    progress = page.locator("small.moments")
    expect(progress).to_contain_text("Looking for what would have been better")
    moment = page.locator("li.moment button").first
    moment.evaluate("button => button.pressed = true")
    progress.get_by_role("button", name="Enough").click()
    expect(progress).to_contain_text("Looked closely at 0 of 9 decisions")
    assert moment.evaluate("button => button.pressed")


@pytest.mark.deep
@needs_chromium
def test_the_window_stops_it_and_lets_it_go_on(endless, visit, tmp_path):
    page = reviewed(visit, tmp_path)
    progress = page.locator("small.moments")
    expect(progress).to_contain_text("Looking for what would have been better")
    expect(heard(page, "Looking for what")).to_have_count(0)  # it changes every second
    progress.get_by_role("button", name="Enough").click()
    expect(progress).to_contain_text("Looked closely at 0 of 9 decisions")
    progress.get_by_role("button", name="Look at more").click()
    expect(progress.get_by_role("button", name="Enough")).to_be_visible()
