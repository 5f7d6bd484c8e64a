"""Games as environments: numbers, tensors and utilities of any game; and the suites of PettingZoo
and OpenSpiel, whose libraries `make env` installs."""

import copy
import json
import os
import pickle
import re
import subprocess
import sys

import pytest

from games import game_class, make, names, packages
from games.base import CHANCE, OVER, IllegalAction
from games.replay import replay
from games.rng import Rng
from host_tools import ROOT
from sim.env.numbering import Numbering
from sim.env.position import MOST_OUTCOMES, Position
from tests.portable.test_twins import _GAMES, positions

PAGE = (ROOT / "docs" / "environments.md").read_text()
ZOO, SPIEL, TRACES = re.findall(r"```python\n(.*?)```", PAGE, re.S)
SHORT = {"landover": {"target": 8, "max_offers": 0}}  # played at random it may not end soon
FULL = bool(os.environ.get("LEYBOARD_FULL"))
SEATED = [(name, seats) for name in names()
          for seats in range(game_class(name).SEATS[0], game_class(name).SEATS[1] + 1)]


def begun(name, seats=None):
    return Position(make(name, seats, SHORT.get(name)))


def played(position, seed=1, most=100_000):
    """Play a position on at random, `most` actions at the most; return it."""
    rng = Rng(seed)
    while position.seat() is not None and len(position.game.log) < most:
        if position.seat() == CHANCE:
            position.draw(rng)
        else:
            position.apply(rng.choice(position.legal()))
    return position


# ---- numbers -----------------------------------------------------------------------------------


def test_actions_are_numbered_kind_by_kind():
    numbering = Numbering("a game", "1 3, 2, 2 2 4")
    actions = [(1, 0), (1, 1), (1, 2), (2,), *((2, a, b) for a in range(2) for b in range(4))]
    assert [numbering.number(action) for action in actions] == list(range(numbering.size))
    assert [numbering.action(number) for number in range(numbering.size)] == actions
    assert numbering.number((1, 3)) == numbering.number((2, -1, 0)) == -1
    for number in (-1, numbering.size):
        with pytest.raises(ValueError, match="has the actions 0 to 11"):
            numbering.action(number)


def test_a_game_that_does_not_say_how_far_its_actions_go_is_told_so():
    with pytest.raises(ValueError, match="ACTIONS"):
        Numbering("hexapawn", "")


@pytest.mark.parametrize("name", names())
def test_every_action_of_a_game_has_its_own_number(name):
    position = begun(name)
    rng = Rng(2)
    while position.seat() is not None and len(position.game.log) < 400:
        if position.seat() == CHANCE:
            position.draw(rng)
            continue
        actions = position.game.legal(position.seat())
        numbers = [position.numbers.number(action) for action in actions]
        assert numbers == sorted(set(numbers)) and numbers[0] >= 0
        assert [position.numbers.action(number) for number in numbers] == actions
        position.apply(rng.choice(numbers))


def test_a_bid_of_a_fortune_is_not_offered():
    position = played(begun("market"), most=1)
    while position.seat() == CHANCE:
        position.draw(Rng(1))
    position.game.money[0] = 300
    assert len(position.game.legal(0)) == 301 and len(position.legal()) == 256


