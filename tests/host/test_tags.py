"""`leyboard tags`: a set written, kept, checked; through a table's pad and through a PN532 at this
computer, with Adafruit's driver."""

import json
import os
import tty

import ndef
import pytest

from games import names
from host_tools import pads, tags
from host_tools.cli import main
from host_tools.core import AtOnce, carry_out, ntag
from host_tools.core import tags as sets
from host_tools.errors import CommandError
from host_tools.ports import Simulated
from sim.virtual import kinds
from sim.virtual.ntag import Tag
from table import tags as records
from tests.host.serial_chip import serial_chip
from tests.quick import first


class Pad:
    """A pad on which `hand` lays tags: it is called before each look."""

    def __init__(self, *tags):
        self.tag = tags[0] if tags else None
        self.hand = lambda: None
        self.after = None  # commands until the tag is lifted

    def uid(self):
        self.hand()
        return self.tag.uid if self.tag else None

    def exchange(self, data):
        if self.after is not None:
            self.after -= 1
            if self.after < 0:
                self.tag = self.after = None
        if self.tag is None:
            return None
        if data[0] == 0x60:
            return self.tag.version()
        if data[0] == 0x30:
            return self.tag.read(data[1])
        return b"" if self.tag.write(data[1], data[2:]) else None

    def sak(self):
        return self.tag.sak if self.tag else None

    def close(self):
        pass


def at(pad, do, *values):
    """Return what one of ntag's generators returns at a pad."""
    return carry_out(do(AtOnce(pad), *values), {})


def blank(number):
    return Tag(bytes((4, 1, 1, 1, 1, number, 128)))


def record(tag):
    return records.decode(tag.read(4))


@pytest.fixture
def pad(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sets, "PAUSE_MS", 0)
    made = Pad()
    monkeypatch.setattr(tags, "open_pad", lambda arguments: made)
    return made


def lay(pad, *hands):
    """Have these lie on the pad, one after each look: a tag, or None for nothing; a second look
    ends the pile."""
    left = list(hands)

    def hand():
        pad.tag = left.pop(0)

    pad.hand = hand


def lay_one_by_one(pad, *pile):
    """Lay tags one after the other, each until it has been read twice."""
    lay(pad, *[each for tag in pile for each in (tag, tag, None)])


CAPS = ("tags", "write", "--game", "mars", "--piece", "cap")


def test_a_plan_for_all_seats(capsys):
    assert main(["tags", "plan", "--game", "landover"]) == 0
    said = capsys.readouterr().out
    assert "Gold's road" in said and "road 3" in said and "176" in said
    assert main(["tags", "plan", "--game", "mars", "--kinds"]) == 0
    assert " 7 " in capsys.readouterr().out


def box(*words):
    """Return the names of all tags of a set."""
    return [str(piece.said) for piece in sets.pieces_of(*words)[1]]


def test_a_domino_has_two_tags_and_is_asked_for_as_one(pad, capsys):
    assert box("leylines")[:4] == [
        "the half 0 of the domino 0-0, number 1 of 2",
        "the half 0 of the domino 0-0, number 2 of 2",
        "the half 0 of the domino 0-1",
        "the half 1 of the domino 0-1",
    ]
    pile = [blank(1), blank(2)]
    lay_one_by_one(pad, *pile)
    assert main(["tags", "write", "--game", "leylines", "--piece", "0-1"]) == 0
    assert [record(tag)[:2] for tag in pile] == [(3, 2), (3, 8)]
    assert capsys.readouterr().out.count("one under each half") == 1


def test_a_pad_knows_a_domino_by_one_half():
    kinds = box("leylines", True)
    assert len(kinds) == 56 and "the half 0 of the domino 0-1" in kinds
    assert "the half 1 of the domino 0-1" not in kinds


def test_what_is_alike_from_above_is_told_apart():
    said = box("leylines")
    assert len(set(said)) == len(said) == 84
    assert "a cairn of Gold (arms cairn 5)" in said


def test_a_set_is_written_and_goes_on_where_it_was(pad, capsys, tmp_path):
    pile = [blank(i) for i in range(5)]
    lay_one_by_one(pad, *pile[:3])
    with pytest.raises(IndexError):  # the hand has no more
        main(CAPS)
    assert [record(tag) for tag in pile[:3]] == [(1, 7, copy, 0) for copy in range(3)]
    kept = json.loads((tmp_path / "leyboard-tags-mars.json").read_text())
    assert kept["tags"][pile[2].uid.hex()] == [7, 2]
    lay_one_by_one(pad, *pile[3:])
    assert main(CAPS) == 0
    said = capsys.readouterr().out
    assert "3 of 5 are written already" in said and "all 5 tags" in said
    assert [record(tag) for tag in pile[3:]] == [(1, 7, 3, 0), (1, 7, 4, 0)]
    pad.hand = lambda: 1 / 0
    assert main(CAPS) == 0  # nothing is left to do


