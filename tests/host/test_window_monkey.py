"""The browser window in Chromium: a monkey finds no error, and what it played is a record."""

from random import Random

import pytest

from games import names
from games.replay import replay
from tests.people.monkey import play
from tests.quick import first
from tests.window import needs_chromium

pytestmark = needs_chromium
SOME, EVENTS = 40, 120  # python -m tests.attacks monkeys does more


@pytest.mark.parametrize(("game", "count"), first(1, [
    ("land", SOME), *((name, EVENTS) for name in names()),
]))
def test_a_monkey_finds_no_error(chromium, tmp_path, game, count):
    wrong, record = play(tmp_path, game, Random(1), count, chromium)
    assert wrong == []
    assert replay(record).game is not None
