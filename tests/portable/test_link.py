"""The line protocol recovers after any input and accepts nothing too long or too deeply nested."""

import micropython

from games import jsonline
from table.link import LONGEST, LineBuffer, LinkError, answer, decode, encode, refuse, send


def test_round_trip():
    message = {"id": 7, "do": "new", "options": {"tie": "draw"}, "list": [1, None, True, "x"]}
    line = encode(message)
    assert line.endswith("\n") and line.count("\n") == 1
    assert decode(line) == message


def test_a_line_is_the_same_on_every_interpreter():
    message = {"ok": True, "id": -3, "why": 'a "b"\n', "none": [], "no": {}, "a": [[1, "x"], {}]}
    wanted = '{"a": [[1, "x"], {}], "id": -3, "no": {}, "none": [], "ok": true, "why": '
    assert encode(message) == wanted + '"a \\"b\\"\\n"}\n'


def test_only_ascii_is_sent():
    line = encode({"why": "caf\u00e9 \u2192 \U0001f3b2\x7f"})
    assert max([ord(letter) for letter in line]) < 127
    assert '"caf\\u00e9 \\u2192 \\ud83c\\udfb2\\u007f"' in line


def test_a_list_within_a_list_is_written_like_any_value():
    assert encode({"rows": [["caf\u00e9\x7f", (1, [None, True])]]}) == (
        '{"rows": [["caf\\u00e9\\u007f", [1, [null, true]]]]}\n'
    )
    assert encode({"rows": [[{"b": 1, "a": [2]}]]}) == '{"rows": [[{"a": [2], "b": 1}]]}\n'


def test_a_long_line_is_sent_in_small_pieces():
    words = [["place", "a%d" % n, n] for n in range(700)]
    pieces = []
    send(pieces.append, {"id": 1, "actions": (one for one in words), "text": "x\u00e9" * 2000})
    assert max([len(piece) for piece in pieces]) < 1500 and len(pieces) > 100
    assert encode({"id": 1, "actions": words, "text": "x\u00e9" * 2000}) == "".join(pieces)


def test_a_long_list_of_numbers_is_sent_in_small_pieces():
    pieces = []
    send(pieces.append, {"numbers": list(range(700)), "few": [[1, 2, "a"], [3]]})
    assert max([len(piece) for piece in pieces]) < 400
    assert '"few": [[1, 2, "a"], [3]], "numbers": [0, 1, 2, ' in "".join(pieces)


def test_a_message_that_fails_while_it_is_sent_ends_its_line():
    def failing():
        yield 1
        raise MemoryError

    pieces = []
    try:
        send(pieces.append, {"list": failing()})
    except MemoryError:
        pieces.append("raised")
    assert "".join(pieces) == '{"list": [1\nraised'


def test_a_line_ends_even_if_nothing_can_be_allocated():
    pieces = [""] * 99
    count = [0]

    def write(piece):
        pieces[count[0]] = piece
        count[0] += 1

    def texts():
        yield "x" * 300
        micropython.heap_lock()
        yield "more"

    message = {"list": texts()}
    try:
        send(write, message)
    except MemoryError:
        pass  # CPython cannot lock its heap
    finally:
        micropython.heap_unlock()
    said = "".join(pieces)
    assert said[:20] == '{"list": ["xxxxxxxxx' and said[-1] == "\n"


def test_fractions_are_not_sent():
    for value in (1e999, -1e999, 1e999 - 1e999, 1 / 2):
        for held in (value, [value], [[value]], [[1, [value]]], [("a", value)]):
            try:
                encode({"value": held})
            except TypeError:
                continue
            raise AssertionError(held)


def test_rows_of_rows_are_written_whole():
    rows = [[1, [2, ["a", None]], {"b": True}], [], [[]], [range(2)], ["\u00e9"], ["\x7f"]]
    assert encode({"rows": rows}) == (
        '{"rows": [[1, [2, ["a", null]], {"b": true}], [], [[]], [[0, 1]], '
        '["\\u00e9"], ["\\u007f"]]}\n')


