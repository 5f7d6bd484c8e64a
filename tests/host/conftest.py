"""What the tests here share. Hypothesis measures no time: machines that test are busy."""

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")


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
