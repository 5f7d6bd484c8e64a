"""What the tests here share. Hypothesis measures no time, since test machines are busy."""

import itertools

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")


@pytest.fixture(autouse=True)
def _same_games(monkeypatch):
    """Give the window's games the same seeds each time, so that players move as they did."""
    monkeypatch.setattr("sim.window.live._entropy", itertools.count(1).__next__)


@pytest.fixture(autouse=True)
def _no_board_comes_back(monkeypatch):
    """Do not wait for a board that is away; tests in which one returns set this themselves."""
    monkeypatch.setattr("host_tools.ports.BACK_S", 0)


@pytest.fixture(scope="module")
def chromium():
    """A browser; `tests.window.needs_chromium` skips where there is none."""
    from playwright.sync_api import sync_playwright

    from tests.window import CHROMIUM, FLAGS

    assert CHROMIUM, "LEYBOARD_NEEDS_CHROMIUM is set, but there is no Chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()
