"""Some of a table's life, the same on both interpreters; `leyboard soak` runs for hours."""

import pytest

from games.base import WRONG
from host_tools import cli
from sim.virtual.soak import Soak
from sim.virtual.soak_checks import SoakError
from table import settings, shelf
from tests import micropython

PROFILE = "grid6"
MS = 40000
THINK_MS = 4000
SEED = 4


@pytest.fixture
def soak(tmp_path):
    made = Soak(settings.profile(PROFILE), str(tmp_path), SEED, None, THINK_MS)
    yield made
    made.close()


def test_a_table_lives_the_same_life_everywhere(soak):
    for _ in soak.live(MS):
        pass
    ours = soak.summary()
    *theirs, heap = micropython.run("tests.portable.soak_run", PROFILE, SEED, MS).splitlines()
    assert len(ours) > 5 and theirs == ours
    half, end = map(int, heap.split()[1:])
    assert end < half + 60000


def test_a_journal_that_lies_is_found(soak):
    while not soak.table.app.session.game.log:
        soak.play()
    soak.check()
    soak.table.app.session.game.undo()
    with pytest.raises(SoakError, match="the journal has"):
        soak.check()


def test_games_move_while_the_flash_fails(soak):
    """To the shelf and back, by a rematch and by another game; each time it fails otherwise."""
    for number in range(24):
        soak.play()
        soak.flash.failing = 1 + number % 9
        soak.move_game()
        soak.check()
        soak.flash.failing = 0
        soak.check_way_out()
    assert soak.flash.failed > 40


def test_a_lost_game_is_found(soak, monkeypatch):
    session = soak.table.app.session
    session.new("mars")
    session.act(0, session.game.legal(0)[0])
    monkeypatch.setattr(shelf, "put_aside", lambda session, seed: session.rematch(seed))
    monkeypatch.setattr(soak.rng, "below", lambda most: 1)
    with pytest.raises(SoakError, match="neither on the table nor on the shelf"):
        soak.move_game()


def test_a_table_that_does_not_say_that_its_game_is_not_kept_is_found(soak):
    soak.table.app.session.journal.kept = False
    with pytest.raises(SoakError, match="does not say that the game is not kept"):
        soak.check()


def test_lights_that_lie_are_found(soak, monkeypatch):
    soak.table.run(1000)
    monkeypatch.setattr(soak.checks, "is_lit", lambda place: True)
    with pytest.raises(SoakError, match="is lit for nothing"):
        soak.check()
    monkeypatch.setattr(soak.checks, "is_lit", lambda place: False)
    soak.table.app.marks = [(0, WRONG, 0)]
    with pytest.raises(SoakError, match="is dark"):
        soak.check()


def test_an_error_of_the_flash_excuses_one_failure(soak):
    failed, other = '{"event": "failed", "text": "it did not"}', '{"event": "text"}'
    soak.flash.failed += 1
    soak.on_line(other)
    soak.on_line(failed)
    soak.check()
    soak.on_line(failed)
    with pytest.raises(SoakError, match="it did not"):
        soak.check()


@pytest.mark.deep
def test_the_command(capsys, monkeypatch):
    monkeypatch.setattr(Soak, "step", lambda soak: soak.table.clock.advance(10**9) or "rest")
    assert cli.main(["soak", "--hours", "1", "--games", "mars"]) == 0
    assert "all as it should be" in capsys.readouterr().out
    assert cli.main(["soak", "--games", "chess"]) == 1
    assert cli.main(["soak", "--profile", "grid5"]) == 1


def test_after_a_restart_the_table_is_tidied_for_the_game_that_came_back(soak):
    soak.table.start()
    assert soak.table._layout.game is soak.table.app.session.game


def test_the_last_piece_of_its_kind_may_lie_on_the_pad(soak):
    """It is laid from there to where the game has it, as by hand."""
    table = soak.table
    table.app.session.new("mars")
    table.tidy()
    alike = [tag for tag, token, _ in table.pieces if token == 1]
    for tag, name in zip(alike, ("pad", "a1", "a2", "a3", "a4"), strict=True):
        table.world.put(tag, name)
    assert table.in_box(1) is alike[0]
    table.world.put(alike[0], "a5")
    with pytest.raises(ValueError, match="left in the box"):
        table.in_box(1)


def test_a_strange_tag_is_taken_away_also_after_a_new_game(soak):
    soak.stranger()
    soak.new()
    soak.check_way_out()
    assert not soak.strangers and not [tag for tag in soak.table.world.at if tag.uid[1] == 0xEE]
