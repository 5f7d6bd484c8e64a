"""The browser window without a browser: its boards, and what its server begins with."""

import math

import pytest

from hardware.boards import boards, breadboards
from hardware.source import Design
from sim.window import geometry
from sim.window.errors import RefusedError
from sim.window.livetable import LiveTable
from sim.window.server import Server


@pytest.mark.parametrize("profile", geometry.profiles(), ids=lambda profile: profile.NAME)
def test_geometry_agrees_with_the_plans(profile):
    source = Design().boards
    plan = (boards(source) | breadboards(source))[profile.NAME]
    drawn = geometry.board(profile)
    corner = next(iter(drawn["spots"]))
    seen = set()
    for spot, name in zip(drawn["spots"], plan.spots, strict=True):
        assert spot["name"] == name
        for number, east, north in spot["pixels"]:
            seen.add(number)
            x, y = plan.pixels[number]
            if plan.shape == "square":
                x, y = x / plan.pitch - 0.5, y / plan.pitch - 0.5
                assert math.isclose(x, spot["x"] + east, abs_tol=0.001)
                assert math.isclose(y, spot["y"] + north, abs_tol=0.001)
            else:
                x, y = x / plan.pitch, y / plan.pitch
                assert math.isclose(x, spot["x"], abs_tol=0.001)
                assert math.isclose(y, spot["y"], abs_tol=0.001)
    assert corner["kind"] == "cell"
    assert seen == set(range(drawn["pixels"]))


def test_games_are_offered_the_smallest_board_that_fits_them():
    assert geometry.fits(geometry.profiles())["mars"][0] == "grid6"
    assert "grid3" not in geometry.fits(geometry.profiles())["mars"]


def test_a_game_gets_a_board_that_fits(tmp_path):
    for game, profile in (("mars", "grid6"), ("land", "grid9"), ("leylines", "isles12"),
                          ("landover", "hex37")):
        live = Server(tmp_path, game=game).live
        assert game == live.app.session.game.NAME
        assert profile == live.profile.NAME
    assert Server(tmp_path).live.profile.NAME == "hex37", "the journal's game"
    assert Server(tmp_path, "grid6").live.profile.NAME == "grid6", "as people say"


def test_an_unknown_profile_is_refused_at_the_start(tmp_path):
    with pytest.raises(RefusedError, match="grid6"):
        LiveTable(str(tmp_path), "nosuch", lambda *fact: None)
