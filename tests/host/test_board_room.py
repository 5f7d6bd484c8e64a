"""A board without a computer, in part: the room on MicroPython serves four phones by sockets."""

import asyncio

import pytest

from tests.bench_board_room import evening, put_together

HEAP = 180 * 1024  # bytes, beside the modules that the room shares with the table
SMALL = 96 * 1024


@pytest.mark.deep
def test_four_phones_play_at_a_room_on_micropython(tmp_path):
    put_together(tmp_path)
    figures, phones, played = asyncio.run(evening(tmp_path, 12, HEAP))
    assert figures["failed"] == 0
    by_phones = [entry for entry in played.game.log if entry[0] >= 0]
    assert len(by_phones) >= 12 and {entry[0] for entry in by_phones} == {0, 1, 2, 3}
    for phone in phones:
        game = phone.facts["state"]["view"]
        assert game["actions"] <= len(played.game.log) and game["own"] == {}, "what all may know"
        assert phone.facts["you"]["whom"] == str(phone.seat)


@pytest.mark.deep
def test_a_room_with_too_small_a_heap_says_so(tmp_path):
    put_together(tmp_path)
    with pytest.raises(ConnectionError, match="closed the line"):
        asyncio.run(evening(tmp_path, 1, SMALL))
