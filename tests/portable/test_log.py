"""The packed log equals a list of actions after any appends and pops."""

from games.log import Log
from games.rng import Rng


def test_a_log_is_like_a_list():
    rng = Rng(4)
    log = Log()
    plain = []
    assert not log and log == []
    for _ in range(900):
        if rng.below(3) or not plain:
            entry = (rng.below(5) - 1,)
            for _ in range(rng.below(9)):
                entry += ((rng.below(300), rng.below(1 << 28))[rng.below(5) == 0],)
            log.append(entry)
            plain.append(entry)
        else:
            assert log.pop() == plain.pop()
        assert len(log) == len(plain)
        if plain:
            n = rng.below(len(plain))
            assert log[n] == plain[n] and log[n - len(plain)] == plain[n] and log[-1] == plain[-1]
    assert log == plain and list(log) == plain and list(reversed(log)) == plain[::-1]
    assert len(plain) > 200
    while plain:
        assert log.pop() == plain.pop()
    for wrong in (0, -1):
        try:
            log[wrong]
        except IndexError:
            continue
        raise AssertionError(wrong)


def test_forty_numbers_fit():
    log = Log()
    entries = [(-1, 24) + tuple(range(n, n + 37)) for n in range(60)]
    for entry in entries:
        log.append(entry)
    assert log == entries