# ---- positions ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
def test_a_position_is_copied_and_pickled(name):
    position = played(begun(name), most=40)
    before = position.game.digest()
    for other in (copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert other.game.digest() == before and list(other.game.log) == list(position.game.log)
        assert (other.tensor(0) == position.tensor(0)).all()
        assert other.history(0) == position.history(0)
        played(other, most=60)
        other.game.undo()
    assert position.game.digest() == before


@pytest.mark.parametrize("setup", [
    pytest.param(setup, marks=[pytest.mark.deep] * (setup[0] != "leylines")) for setup in _GAMES
])
def test_twins_give_the_same_tensors_and_texts(setup):
    compared = 0
    for game, seat, other in positions(setup, Rng(6)):
        one, two = Position(game), Position(other)
        assert (one.tensor(seat) == two.tensor(seat)).all(), len(game.log)
        assert one.history(seat) == two.history(seat) and one.view(seat) == two.view(seat)
        assert not one.game.has_secrets() or one.tensor(seat).any()
        compared += 1
    assert compared >= 3


def test_tensors_tell_positions_apart():
    position = begun("mars")
    seen = []
    while position.seat() is not None:
        seen.append(position.tensor(0).tobytes() + position.tensor(1).tobytes())
        position.apply(position.legal()[0])
    assert len(set(seen)) == len(seen) == 35


def test_tensors_tell_what_a_view_says_beside_the_board():
    position = played(begun("landover"), most=30)
    before = position.tensor(0)
    for change in (lambda game: game.numbers.reverse(),
                   lambda game: setattr(game, "turn", 1 - game.turn)):
        kept = position.game.snapshot()
        change(position.game)
        assert (position.tensor(0) != before).any()
        position.game.restore(kept)
    assert (position.tensor(0) == before).all()


def test_outcomes_have_their_probabilities():
    position = begun("market")
    outcomes = position.outcomes()
    game = position.game
    weights = [game.weight(action) for action in game.legal(CHANCE)]
    assert outcomes == [(n, weight / sum(weights)) for n, weight in enumerate(weights)]
    position.apply(1)
    assert game.log[0][1:] == make("market").legal(CHANCE)[1]


def test_outcomes_that_are_too_many_to_list_are_drawn():
    position = Position(make("landover", None, {"terrain": "shuffled"}))
    position.apply(0)  # the order of seats
    assert position.game.legal(CHANCE) == []
    outcomes = position.outcomes()
    assert [n for n, _ in outcomes] == list(range(MOST_OUTCOMES))
    drawn = {position.action(n) for n, _ in outcomes}
    assert len(drawn) > MOST_OUTCOMES // 2 and position.action(3) == position.action(3)


@pytest.mark.parametrize("winners, utilities", [
    ([0], [1, -0.5, -0.5]), ([0, 2], [0.25, -0.5, 0.25]), ([0, 1, 2], [0, 0, 0]),
    ([], [0, 0, 0]),
])
def test_utilities_add_up_to_nothing(winners, utilities, monkeypatch):
    position = begun("leylines", 3)
    assert position.utilities() == [0, 0, 0]
    monkeypatch.setattr(position.game, "current", lambda: OVER)
    monkeypatch.setattr(position.game, "result", lambda: (winners, "all passed"))
    assert position.utilities() == utilities


@pytest.mark.parametrize("winners, utilities", [([0], [1]), ([], [-1])])
def test_who_plays_alone_wins_or_loses(winners, utilities, monkeypatch, envelopes):
    position = begun(envelopes, 1)
    assert position.utilities() == [0] and position.game.evaluate(0) == 0
    monkeypatch.setattr(position.game, "current", lambda: OVER)
    monkeypatch.setattr(position.game, "result", lambda: (winners, "three rounds"))
    assert position.utilities() == utilities


@pytest.mark.parametrize("name", names())
def test_what_was_played_replays_as_a_record(name):
    position = played(begun(name), seed=3)
    again = replay(position.record())
    assert again.end and again.game.digest() == position.game.digest()


# ---- the suites of others ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def zoo():
    pytest.importorskip("pettingzoo", reason="run make env")
    from sim.env import zoo

    return zoo


@pytest.fixture(scope="module")
def pyspiel():
    found = pytest.importorskip("pyspiel", reason="run make env")
    from sim.env import spiel

    assert spiel.PREFIX
    return found


def loaded(pyspiel, name, seats):
    chosen = {"players": seats, **SHORT.get(name, {})}
    return pyspiel.load_game("leyboard_%s(%s)" % (
        name, ",".join("%s=%s" % one for one in chosen.items())))


@pytest.mark.deep
@pytest.mark.parametrize("name, seats", SEATED)
def test_pettingzoo_accepts_a_game(name, seats, zoo):
    from pettingzoo.test import api_test, seed_test

    api_test(zoo.env(name, seats, **SHORT.get(name, {})), num_cycles=100)
    seed_test(lambda: zoo.env(name, seats, **SHORT.get(name, {})), num_cycles=50)


@pytest.mark.deep
@pytest.mark.parametrize("name, seats", [
    one for one in SEATED if FULL or one[0] != "landover" or one[1] == 2  # the others take minutes
])
def test_openspiel_accepts_a_game(name, seats, pyspiel):
    game = loaded(pyspiel, name, seats)
    assert game.num_players() == seats
    serialize = name != "landover"  # it has too many actions to write all of them at each
    pyspiel.random_sim_test(game, num_sims=1, serialize=serialize, verbose=False)


def played_in_zoo(env, seed):
    """Play a game of PettingZoo by lot; return its position."""
    env.reset(seed=seed)
    rng = Rng(seed)
    for _ in env.agent_iter():
        _, _, termination, _, _ = env.last(observe=False)
        env.step(None if termination else rng.choice(env.unwrapped.position.legal()))
    return env.unwrapped.position


def played_in_spiel(game, seed):
    """Play a game of OpenSpiel by lot; return its position."""
    state = game.new_initial_state()
    rng = Rng(seed)
    while not state.is_terminal():
        actions = [one for one, _ in state.chance_outcomes()] if state.is_chance_node() else (
            state.legal_actions())
        state.apply_action(rng.choice(actions))
    assert abs(sum(state.returns())) < 1e-9 and max(state.returns()) > -1
    return state.position


@pytest.mark.deep
@pytest.mark.parametrize("name", names())
def test_games_of_both_libraries_replay_as_records(name, zoo, pyspiel):
    env = zoo.env(name, **SHORT.get(name, {}))
    game = loaded(pyspiel, name, make(name).seats)
    for seed in range(1000 if FULL else 2):
        for position in (played_in_zoo(env, seed), played_in_spiel(game, seed)):
            again = replay(position.record())
            assert again.end and again.game.digest() == position.game.digest()
            assert list(again.game.log) == list(position.game.log)


@pytest.mark.deep
@pytest.mark.parametrize("old, new, why", [
    ('"header"', '"head"', "no trajectory"), ('"action": 0}', '"action": null}', "no trajectory"),
    ('[{"player"', '[5, {"player"', "no trajectory"), ("leyboard_mars", "chess", "no game of"),
    ("leyboard_mars", "leyboard_nope", "Unknown game"), ("tie=draw", "tie=no", "option tie"),
    ("tie=draw", "knot=draw", "Unknown parameter"), ('"action": 0}', '"action": 999}', "0 to 143"),
    ('"player": 0', '"player": 1', "not to act"), ('"action": 1}', '"action": 0}', "taken"),
])
def test_a_trace_that_is_none_of_ours_is_told(old, new, why, pyspiel):
    from sim.env import traces

    position = Position(make("mars"))
    for action in (0, 1):
        position.apply(action)
    text = traces.trajectory(position.record())
    assert len(list(traces.record(text))) == 3 and old in text
    with pytest.raises((ValueError, IllegalAction), match=why):
        traces.record(text.replace(old, new, 1))


@pytest.mark.deep
@pytest.mark.parametrize("name", names())
def test_a_record_becomes_a_trajectory_and_a_record_again(name, pyspiel):
    from sim.env import traces

    position = played(begun(name), seed=4)
    text = traces.trajectory(position.record())
    theirs = pyspiel.Trajectory(text)
    assert theirs.header().terminal and theirs.header().returns == position.utilities()
    again = theirs.reconstruct_final_state()
    assert again.is_terminal() and again.returns() == position.utilities()
    assert pyspiel.Trajectory(theirs.to_string()).to_string() == theirs.to_string()
    lines = list(traces.record(text))
    assert replay(lines).game.digest() == position.game.digest()
    assert json.loads(lines[0])["options"] == position.game.options


@pytest.mark.deep
def test_a_trajectory_orders_what_came_at_the_same_time(pyspiel):
    from sim.env import traces

    game = make("market")
    while game.current()[0] == CHANCE:
        game.apply(CHANCE, game.sample(Rng(1)))
    for seat in (1, 0):
        game.apply(seat, game.legal(seat)[0])
    told = json.loads(traces.trajectory(Position(game).record()))
    assert [one["player"] for one in told["transitions"] if one["player"] >= 0][:2] == [0, 1]
    with pytest.raises(ValueError, match="chess is no game of Leyboard"):
        traces.record('{"header": {"game_string": "chess"}, "transitions": []}')


@pytest.fixture
def envelopes():
    """A game for 1 to 8 seats that act at once, after chance: its name."""
    return packages.add((ROOT / "tests" / "host" / "envelopes.py").as_posix())


@pytest.mark.deep
@pytest.mark.parametrize("seats", [1, 2, 8])
def test_seats_that_act_at_once_learn_nothing_of_each_other_midway(
        seats, envelopes, zoo, pyspiel):
    from pettingzoo.test import api_test, seed_test

    from sim.env import spiel

    if "leyboard_envelopes" not in pyspiel.registered_names():
        spiel.register(envelopes)
    api_test(zoo.env(envelopes, seats), 100)
    seed_test(lambda: zoo.env(envelopes, seats), 20)
    game = pyspiel.load_game("leyboard_envelopes(players=%d)" % seats)
    pyspiel.random_sim_test(game, 3, True, False)
    state = game.new_initial_state()
    while not state.is_terminal():
        by = state.current_player()
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[2][0])
            continue
        twin = state.clone()
        twin.apply_action(state.legal_actions()[-1])
        state.apply_action(state.legal_actions()[by % 2])
        if by < seats - 1:  # the last bid opens all
            for seat in {*range(seats)} - {by}:
                assert state.observation_string(seat) == twin.observation_string(seat)
                assert state.information_state_string(seat) == twin.information_state_string(seat)
        again = game.deserialize_state(state.serialize())
        assert again.current_player() == state.current_player()
        for seat in range(seats):
            assert again.information_state_string(seat) == state.information_state_string(seat)


