"""The kinds of tags, cards and readers that people have, as their data sheets say."""

from sim.virtual import kinds
from sim.virtual.card import Card
from sim.virtual.world import World
from table.drivers.pn532_commands import packet
from table.wiring import grid3
from tests.portable.test_pn532 import Host, configured, turned


def found(name, rats=True):
    """Return (answer to the question for a tag, us) with one of a kind in the field."""
    host = configured(retries=1)
    if not rats:
        host.command(0x12, 0x04)
    host.field.near = [kinds.make(name)]
    return (host,) + host.command(0x4A, 1, 0)


def test_tags_as_delivered():
    for name, user, capability in (
        ("ntag213 blank", "0103a00c340300fe", "e1101200"),
        ("ntag203 blank", "0103a010440300fe", "e1101200"),
        ("ntag215 blank", "0300fe0000000000", "e1103e00"),
        ("ntag216 blank", "0300fe0000000000", "e1106d00"),
    ):
        tag = kinds.make(name)
        hexed = "".join(["%02x" % byte for byte in tag.read(3)])
        assert hexed[:8] == capability and hexed[8:24] == user, name
        head = tag.read(0)
        assert head[:3] + head[4:8] == tag.uid and head[3] == 0x88 ^ head[0] ^ head[1] ^ head[2]


def test_every_kind_is_found_with_what_it_says_of_itself():
    for kind in kinds.KINDS:
        host, said, _ = found(kind.name)
        (tag,) = host.field.near
        size = len(tag.uid)
        assert said[:2] == b"\x01\x01" and said[2:4] == tag.atqa and said[4] == tag.sak, kind.name
        assert said[5] == size and said[6 : 6 + size] == tag.uid, kind.name
        assert said[6 + size :] == tag.ats and len(tag.ats) <= 20, kind.name
        assert bool(tag.sak & 0x20) == bool(tag.ats), kind.name
        assert found(kind.name, False)[1][6 + size :] == b"", kind.name


def test_automatic_rats_takes_its_time():
    assert found("passport")[2] > found("passport", False)[2] + 4800


def test_a_smart_card_takes_a_command_for_an_apdu_or_for_an_error():
    host, _, _ = found("desfire")
    assert host.command(0x40, 1, 0x30, 4)[0] == b"\x00\x6d\x00"
    host, _, _ = found("desfire slow")
    assert host.command(0x40, 1, 0x30, 4)[1] > 30000
    host, _, _ = found("bank card mute")
    assert host.command(0x40, 1, 0x30, 4)[0] == b"\x01"
    host, _, _ = found("desfire slow", False)
    said, took = host.command(0x40, 1, 0x30, 4)
    assert said == b"\x01" and 51200 < took < 60000  # the chip's own time-out


def test_a_refused_command_deselects():
    for name, refusal in (("password to read", b"\x05"), ("mifare classic", b"\x14")):
        host, _, _ = found(name)
        assert host.command(0x40, 1, 0x30, 4)[0] == refusal
        assert host.command(0x40, 1, 0x30, 4)[0] == b"\x01"
        assert host.command(0x4A, 1, 0)[0][0] == 1
        assert host.command(0x40, 1, 0x30, 4)[0] == refusal
    host, _, _ = found("clone without version")
    assert host.command(0x42, 0x60)[0] == b"\x01" and host.command(0x40, 1, 0x30, 4)[0] == b"\x01"
    host.command(0x4A, 1, 0)
    assert host.command(0x40, 1, 0x30, 4)[0][1:5] == b"\x01\x03\xa0\x0c"


def test_a_password_ends_the_memory():
    tag = kinds.make("password to read")
    assert tag.read(4) is None and tag.read(2)[8:12] == tag.memory[:4]
    assert tag.write(4, bytes(4)) is None
    tag = kinds.make("password to write")
    assert tag.read(4)[:4] == b"\x01\x03\xa0\x0c" and tag.write(4, bytes(4)) is None


def test_a_phone_has_another_uid_at_each_field():
    host = configured(retries=1)
    host.field.near = [kinds.make("phone")]
    uids = []
    for _ in range(20):
        host.command(0x32, 1, 0)
        uids.append(host.command(0x4A, 1, 0)[0][6:10])
        assert host.command(0x4A, 1, 0)[0][6:10] == uids[-1]  # the field was on
    assert len(set(uids)) == 20 and all([uid[0] == 8 for uid in uids])


def test_twins_answer_as_one_and_collide_where_they_differ():
    host = configured(retries=1)
    one, other = kinds.make("twin", 1), kinds.make("twin", 2)
    host.field.near = [one, other]
    assert host.command(0x4A, 1, 0)[0][0] == 1
    assert host.command(0x40, 1, 0x30, 4)[0][0] == 0
    host.command(0x40, 1, 0xA2, 4, 1, 2, 3, 4)
    assert one.memory == other.memory and one.memory[16:20] == b"\x01\x02\x03\x04"
    other.memory[16] = 9
    assert host.command(0x40, 1, 0x30, 4)[0] == b"\x05"


def test_a_world_knows_twins_apart():
    world = World(grid3)
    one, other = kinds.make("twin", 1), kinds.make("twin", 2)
    world.put(one, "a1")
    world.put(other, "b2")
    assert world.tags(world.chip("a1")) == [one] and world.tags(world.chip("b2")) == [other]
    world.lift(one)
    assert world.place_of(one) is None and world.place_of(other) == world.names.index("b2")


def reader(name):
    host = Host()
    host.chip.be(kinds.traits(name))
    host.chip.power(False)
    host.chip.power(True)
    host.clock.advance(20000)
    return host


def test_readers():
    host = reader("late ack")
    host.write(turned(packet(0x02)))
    assert 14000 < host.wait() < 15000
    host = reader("first frame lost")
    host.write(turned(packet(0x02)))
    assert host.wait(60000) == -1
    assert host.command(0x02)[0] == b"\x32\x01\x06\x07"
    for name, good, bad in (("short sam", (1,), (1, 0, 0)), ("long sam", (1, 0x14, 1), (1,))):
        host = reader(name)
        host.write(turned(packet(0x14, *bad)))
        assert host.wait(60000) == -1
        assert host.command(0x14, *good)[0] == b""
    assert reader("no parameters").command(0x12, 4)[0] == b"error"
    host = reader("other status bits")
    host.write(turned(packet(0x02)))
    host.clock.advance(5000)
    assert host.transaction(b"\x02\x00")[1] == 0x81
    host = reader("slow select")
    host.write(turned(packet(0x02)))  # it comes at once, so it is not heard
    assert host.wait(60000) == -1
    host = reader("short uids only")
    host.command(0x14, 1)
    host.command(0x32, 5, 0xFF, 1, 0)
    host.field.near = [kinds.make("ntag213 blank"), kinds.make("mifare classic")]
    assert host.command(0x4A, 1, 0)[0][5] == 4


def refused(call, *values):
    try:
        call(*values)
    except ValueError as error:
        return str(error)
    raise AssertionError(values)


def test_an_unknown_kind_is_refused():
    assert "there are: ntag213 blank" in refused(kinds.make, "ntag999")
    assert "there are: genuine" in refused(kinds.traits, "x")
    assert "no trait" in refused(Host().chip.be, {"x": 1})
    for size, ats in ((5, b""), (4, b"\x03\x00"), (4, b"\x15" + bytes(20))):
        refused(Card, bytes(size), b"\x00\x04", 0x20, ats)
