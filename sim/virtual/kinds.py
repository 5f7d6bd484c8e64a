"""The kinds of tags, cards, phones, readers, knobs, strips and displays that people have, each
with the words by which table and tools name it, and with the report that describes it.
docs/parts-as-sold.md has the same as tables.

`make(name, number)` makes one; each number has its own UID.
"""

from sim.virtual import ntag, oled
from sim.virtual.card import Card
from sim.virtual.ntag import Tag

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from games.types import Json

# Sentences of the table.
BLANK = "the tag is blank"
STRANGE = "the tag is of another maker"
SHUT = "the tag cannot be read"
NO_PIECE = "that is no piece"
# Sentences of `leyboard tags write`.
WRITTEN = "written on"
HOLDS = "holds something else"
PASSWORD = "password"  # noqa: S105  a word of a message
LOCKED = "locked"
CLASSIC = "a MIFARE Classic"
SMART = "a bank card, a phone or another smart card"
OTHER = "a card that is no type 2 tag"

_NXP = "NXP data sheet, memory content at delivery; "
_DELIVERED_213 = "0103a00c340300fe"
_DELIVERED_203 = "0103a010440300fe"
_EMPTY = "0300fe00"  # an empty NDEF message
_WEB = "0103a00c34030bd1010755016578"
_WEB_END = "2e6e6574fe00"  # with the line before: a web address written by a phone


class Kind:
    """A kind of tag or card: the words by which table and tools name it, and its source."""

    def __init__(
        self, name: str, build: "Callable[[int], Tag | Card]", table: str, tools: str, source: str
    ):
        self.name = name
        self.build = build  # gets a number
        self.table = table
        self.tools = tools
        self.source = source


class Part:
    """A kind of reader, knob, strip or display: its traits, for its module in sim/virtual; the
    state that the table gives it, or the table's text; the doctor's text; and the source."""

    def __init__(self, name: str, traits: "Any", table: str, doctor: str, source: str):
        self.name = name
        self.traits = traits
        self.table = table
        self.doctor = doctor
        self.source = source