@pytest.fixture(params=["hex.py", "ur"])
def other(request):
    """A game of others, which lies outside the firmware: its name."""
    return packages.add((ROOT / "examples" / "games" / request.param).as_posix())


def test_a_game_of_others_is_a_position(other):
    assert replay(played(begun(other)).record()).end


@pytest.mark.deep
def test_a_game_of_others_is_an_environment(other, zoo, pyspiel):
    from pettingzoo.test import api_test

    from sim.env import spiel

    api_test(zoo.env(other), num_cycles=100)
    spiel.register(other)
    pyspiel.random_sim_test(pyspiel.load_game("leyboard_" + other), 2, True, False)


@pytest.mark.deep
def test_an_illegal_action_loses_and_says_so(zoo):
    env = zoo.env("mars")
    env.reset(seed=1)
    env.step(0)
    env.step(0)  # the cell is taken
    assert env.rewards["seat_1"] == -1 and all(env.terminations.values())


@pytest.mark.deep
def test_structures_of_openspiel(pyspiel):
    state = loaded(pyspiel, "leylines", 3).new_initial_state()
    state.apply_action(state.legal_actions()[0])
    view = state.to_observation_struct(1).to_dict()
    assert view == state.position.view(1) and view["game"] == "leylines"
    whole = state.to_struct().to_dict()
    assert whole["actions"] == [{"by": 0, "do": state.position.game.text(
        state.position.game.log[0][1:])}]
    number = state.legal_actions()[1]
    struct = state.action_to_struct(1, number)
    assert struct.to_dict() == {"by": 1, "do": state.position.words(number)}
    assert list(state.struct_to_actions(struct)) == [number]


