"""The games in examples/games: by the contract on both interpreters, in each language, and by
their examples."""

import pytest

from games import packages
from host_tools import ROOT
from sim.contract.check import check
from sim.window.page_texts import catalogues
from tests import micropython
from tests.portable import test_examples as examples
from tests.portable import test_texts as texts

FOLDER = ROOT / "examples" / "games"
PATHS = sorted([*FOLDER.glob("*.py"), *(path.parent for path in FOLDER.glob("*/game.py"))])


@pytest.fixture(params=PATHS, ids=lambda path: path.stem)
def game(request, monkeypatch):
    name = packages.add(request.param.as_posix())
    for module, function in ((texts, "names"), (texts, "catalogues"), (examples, "known")):
        monkeypatch.setattr(module, function, lambda: [name])
    yield name
    packages.forget(name)


def test_there_are_some():
    assert len(PATHS) > 1


def test_it_keeps_the_contract(game):
    assert [str(finding) for finding in check(game) if finding] == []


def test_it_keeps_the_contract_on_micropython():
    names = [path.name for path in PATHS]
    said = micropython.run("tests.portable.check_package", *names, inputs=FOLDER)
    assert said.split() == [path.stem for path in PATHS]


def test_it_speaks_each_language(game):
    texts.test_all_languages_have_the_same_catalogues_and_keys()
    texts.test_every_text_fits_the_display()
    texts.test_random_play_shows_no_codes()


def test_the_window_says_the_same_in_each_language(game):
    english, german = [catalogues(language)[game] for language in ("en", "de")]
    assert english.keys() == german.keys()
    for key in english:
        assert texts.slots(english[key]) == texts.slots(german[key]), key
    assert "about" in english


def test_its_example_follows_the_rules(game):
    examples.test_every_step_is_said_in_every_language_and_fits_the_display()
    examples.test_every_step_is_legal_and_lights_existing_spots()