def _tag(
    model: "ntag.Model" = ntag.NTAG213, memory: str = "", maker: int = 4
) -> "Callable[[int], Tag]":
    """Return a function that makes a tag whose user memory begins with `memory`, in hex."""

    def build(number: int) -> Tag:
        tag = Tag(bytes((maker, 0xC1, 0x5A, model.pages, number >> 8, number & 0xFF, 0x80)), model)
        for i in range(len(memory) // 2):
            tag.memory[16 + i] = int(memory[2 * i : 2 * i + 2], 16)
        return tag

    return build


def _guarded(first: int, reading: bool) -> "Callable[..., Any]":
    def build(number: int) -> Tag:
        tag = _tag(ntag.NTAG213, _DELIVERED_213)(number)
        tag.protect(first, reading)
        return tag

    return build


def _locked(number: int) -> Tag:
    tag = _tag(ntag.NTAG213, _DELIVERED_213)(number)
    tag.memory[10:12] = b"\xf8\xff"
    tag.memory[160:163] = b"\xff\x0f\x3f"
    return tag


def _half_locked(number: int) -> Tag:
    tag = _tag(ntag.NTAG213, _DELIVERED_213)(number)
    tag.memory[11] = 0xFF
    tag.memory[160:163] = b"\xff\x0f\x3f"
    return tag


def _twin(number: int) -> Tag:
    return _tag(ntag.NTAG213, _DELIVERED_213)(0x1122)


def _card(
    size: int, atqa: bytes, sak: int, ats: str = "", latency_us: int = 500, think_us: int = 8000,
    error: bytes | None = b"\x6d\x00", is_random: bool = False,
) -> "Callable[..., Any]":
    """Return a function that makes a card with a UID of `size` bytes; `ats` is in hex, without its
    length."""
    said = bytes([int(ats[i : i + 2], 16) for i in range(0, len(ats), 2)])
    if sak & 0x20:
        said = bytes((len(said) + 1,)) + said

    def build(number: int) -> Card:
        uid = (bytes((0x63, 0x51, number >> 8, number & 0xFF)) + bytes(range(0x71, 0x77)))[:size]
        return Card(uid, atqa, sak, said, latency_us, think_us, error, is_random)

    return build


_LONG_ATS = "7880b1021c4b4f4e41313233343536373839aa"  # with its length 20 bytes
_EMV = _LONG_ATS[:30]

KINDS = (
    # ---- tags that will do ----------------------------------------------------------------------
    Kind("ntag213 blank", _tag(ntag.NTAG213, _DELIVERED_213), BLANK, WRITTEN,
         _NXP + "adafruit/Adafruit-PN532#34"),
    Kind("ntag203 blank", _tag(ntag.NTAG203, _DELIVERED_203), BLANK, WRITTEN,
         _NXP + "somq/nfccard-tool#3"),
    Kind("ntag215 blank", _tag(ntag.NTAG215, _EMPTY), BLANK, WRITTEN,
         _NXP + "wansors/myfaba-hacks#14"),
    Kind("ntag216 blank", _tag(ntag.NTAG216, _EMPTY), BLANK, WRITTEN,
         _NXP + "wansors/myfaba-hacks#14"),
    Kind("ntag213 wiped", _tag(ntag.NTAG213, _EMPTY), BLANK, WRITTEN, "leyboard tags wipe"),
    Kind("ntag213 erased", _tag(ntag.NTAG213, "0103a00c340303d00000fe"), BLANK, WRITTEN,
         "phones leave an empty record"),
    Kind("ntag213 zeros", _tag(), BLANK, WRITTEN, "tools that fill tags with zeros"),
    Kind("ntag210 blank", _tag(ntag.NTAG210, _EMPTY), BLANK, WRITTEN,
         "NXP data sheet NTAG210/212"),
    Kind("ntag212 blank", _tag(ntag.NTAG212, _EMPTY), BLANK, WRITTEN,
         "NXP data sheet NTAG210/212"),
    Kind("ultralight", _tag(ntag.ULTRALIGHT), BLANK, WRITTEN, "NXP data sheet MF0ICU1"),
    Kind("ultralight filled", _tag(ntag.ULTRALIGHT, "ff" * 48), BLANK, WRITTEN,
         "NXP data sheet MF0ICU1"),
    Kind("ultralight c", _tag(ntag.ULTRALIGHT_C, "020000100006011011ff"), BLANK, WRITTEN,
         "nfcpy's tests have one; the data sheet leaves it open"),
    Kind("ultralight ev1", _tag(ntag.EV1_48), BLANK, WRITTEN, "NXP data sheet MF0ULx1"),
    Kind("ultralight ev1 128", _tag(ntag.EV1_128), BLANK, WRITTEN, "NXP data sheet MF0ULx1"),
    Kind("ultralight nano", _tag(ntag.NANO), BLANK, WRITTEN, "NXP data sheet MF0UN0x"),
    Kind("ntag213f", _tag(ntag.NTAG213F, _DELIVERED_213), BLANK, WRITTEN,
         "NXP data sheet NTAG213F/216F"),
    Kind("ntag i2c", _tag(ntag.NTAG_I2C, _EMPTY), BLANK, WRITTEN, "NXP data sheet NT3H2111"),
    Kind("clone that is too small", _tag(ntag.SMALL, _DELIVERED_213), BLANK, WRITTEN,
         "RfidResearchGroup/proxmark3#2457: it says more bytes than it has"),
    Kind("password from page 8", _guarded(8, True), BLANK, WRITTEN, "nfcpy/nfcpy#236"),
    Kind("locked from page 8", _half_locked, BLANK, WRITTEN,
         "NXP data sheet NTAG213/215/216, 8.5.2"),
    Kind("clone without version", _tag(ntag.NO_VERSION, _DELIVERED_213, 0x1D), BLANK, WRITTEN,
         "RfidResearchGroup/proxmark3#2457"),
    Kind("clone of another vendor", _tag(ntag.OTHER_VENDOR, _DELIVERED_213, 0x53), BLANK, WRITTEN,
         "RfidResearchGroup/proxmark3#1426"),
    Kind("twin", _twin, BLANK, WRITTEN, "batches of clones that share one UID"),
    # ---- tags that will not ---------------------------------------------------------------------
    Kind("ntag213 web address", _tag(ntag.NTAG213, _WEB + _WEB_END), STRANGE, HOLDS,
         "a tag that a phone has written"),
    Kind("password to write", _guarded(4, False), BLANK, PASSWORD, "nfcpy/nfcpy#236"),
    Kind("password to read", _guarded(4, True), SHUT, PASSWORD,
         "flipperdevices/flipperzero-firmware#4300"),
    Kind("password from page 6", _guarded(6, True), BLANK, PASSWORD, "nfcpy/nfcpy#236"),
    Kind("locked", _locked, BLANK, LOCKED, "NXP data sheet NTAG213/215/216, 8.5.2"),
    # ---- cards and phones -----------------------------------------------------------------------
    Kind("mifare classic", _card(4, b"\x00\x04", 0x08), NO_PIECE, CLASSIC,
         "adonno/tagreader#257"),
    Kind("mifare classic 4k", _card(4, b"\x00\x02", 0x18), NO_PIECE, CLASSIC,
         "Seeed-Studio/PN532#44"),
    Kind("mifare classic 7", _card(7, b"\x00\x44", 0x08), NO_PIECE, CLASSIC, "NXP AN10833"),
    Kind("mifare classic random", _card(4, b"\x00\x04", 0x08, is_random=True), NO_PIECE, CLASSIC,
         "NXP data sheet MF1S50, random ID"),
    Kind("mifare plus", _card(7, b"\x00\x44", 0x20, "757780" + "02c1052f2f01bcd6"), NO_PIECE,
         SMART, "NXP AN10833"),
    Kind("desfire", _card(7, b"\x03\x44", 0x20, "75778102" + "80"), NO_PIECE, SMART,
         "esphome/esphome#16979"),
    Kind("desfire slow", _card(7, b"\x03\x44", 0x20, "7577810280", think_us=30000), NO_PIECE,
         SMART, "miguelbalboa/rfid#458"),
    Kind("phone", _card(4, b"\x00\x04", 0x20, "78807002", 1000, is_random=True), NO_PIECE, SMART,
         "adafruit/Adafruit-PN532#91, #104"),
    Kind("phone of peers", _card(4, b"\x00\x04", 0x60, "78807002", 1000, is_random=True), NO_PIECE,
         SMART, "pretix/pretix#3494"),
    Kind("bank card", _card(4, b"\x00\x04", 0x20, _EMV, 1000), NO_PIECE, SMART,
         "adafruit/Adafruit_CircuitPython_PN532#70"),
    Kind("bank card long", _card(7, b"\x00\x44", 0x20, _LONG_ATS, 1000), NO_PIECE, SMART,
         "adafruit/Adafruit_CircuitPython_PN532#13"),
    Kind("bank card random", _card(4, b"\x00\x04", 0x20, _LONG_ATS, 1000, is_random=True),
         NO_PIECE, SMART, "adafruit/Adafruit_Python_PN532#14"),
    Kind("bank card mute", _card(7, b"\x00\x44", 0x20, _EMV, 1000, 77000, None), NO_PIECE, SMART,
         "esphome/esphome#16979"),
    Kind("passport", _card(4, b"\x00\x08", 0x20, _LONG_ATS, 4800, 30000, is_random=True), NO_PIECE,
         SMART, "ICAO Doc 9303, random UID"),
    Kind("card with a short ats", _card(7, b"\x03\x44", 0x20), NO_PIECE, SMART,
         "ISO/IEC 14443-4, 5.2: TL alone"),
    Kind("card of 10 bytes", _card(10, b"\x00\x84", 0x00), NO_PIECE, OTHER,
         "ISO/IEC 14443-3, 6.5.4: triple size UID"),
    Kind("smart card of 10 bytes", _card(10, b"\x00\x84", 0x20, _LONG_ATS), NO_PIECE, SMART,
         "ISO/IEC 14443-3, 6.5.4: triple size UID"),
)

WELL, SILENT, BLIND = "ok", "silent", "ok, but finds no tag"
READERS = (
    Part("genuine", {}, WELL, "", "PN532 user manual UM0701-02"),
    Part("late ack", {"ack_us": 14500}, WELL, "",
           "UM0701-02, 6.2.3: within 15 ms; nfc-tools/libnfc#429"),
    Part("ack too late", {"ack_us": 40000}, SILENT, "answers too late", "nfc-tools/libnfc#429"),
    Part("slow answers", {"think_us": 9000}, WELL, "", "esphome/esphome#147"),
    Part("first frame lost", {"wakes": True}, WELL, "",
           "nfc-tools/libnfc#429; esphome/issues#492, #585"),
    Part("slow start", {"boot_us": 300000}, WELL, "", "esphome/issues#492, #585"),
    Part("garbage at first", {"noise": 1}, WELL, "", "nfc-tools/libnfc#429"),
    Part("short sam", {"sam": (1,)}, WELL, "", "nfcpy/nfcpy#158"),
    Part("sam without irq", {"sam": (2,)}, WELL, "", "UM0701-02, 7.2.10: the third is optional"),
    Part("long sam", {"sam": (3,)}, WELL, "", "Adafruit's and Seeed's drivers send all three"),
    Part("no sam", {"sam": ()}, SILENT, "does not take its set-up", "nfcpy/nfcpy#158"),
    Part("no parameters", {"parameters": False}, WELL, "", "clones with less firmware"),
    Part("slow select", {"settle_us": 60}, SILENT, "set hz in pins.toml",
           "adafruit/Adafruit-PN532#117, #125"),
    Part("other status bits", {"status": 0x80}, WELL, "",
           "UM0701-02, 6.2.5: bit 0 of the status byte is what counts"),
    Part("a zero more", {"lead": 1}, SILENT, "garbled",
           "drivers that swallow zeros before a frame; UM0701-02, 6.2.1.1 has one"),
    Part("short uids only", {"sizes": (4,)}, BLIND, "a dead coil", "nfc-tools/libnfc#352"),
)


_AT_ONCE, _AFTER_80, _THIRD = "at once", "the first click after 80 ms", "the second after 80 ms"
_FULL, _HALF, _QUARTER = "a whole cycle", "half a cycle", "a quarter of a cycle"
_DATA_SHEETS = "data sheets of Alps EC11, Bourns PEC11"
KNOBS = (
    Part("full 11", {}, _AT_ONCE, _FULL, _DATA_SHEETS),
    Part("full 00", {"is_closed": True}, _AT_ONCE, _FULL,
         "miketeachman/micropython-rotary#10; peterhinch/micropython-async#82"),
    Part("half 11", {"size": "half"}, _AFTER_80, _HALF,
         "KY-040: TTitanUA/micropython_rotary_encoder#3; buxtronix/arduino#5; brianlow/Rotary#19"),
    Part("half 00", {"size": "half", "is_closed": True}, _AFTER_80, _HALF,
         "wokwi/wokwi-docs#168; the same knob a click further"),
    Part("quarter 11", {"size": "quarter"}, _THIRD, _QUARTER, "adafruit/circuitpython#5431"),
    Part("quarter 00", {"size": "quarter", "is_closed": True}, _THIRD, _QUARTER,
         "adafruit/circuitpython#5431"),
)
_RIGHT, _SET = "right", "right with the setting lights"
STRIPS = (
    Part("grb", "GRB", _RIGHT, "", "WS2812B, SK6812: data sheets"),
    Part("rgb", "RGB", _SET, "RGB", "WS2812B-2020, many strings: FastLED/FastLED#267"),
    Part("brg", "BRG", _SET, "BRG", "qmk/qmk_firmware#10184"),
    Part("rbg", "RBG", _SET, "RBG", "FastLED/FastLED#267"),
    Part("gbr", "GBR", _SET, "GBR", "FastLED/FastLED#267"),
    Part("bgr", "BGR", _SET, "BGR", "FastLED/FastLED#267"),
    Part("grbw", "GRBW", _SET, "GRBW",
         "SK6812 RGBW: micropython/micropython#2478; jgarff/rpi_ws281x#286"),
    Part("rgbw", "RGBW", _SET, "RGBW", "jgarff/rpi_ws281x#286"),
)
DISPLAYS = (
    Part("ssd1306", oled.Oled, _RIGHT, "", "Solomon SSD1306 data sheet"),
    Part("ssd1309", oled.Ssd1309, _RIGHT, "", "Solomon SSD1309 data sheet"),
    Part("sh1106", oled.Sh1106, _RIGHT, "", "Sino Wealth SH1106 data sheet; olikraus/u8g2#149"),
)


def _kind(table: "tuple[Any, ...]", name: str, what: str) -> "Any":
    for kind in table:
        if kind.name == name:
            return kind
    names = ", ".join([kind.name for kind in table])
    raise ValueError("there is no %s %s; there are: %s" % (what, name, names))


def make(name: str, number: int = 1) -> "Tag | Card":
    """Return a tag or card of a kind; raises ValueError if there is none of that name."""
    found: "Tag | Card" = _kind(KINDS, name, "tag or card").build(number)
    return found


def traits(name: str) -> "Json":
    """Return the traits of a kind of reader; raises ValueError."""
    return dict(_kind(READERS, name, "reader").traits)


def knob(name: str) -> "Json":
    """Return the traits of a kind of knob, for `World.fit_knob`, such as "half 00" or "half 00
    bouncing"; raises ValueError."""
    words = name.split(" ")
    bounces = words[-1] == "bouncing"
    found = dict(_kind(KNOBS, " ".join(words[: len(words) - bounces]), "knob").traits)
    found["bounces"] = bounces
    return found


def strip(name: str) -> str:
    """Return the order of a kind of strip, which may be any order of the colours in capitals;
    raises ValueError."""
    if sorted(name) in (["B", "G", "R"], ["B", "G", "R", "W"]):
        return name
    return str(_kind(STRIPS, name, "strip").traits)


def display(name: str) -> "Callable[..., Any]":
    """Return the class of a kind of display; raises ValueError."""
    found: "Callable[..., Any]" = _kind(DISPLAYS, name, "display").traits
    return found


def rows(table: "tuple[Any, ...]") -> list[str]:
    """Return the kinds of one of the tables above as rows of a table of docs/parts-as-sold.md."""
    found = []
    for kind in table:
        tools = kind.tools if table is KINDS else kind.doctor or "well"
        found.append("| %s | %s | %s | %s |" % (kind.name, kind.table, tools, kind.source))
    return found