@pytest.mark.deep
@pytest.mark.parametrize("name", names())
def test_stock_players_play_open_and_hidden_games(name, pyspiel):
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    lots = np.random.RandomState(1)
    game = loaded(pyspiel, name, make(name).seats)
    values = mcts.RandomRolloutEvaluator(1, lots)
    if make(name).has_secrets():
        bot = ismcts.ISMCTSBot(game, values, 1.4, 2, random_state=lots)
    else:
        bot = mcts.MCTSBot(game, 1.4, 2, values, random_state=lots)
    state = game.new_initial_state()
    acted = 0
    while acted < 3:
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
            continue
        before = state.position.game.digest()
        action = bot.step(state)
        assert action in state.legal_actions() and state.position.game.digest() == before
        state.apply_action(action)
        acted += 1


@pytest.mark.deep
@pytest.mark.parametrize("code", [ZOO, SPIEL, TRACES], ids=["zoo", "spiel", "traces"])
def test_what_the_page_shows_runs(code, zoo, pyspiel):
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    assert replay(lines).end and json.loads(lines[0])["leyboard"] == 1


@pytest.mark.deep
def test_the_notebook_learns_in_30_lines(zoo, capsys):
    cells = json.loads((ROOT / "examples" / "learn.ipynb").read_text())["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    assert len(code.splitlines()) <= 30
    exec(code, {})
    won = re.fullmatch(r"won (\d+) of 200 games against random play\n", capsys.readouterr().out)
    assert int(won[1]) >= 160
