"""Learning what positions are worth: it gets better, goes on where it stopped, and refuses what
does not fit."""

import pytest

from games import make
from host_tools import cli
from sim import training
from sim.training import Training
from sim.values import from_bytes, to_bytes

GAMES = 3  # in a round of these tests


@pytest.fixture(autouse=True)
def few_games(monkeypatch):
    monkeypatch.setattr(training, "GAMES", GAMES)


def test_it_goes_on_as_if_it_had_never_stopped(tmp_path):
    whole = Training(make("mars"), 5, tmp_path / "whole")
    for _ in range(3):
        whole.round()
    for _ in range(3):
        part = Training(make("mars"), 5, tmp_path / "parts")
        part.round()
        part.save()
    assert part.curve == whole.curve and part.games() == 3 * GAMES
    assert to_bytes(part.values) == to_bytes(whole.values)


def test_it_learns(tmp_path):
    learning = Training(make("mars"), 5, tmp_path)
    errors = [learning.round()["error"] for _ in range(6)]
    # The first round, by estimates, is easier to foretell.
    assert min(errors[3:]) < errors[1] and any(learning.values.weights)


def test_a_folder_holds_one_training(tmp_path):
    Training(make("mars"), 5, tmp_path).save()
    with pytest.raises(ValueError, match="holds another training"):
        Training(make("mars"), 6, tmp_path)


def test_the_command_writes_the_values_and_goes_on(tmp_path, capsys):
    words = ["train", "mars", "--minutes", "1", "--out", str(tmp_path), "--rounds"]
    assert cli.main([*words, "1"]) == 0
    assert "values of 3 games" in capsys.readouterr().out
    assert cli.main([*words, "2"]) == 0
    assert "values of 6 games" in capsys.readouterr().out
    assert len(from_bytes((tmp_path / "values").read_bytes()).weights) == make("mars").FEATURES


def test_a_game_without_features_is_refused(tmp_path, capsys):
    assert cli.main(["train", "leylines", "--out", str(tmp_path)]) == 1
    assert "lists no features" in capsys.readouterr().err


def test_only_the_first_round_plays_by_estimates(tmp_path, monkeypatch):
    asked = []

    def chosen(game, seat, values, rng, noise):
        asked.append(values is None)
        return game.legal(seat)[0]

    monkeypatch.setattr(training, "choose", chosen)
    learning = Training(make("mars"), 5, tmp_path)
    learning.round()
    assert all(asked)
    asked.clear()
    learning.round()
    assert asked and not any(asked)


def test_a_game_that_nobody_ends_is_broken_off(tmp_path, monkeypatch):
    decisions = []

    def chosen(game, seat, values, rng, noise):
        decisions.append(seat)
        return game.legal(seat)[0]

    monkeypatch.setattr(training, "choose", chosen)
    monkeypatch.setattr(training, "MOST", 5)
    Training(make("mars"), 5, tmp_path).round()
    assert len(decisions) == 5 * GAMES
