"""Things on a table that are no pieces of it: named soon, no burden for others, forgotten
when it goes; and tags that share one UID."""

from sim.virtual import kinds
from sim.virtual.table import VirtualTable
from table import tags
from table.sense import UNKNOWN
from table.sense.responses import CARD
from table.wiring import grid3, grid6, pad
from tests.portable import effort
from tests.portable.test_faults import Case
from tests.portable.test_sense import Rig

_SOON_MS = 1000
_SLOWER_MS = 20  # that a thing may add to a visit


def why(rig, name):
    """Return what the table says of the tag at a place."""
    if name == "pad":
        found = rig.sense.why_pad()
        return kinds.NO_PIECE if found == "pad no piece" else found[1][0]
    place = rig.world.names.index(name)
    return kinds.NO_PIECE if rig.sense.is_card(place) else rig.sense.why(place)


def code(rig, name):
    return rig.sense.pad if name == "pad" else rig.at(name)


@effort.deep
def test_each_kind_is_named_soon_and_costs_others_little():
    for name in ("b1", "pad"):
        case = Case()
        case.laid.pop("pad")
        case.world.lift([tag for tag in case.world.at if case.world.place_of(tag) is None][0])
        case.run(600)
        longest = max(case.visits)
        offs = []
        case.world.chip("a1").power = lambda on, offs=offs: on or offs.append(1)
        for kind in kinds.KINDS:
            case.visits = []
            thing = kinds.make(kind.name)
            case.world.put(thing, name)
            case.wait(name, UNKNOWN, _SOON_MS)
            assert why(case, name) == kind.table, (name, kind.name, why(case, name))
            for _ in range(30):
                case.run(30)
                assert code(case, name) == UNKNOWN, (name, kind.name)
                for other in case.laid:
                    assert case.at(other) == case.laid[other], (name, kind.name, other)
            assert max(case.visits) <= longest + _SLOWER_MS, (name, kind.name)
            case.world.lift(thing)
            case.wait(name, 0, 600)
        assert not offs


def test_a_card_is_told_from_a_tag_once_and_is_no_news_after():
    rig = Rig(pad)
    rig.world.put(kinds.make("phone"), "pad")
    rig.wait("pad", UNKNOWN, _SOON_MS)
    before = rig.sense.version, rig.sense.pad_tags
    heard = []
    rig.sense.tracker.on_response = lambda *_: heard.append(1)
    rig.run(2000)
    assert not heard and (rig.sense.version, rig.sense.pad_tags) == before
    assert rig.sense.tracker.expected[rig.sense.pad_reader] == CARD


def test_a_card_is_never_lit_as_seen():
    rig = Rig()
    for name in ("phone", "bank card long", "smart card of 10 bytes"):
        card = kinds.make(name)
        rig.world.put(card, "b2")
        rig.wait("b2", UNKNOWN, 300)
        assert rig.sense.arrivals == []
        rig.world.lift(card)
        rig.wait("b2", 0)


def test_a_card_is_not_asked_for_its_record_nor_for_its_ats():
    rig = Rig()
    phone = kinds.make("desfire slow")
    phone.apdu = lambda data: 1 // 0
    chip = rig.world.chip("b2")
    read = chip.data_exchange
    asked = []
    chip.data_exchange = lambda data: asked.append(1) or read(data)
    rig.world.put(phone, "b2")
    rig.wait("b2", UNKNOWN)
    rig.run(1000)
    assert not asked and not chip.rats


def test_a_reader_that_asks_for_the_ats_all_the_same_copes():
    """Its answer has up to 36 bytes, more than are kept."""
    rig = Rig()
    rig.world.be("b2", kinds.traits("no parameters"))
    rig.world.chip("b2").reset()
    rig.run(3000)
    for name in ("smart card of 10 bytes", "bank card mute", "passport"):
        card = kinds.make(name)
        rig.world.put(card, "b2")
        rig.wait("b2", UNKNOWN)
        assert why(rig, "b2") == kinds.NO_PIECE
        rig.run(500)
        rig.world.lift(card)
        rig.wait("b2", 0)
    rig.world.put(kinds.make("smart card of 10 bytes"), "b2")
    rig.world.put(kinds.make("bank card long"), "b2")
    rig.wait("b2", 242, 3000)
    errors = [row[3] for row in rig.sense.report() if row[0] == "b2"]
    rig.run(1000)
    assert [row[3] for row in rig.sense.report() if row[0] == "b2"] == errors
    assert errors[0] <= 1  # two that come in the middle of a look may make it late