def test_a_log_line_is_no_message():
    assert decode("MPY: soft reboot\n") is None and decode("") is None


def test_bad_lines_are_refused():
    deep = '{"a": %s1%s}' % ("[" * 300, "]" * 300)
    for line in ("{", '{"id": 1', "{}x}", deep, None):
        try:
            decode(line)
        except LinkError as error:
            assert str(error)
            continue
        raise AssertionError(line)


def test_a_line_may_be_as_deep_as_jsonline_says():
    for deep, is_fine in ((jsonline.DEPTH, True), (jsonline.DEPTH + 1, False)):
        line = '{"a": %s1%s, "b": []}' % ("[" * (deep - 1), "]" * (deep - 1))
        try:
            assert jsonline.parse(line)["b"] == [] and is_fine
        except ValueError:
            assert not is_fine


def test_brackets_in_a_text_are_not_nesting():
    line = '{"line": "[[[[[[[[[[[[[[[[[[[[ \\"[[[[[[[["}'
    assert len(decode(line)["line"]) > 20


def test_lines_may_arrive_in_any_pieces():
    text = "log\n" + encode({"id": 1}) + "\r\n" + encode({"id": 2}) + '{"id"'
    for size in (1, 2, 3, 7, 100):
        buffer = LineBuffer()
        got = []
        for start in range(0, len(text), size):
            got += buffer.feed(text[start : start + size].encode())
        assert got == ["log", '{"id": 1}', '{"id": 2}']


def test_a_line_that_is_too_long_is_dropped_completely():
    buffer = LineBuffer()
    assert buffer.feed("{" + "x" * LONGEST) == []
    assert buffer.feed("y" * LONGEST) == []
    assert buffer.feed('tail}\n{"id": 3}\n') == [None, '{"id": 3}']


def test_a_line_that_is_not_text_is_dropped_completely():
    buffer = LineBuffer()
    assert buffer.feed(b'{"a": "\xff\xfe"}\n{"a": "\x00"}\n\xc3\n{"id": 3}\n') == [
        None, None, None, '{"id": 3}',
    ]


class Full(LineBuffer):
    """A LineBuffer that runs out of memory once."""

    room = True

    def _add(self, part):
        if not self.room:
            self.room = True
            raise MemoryError
        LineBuffer._add(self, part)


def test_nothing_is_appended_to_a_line_lost_for_lack_of_memory():
    for first, lost, then, got in (
        ('{"id": 1', "}\n", '{"id": 2}\n', ['{"id": 2}']),
        ('{"id": 1', ', "do"', ': 3}\n{"id": 2}\n', [None, '{"id": 2}']),
        ("", '{"id": 1}\n{"id"', ': 2}\n{"id": 3}\n', [None, '{"id": 3}']),
    ):
        buffer = Full()
        assert buffer.feed(first) == []
        buffer.room = False
        try:
            buffer.feed(lost)
        except MemoryError:
            assert buffer.feed(then) == got
        else:
            raise AssertionError


def test_nothing_is_appended_to_an_empty_line_lost_for_lack_of_memory():
    buffer = LineBuffer()
    assert buffer.feed('{"id": 1') == []
    micropython.heap_lock()
    try:
        buffer.feed(b"}\n")
    except MemoryError:
        pass  # CPython cannot lock its heap
    finally:
        micropython.heap_unlock()
    assert '{"id": 1{"id": 2}' not in buffer.feed('{"id": 2}\n')
    assert buffer.feed('{"id": 3}\n') == ['{"id": 3}']


def test_answers_have_the_id_of_the_request():
    assert answer({"id": 5}, x=1) == {"id": 5, "ok": True, "x": 1}
    assert refuse({"id": 5}, "illegal", "no")["ok"] is False