def test_a_phone_reads_what_it_is():
    tag = blank(1)
    at(Pad(tag), ntag.write, ntag.memory((1, 7, 2, 0), "Mars: cap"), 40)
    user = bytes(tag.memory[16 : 4 * 40])
    assert user[:2] == b"\xfd\x0e" and user[16] == 3  # TLVs: ours, which phones skip, then NDEF
    (said,) = ndef.message_decoder(user[18 : 18 + user[17]])
    assert said.text == "Mars: cap" and user[18 + user[17]] == 0xFE
    assert record(tag) == (1, 7, 2, 0)
    there = at(Pad(tag), ntag.content)
    assert (there.record, there.text, there.wrong) == ((1, 7, 2, 0), "Mars: cap", "")
    assert not there.is_blank and not there.is_locked


def test_a_tag_from_before_phones_counts(pad, capsys):
    old = blank(1)
    old.memory[16:32] = records.encode(1, 7, 3)
    pile = [old] + [blank(i) for i in range(2, 6)]
    lay_one_by_one(pad, *pile)
    assert main(CAPS) == 0
    assert "is already written: a cap, number 4 of 5" in capsys.readouterr().out
    assert old.read(4) == records.encode(1, 7, 3)
    assert sorted(record(tag)[2] for tag in pile) == [0, 1, 2, 3, 4]


def test_a_good_tag_of_the_set_stays(pad, capsys):
    small, other, foreign = blank(1), blank(2), blank(3)
    small.memory[16:32] = records.encode(1, 1, 0)
    other.memory[16:32] = records.encode(2, 1, 0)
    foreign.memory[16:20] = b"abcd"
    before = [bytes(tag.memory) for tag in (small, other, foreign)]
    lay_one_by_one(pad, small, other, foreign)
    with pytest.raises(IndexError):
        main(CAPS)
    said = capsys.readouterr().out
    assert "another piece of the set" in said and said.count("holds something else") == 2
    assert [bytes(tag.memory) for tag in (small, other, foreign)] == before
    lay_one_by_one(pad, small)
    with pytest.raises(IndexError):
        main([*CAPS, "--overwrite"])
    assert record(small) == (1, 7, 0, 0)


@pytest.mark.parametrize("after", [1, 3, 8, 14])
def test_a_tag_lifted_too_soon_is_asked_for_again(pad, capsys, after):
    tag = blank(1)
    left = [tag, None, tag, tag, None]

    def hand():
        pad.tag = left.pop(0)
        pad.after = after if len(left) == 4 else None

    pad.hand = hand
    with pytest.raises(IndexError):
        main(CAPS)
    assert "lay it down again" in capsys.readouterr().out
    assert record(tag) == (1, 7, 0, 0)


VERSIONS = {
    "0004040201000f03": "NTAG213", "0004040201001103": "NTAG215", "0004040201001303": "NTAG216",
}


@pytest.mark.parametrize("version", VERSIONS)
def test_the_tags_that_will_do(version):
    tag = blank(1)
    tag.version = lambda: bytes.fromhex(version)
    assert at(Pad(tag), ntag.kind).name == VERSIONS[version]


@pytest.mark.parametrize("kind", kinds.KINDS, ids=[kind.name for kind in kinds.KINDS])
def test_each_kind_is_written_or_refused_with_its_reason(pad, capsys, kind):
    """A tag that keeps what is written is good, whatever it says of itself."""
    tag = kinds.make(kind.name)
    lay_one_by_one(pad, tag)
    with pytest.raises(IndexError):
        main(CAPS)
    said = capsys.readouterr().out
    assert kind.tools in said and "lay it down again" not in said
    if kind.tools == kinds.WRITTEN:
        assert record(tag) == (1, 7, 0, 0)
        lay(pad, tag)
        assert main(["tags", "wipe", "--yes"]) == 0
        end, memory = 4 * tag.model.end, tag.memory
        assert memory[16:20] == b"\x03\x00\xfe\x00" and not any(memory[20:end])
        assert memory[end:] == kinds.make(kind.name).memory[end:]