def test_a_tag_that_never_answers_a_read_settles_and_so_does_one_with_a_uid_a_look():
    rig = Rig()
    tag = rig.tag(token=5)
    tag.read = lambda page: None
    chip = rig.world.chip("b2")
    numbers = [0]

    def power_up():
        numbers[0] += 1
        tag.uid = bytes((4, 1, 2, 3, 4, numbers[0] >> 8, numbers[0] & 0xFF))

    tag.power_up = power_up
    rig.world.put(tag, "b2")
    rig.wait("b2", UNKNOWN, _SOON_MS)
    for _ in range(100):
        rig.run(20)
        assert rig.at("b2") == UNKNOWN
    exchange = chip.data_exchange
    chip.data_exchange = lambda data: (60000, exchange(data)[1], None)  # no answer in time
    rig.world.lift(tag)
    rig.wait("b2", 0)
    rig.world.put(tag, "b2")
    rig.wait("b2", UNKNOWN, _SOON_MS)


def twin(rig, token, copy=0):
    tag = kinds.make("twin")
    tag.memory[16:32] = tags.encode(1, token, copy)
    return tag


def test_tags_with_one_uid_are_told_apart_by_their_records():
    rig = Rig(grid6)
    one, other = twin(rig, 5), twin(rig, 6)
    rig.world.put(one, "b2")
    rig.wait("b2", 5)
    rig.world.put(other, "e5")
    rig.wait("e5", 6)
    assert not rig.sense.is_elsewhere(rig.world.names.index("e5"))
    for _ in range(5):  # two hands swap them, faster than a look
        rig.world.put(one, "e5")
        rig.world.put(other, "b2")
        rig.wait("e5", 5)
        rig.wait("b2", 6)
        rig.world.put(one, "b2")
        rig.world.put(other, "e5")
        rig.wait("e5", 6)
        rig.wait("b2", 5)
    third = twin(rig, 7)
    rig.world.lift(one)
    rig.world.put(third, "b2")
    rig.wait("b2", 7)
    before = rig.sense.pad_tags
    rig.world.put(one, "pad")
    rig.wait("pad", 5)
    rig.world.lift(one)
    again = twin(rig, 5, 1)
    rig.world.put(again, "pad")  # a piece like the one before, of another copy
    rig.run(500)
    assert rig.sense.pad == 5 and rig.sense.pad_tags == before + 2


def test_a_draw_with_one_uid_does_not_wait_for_ever():
    rig = Rig()
    one, other = twin(rig, 5), twin(rig, 5, 1)
    rig.world.put(one, "a1")
    rig.world.put(other, "c3")
    rig.wait("a1", 5)
    rig.wait("c3", 5)
    assert not rig.sense.is_elsewhere(rig.world.names.index("a1"))
    other.memory[:] = one.memory
    rig.run(500)
    assert rig.sense.is_elsewhere(rig.world.names.index("a1"))  # as far as anybody can tell


def test_the_display_says_what_it_is():
    for profile, name, kind, said in (
        (grid3, "c3", "phone", "c3: that is no piece: take it away"),
        (grid3, "c3", "mifare classic", "c3: that is no piece: take it away"),
        (grid3, "pad", "bank card long", "pad: that is no piece: take it away"),
        (grid3, "pad", "ntag213 blank", "pad: the tag is blank"),
        (grid3, "c3", "ntag216 blank", "c3: the tag is blank: take it away"),
        (grid3, "c3", "ultralight c", "c3: the tag is blank: take it away"),
        (grid3, "c3", "password to read", "c3: the tag cannot be read: take it away"),
        (grid3, "c3", "ntag213 web address", "c3: the tag is of another maker: take it away"),
    ):
        table = VirtualTable(profile)
        table.run(1500)
        table.app.session.new("mars", seed=1)
        table.run(500)
        before = " ".join(table.app.display_text.shown)
        thing = kinds.make(kind)
        table.world.put(thing, name)
        table.run(_SOON_MS)
        assert said in " ".join(table.app.display_text.shown), (kind, table.app.display_text.shown)
        table.run(5000)
        assert said in " ".join(table.app.display_text.shown)
        table.world.lift(thing)
        table.run(1500)
        assert " ".join(table.app.display_text.shown) == before


def test_what_is_blank():
    for text in ("0103a00c340300fe", "0103a010440300fe", "0300fe", "", "ff" * 16, "00000300fe",
                 "0103a00c340303d00000fe", "0203000102" + "0300fe", "0103a00c34",
                 "020000100006011011ff",  # an Ultralight C
                 "03ff0000fe", "03ff0003d00000fe", "0304d8000000fe",  # long forms, an empty ID
                 "0306c00000000000fe"):
        data = bytes([int(text[i : i + 2], 16) for i in range(0, len(text), 2)])
        assert tags.is_blank(data + bytes(16 - len(data))), text
    for text in ("0103a00c34030bd101", "030bd101", "4c42", "fd0e4c42", "01ff", "0303d10000fe",
                 "03ff0103d101", "0304d8010000", "0306c00000000001", "0303d10001fe",
                 "020000100006011011fe", "0200001000060110"):
        data = bytes([int(text[i : i + 2], 16) for i in range(0, len(text), 2)])
        assert not tags.is_blank(data + bytes(16 - len(data))), text
