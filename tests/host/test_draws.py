"""Everybody can check the draws of a record, with `leyboard replay` or by docs/chance.md alone."""

import json
import re

import pytest

from games import make
from games.base import CHANCE, OVER
from games.chance import Secret, numbers
from games.record import lines
from games.rng import Rng
from host_tools.cli import main
from tests.host import draw_checker

SECRET = Secret(bytes(range(100, 132)))
GAMES = [
    ("land", 2, {"supply": "bag"}),
    ("market", 3, {}),
    ("leylines", 3, {}),
    ("leylines", 4, {}),
    ("landover", 2, {"target": 12}),
    ("landover", 4, {"target": 12}),
]


def record(name, seats, options):
    """Return the lines of a game of sensible players."""
    game = make(name, seats, options)
    rng = Rng(4)
    while game.current() != OVER:
        by = rng.choice(game.current())
        if by == CHANCE:
            action = game.sample(numbers(SECRET, game, CHANCE))
        else:
            action = game.heuristic_action(by, rng) or rng.choice(game.legal(by))
        game.apply(by, action)
    return list(lines(game, SECRET))


@pytest.mark.parametrize("setup", GAMES, ids=lambda setup: "%s-%d" % setup[:2])
def test_a_program_written_from_the_page_finds_all_draws_right(setup):
    told = record(*setup)
    assert sum('"by": -1' in line for line in told) > 20
    assert draw_checker.wrong_draws(told) == []
    with pytest.raises(ValueError, match="another secret"):
        draw_checker.wrong_draws([re.sub('"commit": ".', '"commit": "', told[0]), *told[1:]])


def test_it_finds_a_draw_that_was_chosen(tmp_path, capsys):
    """The last deal of Ley Lines to seats 0 and 1 is exchanged: the rules allow that."""
    told = record("leylines", 3, {})
    deals = [n for n, line in enumerate(told) if '"deal"' in line][:2]
    words = [json.loads(told[n])["do"][2] for n in deals]
    for n, had, has in zip(deals, words, reversed(words), strict=True):
        told[n] = told[n].replace('"%s"' % had, '"%s"' % has)
    legal = [line for line in told[: deals[1] + 1]]
    assert draw_checker.wrong_draws([*legal, told[-1]])[0] == deals[0]
    file = tmp_path / "chosen.jsonl"
    end = json.dumps({"end": True, "scores": [0, 0, 0], "winners": [], "reason": "given up",
                      "secret": SECRET.reveal()})
    file.write_text("\n".join([*legal, end]) + "\n")
    assert main(["replay", str(file)])
    said = " ".join(capsys.readouterr().out.split())
    assert 'line %d: draws ["deal", 0, "%s"] where the secret gives ["deal", 0, "%s"]' % (
        deals[0] + 1, words[1], words[0]) in said


def test_replay_says_what_it_has_checked(tmp_path, capsys):
    told = record("market", 2, {})
    whole, part, seeded = (tmp_path / name for name in ("whole.jsonl", "part.jsonl", "seed.jsonl"))
    whole.write_text("\n".join(told) + "\n")
    part.write_text("\n".join(told[:20]) + "\n")
    seeded.write_text(told[0].replace("null", "7").replace(
        ', "commit": "%s"' % SECRET.commit, "") + "\n")
    assert not main(["replay", str(whole), str(part), str(seeded)])
    said = capsys.readouterr().out.replace("\n", " ")
    assert "each draw by its secret" in said and "its secret not told" in said
    assert "still running" in said


def test_another_program_finds_the_same_numbers():
    draw = numbers(SECRET, make("market"), CHANCE)
    other = draw_checker.Draw(SECRET.key, 1)
    for n in (6, 2**27 + 1, 36, 3, 2**28):
        assert draw.below(n) == other.below(n)
