"""The journal keeps what was written, and drops a torn end and nothing else."""

import os

from table.journal import Journal

_FILE = "game.log"


def clean():
    for name in (_FILE, _FILE + ".new"):
        try:
            os.remove(name)
        except OSError:
            pass
    return Journal()


def test_nothing_there():
    assert clean().read() == ([], False)


def test_lines_come_back():
    journal = clean()
    journal.start('{"a": 1}', {"players": ["human"]})
    journal.append('{"n": 1}')
    assert Journal().read() == ([{"a": 1}, {"table": {"players": ["human"]}}, {"n": 1}], False)
    journal.start('{"b": 2}', {})
    assert Journal().read() == ([{"b": 2}, {"table": {}}], False)
    clean()


def test_every_cut_leaves_whole_lines():
    journal = clean()
    journal.start('{"a": 1}', {})
    for n in range(1, 5):
        journal.append('{"n": %d}' % n)
    with open(_FILE) as file:
        whole = file.read()
    ends = [i + 1 for i in range(len(whole)) if whole[i] == "\n"]
    for cut in range(len(whole) + 1):
        with open(_FILE, "w") as file:
            file.write(whole[:cut])
        lines, torn = Journal().read()
        assert len(lines) == len([end for end in ends if end <= cut])
        assert torn == (cut not in ends and cut > 0)
        Journal().append('{"n": 9}')
        lines, torn = Journal().read()
        assert lines[-1] == {"n": 9} and not torn
    clean()


def test_an_edited_line_ends_the_reading():
    journal = clean()
    journal.start('{"a": 1}', {})
    journal.append('{"n": 1}')
    journal.append('{"n": 2}')
    with open(_FILE) as file:
        text = file.read()
    with open(_FILE, "w") as file:
        file.write(text.replace('{"n": 1}', '{"n": 7}'))
    assert Journal().read() == ([{"a": 1}, {"table": {}}], True)
    clean()


def test_a_cut_between_remove_and_rename():
    journal = clean()
    journal.start('{"a": 1}', {})
    os.rename(_FILE, _FILE + ".new")
    assert Journal().read() == ([{"a": 1}, {"table": {}}], False)
    assert Journal().read() == ([{"a": 1}, {"table": {}}], False)
    clean()