# Where an NTAG I2C has its locks depends on its size, which it does not tell.
LOCKABLE = [kind.name for kind in kinds.KINDS
            if kind.tools == kinds.WRITTEN and kind.name != "ntag i2c"]


@pytest.mark.parametrize("name", LOCKABLE)
def test_each_kind_is_locked_as_a_whole(name):
    tag = kinds.make(name)
    at(Pad(tag), ntag.write_piece, (1, 7, 2, 0), "Mars: cap", at(Pad(tag), ntag.kind).end)
    at(Pad(tag), ntag.lock, at(Pad(tag), ntag.kind))
    for page in range(4, tag.model.end):
        assert tag.write(page, b"abcd") is None, page


def test_a_tag_that_misses_some_questions_is_written(pad, capsys):
    tag = blank(1)
    lay_one_by_one(pad, tag)
    exchange, count = pad.exchange, [0]

    def missed(data):
        count[0] += 1
        return None if count[0] % 9 < 3 else exchange(data)

    pad.exchange = missed
    with pytest.raises(IndexError):
        main(CAPS)
    assert "written on" in capsys.readouterr().out and record(tag) == (1, 7, 0, 0)


def test_a_set_of_tags_with_one_uid(pad, capsys, tmp_path):
    pile = [kinds.make("twin") for _ in range(5)]
    lay_one_by_one(pad, *pile)
    assert main(CAPS) == 0
    assert [record(tag) for tag in pile] == [(1, 7, copy, 0) for copy in range(5)]
    kept = json.loads((tmp_path / "leyboard-tags-mars.json").read_text())["tags"]
    assert len(kept) == 5 and sorted(kept.values()) == [[7, copy] for copy in range(5)]
    lay_one_by_one(pad, pile[3])
    with pytest.raises(IndexError):  # overwritten, it is the same tag
        main(["tags", "write", "--game", "mars", "--piece", "small 0", "--overwrite"])
    kept = json.loads((tmp_path / "leyboard-tags-mars.json").read_text())["tags"]
    assert [7, 3] not in kept.values() and [1, 0] in kept.values() and len(kept) == 5


def test_a_set_of_one_uid_is_checked(pad, capsys):
    good = [kinds.make("twin") for _ in range(7)]
    for token, tag in enumerate(good):
        at(Pad(tag), ntag.write, ntag.memory((1, token + 1, 0, 0), "x"), 40)
    pile = [each for tag in good for each in (tag, None)]
    pad.hand = lambda: setattr(pad, "tag", pile.pop(0))
    assert main(["tags", "check", "--game", "mars", "--kinds"]) == 0


def test_a_locked_tag_is_said(pad, capsys):
    tag = blank(1)
    at(Pad(tag), ntag.lock, ntag.KINDS[0x0F])
    assert tag.write(4, b"abcd") is None and tag.write(39, b"abcd") is None
    lay_one_by_one(pad, tag)
    with pytest.raises(IndexError):
        main(CAPS)
    assert "locked at page" in capsys.readouterr().out


def test_read_wipe_and_lock(pad, capsys):
    tag = blank(1)
    lay(pad, tag)
    assert main(["tags", "lock", "--yes"]) == 1
    assert "is not a piece yet" in capsys.readouterr().err
    at(Pad(tag), ntag.write, ntag.memory((1, 7, 2, 0), "Mars: cap"), 40)
    lay(pad, tag)
    assert main(["tags", "read"]) == 0
    assert "NTAG213" in (said := capsys.readouterr().out) and "Mars: cap" in said
    lay(pad, tag)
    assert main(["tags", "wipe"]) == 1
    assert "nobody is here to answer" in capsys.readouterr().err
    lay(pad, tag)
    assert main(["tags", "wipe", "--yes"]) == 0
    assert tag.memory[16:160] == b"\x03\x00\xfe" + bytes(141)
    at(Pad(tag), ntag.write, ntag.memory((1, 7, 2, 0), "Mars: cap"), 40)
    lay(pad, tag)
    assert main(["tags", "lock", "--yes"]) == 0
    assert at(Pad(tag), ntag.content).is_locked


