"""The line protocol resynchronises after anything and takes nothing too long."""

from table.link import LONGEST, LineBuffer, LinkError, answer, decode, encode, refuse


def test_round_trip():
    message = {"id": 7, "do": "new", "options": {"tie": "draw"}, "list": [1, None, True, "x"]}
    line = encode(message)
    assert line.endswith("\n") and line.count("\n") == 1
    assert decode(line) == message


def test_only_ascii_goes_out():
    line = encode({"why": "caf\u00e9 \u2192"})
    assert max([ord(letter) for letter in line]) < 128
    assert decode(line)["why"] == "caf\u00e9 \u2192"


def test_log_is_no_message():
    assert decode("MPY: soft reboot\n") is None and decode("") is None


def test_bad_lines_are_refused():
    for line in ("{", '{"id": 1', "{}x}", "{" + " " * LONGEST + "}"):
        try:
            decode(line)
        except LinkError as error:
            assert str(error)
            continue
        raise AssertionError(line[:20])


def test_lines_come_in_any_pieces():
    text = "log\n" + encode({"id": 1}) + "\r\n" + encode({"id": 2}) + '{"id"'
    for size in (1, 2, 3, 7, 100):
        buffer = LineBuffer()
        got = []
        for start in range(0, len(text), size):
            got += buffer.feed(text[start : start + size])
        assert got == ["log", '{"id": 1}', '{"id": 2}']


def test_a_line_too_long_is_dropped_whole():
    buffer = LineBuffer()
    assert buffer.feed("{" + "x" * LONGEST) == []
    assert buffer.feed("y" * LONGEST) == []
    assert buffer.feed('tail}\n{"id": 3}\n') == ['{"id": 3}']


def test_answers_carry_the_id():
    assert answer({"id": 5}, x=1) == {"id": 5, "ok": True, "x": 1}
    assert refuse({"id": 5}, "illegal", "no")["ok"] is False