def test_a_set_is_checked(pad, capsys):
    good = [blank(i) for i in range(7)]
    for copy, tag in enumerate(good):
        at(Pad(tag), ntag.write, ntag.memory((1, copy + 1, 0, 0), "x"), 40)
    double, damaged = blank(8), blank(9)
    at(Pad(double), ntag.write, ntag.memory((1, 1, 0, 0), "x"), 40)
    at(Pad(damaged), ntag.write, ntag.memory((1, 2, 0, 0), "x"), 40)
    damaged.memory[24] ^= 1
    pile = [each for tag in (*good[:6], double, damaged) for each in (tag, None)]

    def hand():
        if not pile:
            raise KeyboardInterrupt
        pad.tag = pile.pop(0)

    pad.hand = hand
    words = ["tags", "check", "--game", "mars", "--kinds"]
    assert main(words) == 1
    out, err = capsys.readouterr()
    assert "missing: a cap" in out and "a second Red's small" in out and "damaged" in out
    assert "1 of 7 are missing, 2 are wrong" in err
    pile += [each for tag in good for each in (tag, None)]
    assert main(words) == 0


TWO = "two tags"


@pytest.mark.parametrize("words", [("check", "--game", "mars"), ("write", "--game", "mars")])
def test_two_tags_at_once(pad, capsys, words):
    """A second tag beside the first is mentioned once; so is each that stays for long."""
    hands = [TWO, TWO, blank(1), None, blank(2), TWO, TWO, b"", None]

    def hand():
        if not hands:
            raise KeyboardInterrupt
        pad.tag = hands.pop(0)

    def uid():
        hand()
        if pad.tag is TWO:
            raise ntag.CrowdedPadError()
        return pad.tag.uid if isinstance(pad.tag, Tag) else pad.tag

    pad.uid = uid
    main(["tags", *words])
    said = capsys.readouterr().out
    told = "blank; put it aside" if words[0] == "check" else "written on"
    assert said.count("two tags lie on the pad") == said.count(told) == 2


@pytest.mark.parametrize("said", [
    "", "[]", '{"set": 1}', '{"set": 1, "tags": [1]}', '{"set": 1, "tags": {"a": [1]}}',
    '{"set": 2, "tags": {}}',
])
def test_invalid_lists(pad, capsys, tmp_path, said):
    (tmp_path / "x").write_text(said)
    assert main([*CAPS, "--list", "x"]) == 1
    assert "another set" in (err := capsys.readouterr().err) or "not a list of tags" in err


@pytest.mark.parametrize("name", names())
def test_every_piece_has_room_on_the_smallest_tag(name):
    game, pieces = sets.pieces_of(name)
    for piece in pieces:
        assert len(ntag.memory((game.SET, piece.token, 255, 4), piece.text)) <= 4 * 36


# ---- the pads -----------------------------------------------------------------------------------


def test_the_pad_of_a_table(monkeypatch, tmp_path, capsys):
    simulated = Simulated("pad")
    world = simulated.table.world
    tag = blank(1)
    world.put(tag, "pad")
    monkeypatch.setattr(pads, "open_port", lambda port: simulated)
    monkeypatch.setattr(sets, "departure", lambda pad: 1 / 0)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ZeroDivisionError):  # it would wait for the hand
        main(CAPS)
    assert "written on an NTAG213" in capsys.readouterr().out
    assert record(tag) == (1, 7, 0, 0)


def test_no_hidden_piece_is_told():
    simulated = Simulated("pad")
    simulated.table.app.session.new("landover", seed=1)
    world = simulated.table.world
    world.put(blank(1), "pad")
    simulated.table.run(500)
    pad = pads.TablePad(pads.Client(simulated))
    with pytest.raises(CommandError, match="may be hidden"):
        pad.exchange(b"\x30\x04")
    with pytest.raises(CommandError, match="end that game first"):
        pad.uid()


def test_two_tags_on_the_pad_of_a_table():
    simulated = Simulated("pad")
    world, (one, other) = simulated.table.world, (blank(1), blank(2))
    pad = pads.TablePad(pads.Client(simulated))
    world.put(one, "pad")
    world.put(other, "pad")
    simulated.table.run(500)
    for look in (pad.uid, lambda: pad.exchange(b"\x60")):
        with pytest.raises(ntag.CrowdedPadError):
            look()
    world.lift(other)
    simulated.table.run(500)
    assert pad.uid() == one.uid


def test_a_blank_tag_has_not_gone():
    """A table reads a tag that it does not know again and again."""
    simulated = Simulated("pad")
    pad = pads.TablePad(pads.Client(simulated))
    simulated.table.world.put(blank(1), "pad")
    simulated.table.run(300)
    looks = [pad.uid() for _ in range(250)]
    assert b"" in looks and None not in looks


def test_a_pad_that_cannot_read(monkeypatch, capsys):
    simulated = Simulated("pad")
    monkeypatch.setattr(pads, "open_port", lambda port: simulated)
    simulated.table.world.chip("pad").fault = "missing"
    simulated.table.run(3000)
    assert main(["tags", "read"]) == 1
    assert "the pad's reader does not answer" in capsys.readouterr().err
    simulated = Simulated("pad")
    simulated.table.world.supply(False)
    simulated.table.run(3000)
    assert main(["tags", "read"]) == 1
    assert "the 5 V are missing" in capsys.readouterr().err


@pytest.mark.parametrize("reader", ["x", "serial:", "serial:/dev/no-such", "/dev/ttyUSB0"])
def test_invalid_readers(reader, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main([*CAPS, "--reader", reader]) == 1
    assert "leyboard: " in capsys.readouterr().err


def test_a_reader_at_this_computer(capsys, tmp_path, monkeypatch):
    pytest.importorskip("adafruit_pn532.uart")
    tag = blank(1)
    monkeypatch.chdir(tmp_path)
    with serial_chip() as (port, field):
        monkeypatch.setattr(sets, "arrival", lambda pad: field.near.append(tag) or pad.uid())
        monkeypatch.setattr(sets, "departure", lambda pad: 1 / 0)
        with pytest.raises(ZeroDivisionError):  # it would wait for the hand
            main([*CAPS, "--reader", "serial:" + port])
    assert "written on an NTAG213" in capsys.readouterr().out
    assert record(tag) == (1, 7, 0, 0)


def test_two_tags_on_a_reader():
    pytest.importorskip("adafruit_pn532.uart")
    one, other = blank(1), blank(2)
    with serial_chip() as (port, field):
        pad = pads.ReaderPad(port)
        field.near += [one, other]
        with pytest.raises(ntag.CrowdedPadError):
            pad.uid()
        field.near.remove(other)
        assert pad.uid() == one.uid and at(pad, ntag.kind).name == "NTAG213"
        pad.close()


def test_a_port_without_a_reader(capsys):
    pytest.importorskip("adafruit_pn532.uart")
    master, port = os.openpty()
    tty.setraw(port)
    assert main(["tags", "read", "--reader", "serial:" + os.ttyname(port)]) == 1
    assert "no PN532 answers" in capsys.readouterr().err
    os.close(master)
    os.close(port)


def test_a_list_that_is_cut_as_it_is_written_stays_as_it_was(tmp_path, monkeypatch):
    file = tmp_path / "mars.json"
    done = sets.Done(1, {"04aa": (5, 0)})
    tags.keep(file, done.as_json())
    written = type(file).write_bytes

    def half(path, data):
        written(path, data[: len(data) // 2])
        raise OSError(28, "full")

    monkeypatch.setattr(type(file), "write_bytes", half)
    done.tags["04bb"] = (6, 0)
    with pytest.raises(CommandError, match="cannot write"):
        tags.keep(file, done.as_json())
    assert tags.done_in(file, 1).tags == {"04aa": (5, 0)}


def said_of(pad):
    """Return what a maker is told who writes the tag on a pad."""
    try:
        at(pad, ntag.write, ntag.memory((1, 7, 2, 0), ""), at(pad, ntag.kind).end)
    except ntag.UnfitTagError as error:
        return str(error)
    return kinds.WRITTEN


TOLD = {kind.name: kind.tools for kind in kinds.KINDS}


@pytest.mark.parametrize("name", ["password to read", "card of 10 bytes", "phone", "locked",
                                  "clone without version", "ultralight"])
def test_kinds_on_the_pad_of_a_table(name):
    """A refusal deselects a tag, and a table reads one that it cannot know again and again."""
    simulated = Simulated("pad")
    simulated.table.run(1500)
    tag = kinds.make(name)
    simulated.table.world.put(tag, "pad")
    simulated.table.run(800)
    pad = pads.TablePad(pads.Client(simulated))
    assert pad.sak() == tag.sak
    assert TOLD[name] in said_of(pad)


@pytest.mark.parametrize("name", first(2, [
    "ntag213 blank", "desfire", "clone of another vendor", "password to read", "mifare classic",
    "bank card long",
]))
def test_kinds_on_a_reader_at_this_computer(name):
    pytest.importorskip("adafruit_pn532.uart")
    with serial_chip() as (port, field):
        pad = pads.ReaderPad(port)
        field.near.append(kinds.make(name))
        pad.uid()
        assert TOLD[name] in said_of(pad)
        pad.close()
