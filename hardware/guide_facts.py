"""Compares the guide's statements about pins, ribbon, parts, references and profiles with the
circuits, bills and boards: sentence by sentence and row by row."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hardware import boards, guide, pinout, pins
from hardware.electronics import circuits, facings
from hardware.source import Design, SourceError

_PAGES = ("[1-8]-*.md", "evening.md", "facings.md", "grid3.md", "troubleshooting.md", "safety.md")
_CHIP = re.compile(r"\b(?:(?:CD)?74[A-Z]+\d+|MCP\d+|[12]N\d{4}|B[CT]\d{3}|TPS\d+|TL\d{3}|LM\d+|"
                   r"WS28\d\d|SK68\d\d|DRV\d+|KY-\d+|PN\d{3}|SH\d{4}|SSD\d{4}|NTAG\d+|MF-R\w+|"
                   r"ULN\d+|MAX\d+)")
_KINDS = re.compile(r"\b(diode|capacitor|transistor|relay|potentiometer|crystal|battery|regulator|"
                    r"optocoupler|thermistor|inductor|servo|motor|resistor|buzzer|heat sink|"
                    r"spacer|standoff|ferrule|washer|speaker|antenna)s?\b")
_REFERENCE = re.compile(r"\b((?:J|U|R|C|D|Q|F|RN|BZ)\d{1,2})\b")
_OTHER_WORDS = {"SUPPLY_SENSE": ("5 V", "VBUS"), "PAD_POWER": ("switch",), "PIXELS_3V3": ("DI",)}


class Said(NamedTuple):
    """A sentence or a row of a table; `page`, its `line`, the `heading` over it."""

    page: str
    line: int
    heading: str
    text: str

    def error(self, what: str, cure: str) -> SourceError:
        """Return a SourceError at the paragraph of this sentence."""
        return SourceError(f"{self.page}:{self.line}", what, cure)


def sentences(page: str, text: str) -> Iterator[Said]:
    """Give each sentence and each row of a page, except for parts that are made from the sources.
    """
    heading, start, block = "", 1, ""
    text = guide.MADE.sub(lambda made: "\n" * made[0].count("\n"), text)
    for number, line in enumerate([*text.splitlines(), ""], 1):
        alone = line.startswith(("#", "|")) or re.match(r"\s*(?:- |\d+\. |$)", line)
        if alone and block:
            for sentence in re.split(r"(?<=[.:;!?])\s+(?=[A-Z(`*])", block):
                yield Said(page, start, heading, " ".join(sentence.split()))
            block = ""
        if line.startswith("#"):
            heading = line.lstrip("# ")
        elif line.startswith("|"):
            yield Said(page, number, heading, line)
        elif line.strip():
            start = start if block else number
            block += line + "\n"


def _gpios(design: Design) -> dict[int, set[str]]:
    """Return {GP number: words}; a sentence about that pin has one of these words."""
    named = pins.table(design.pins, True)
    table = pinout.Table(circuits.main_board(pins.table(design.pins)), design.pinout, named)
    found = {}
    for pin in named.values():
        net = str(pin["net"])
        near = {p.name for p in table.on.get(table.wire.get(net, net), [])
                if p.part != "pico" and p.kind != "passive"}
        found[int(pin["gp"])] = {net, *near, *_OTHER_WORDS.get(net, ())}
    return found


def _gpio(said: Said, gpios: dict[int, set[str]]) -> None:
    """Raise SourceError for a pin of the Pico that is not on the wire in the sentence."""
    for gp in map(int, re.findall(r"\bGP(\d+)\b", said.text)):
        words = gpios.get(gp, set())
        if not any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", said.text) for word in words):
            raise said.error(f"GP{gp} is {' or '.join(sorted(words)) or 'of nobody'}, and the "
                             f"page says: {said.text}", "Name the pin of pins.toml")


def _reader(said: Said, known: dict[str, str]) -> None:
    """Raise SourceError for a reader on a wrong supply, or with its switches on a wrong bus."""
    cells = [cell.strip() for cell in said.text.strip("|").split("|")]
    kind = known.get(f"pn532 {cells[0]}") if len(cells) > 1 else None
    if kind == "power" and not re.match(r"VBUS|5 V", cells[1]):
        raise said.error(f"a reader's {cells[0]} is joined to {cells[1]}", "Join it to 5 V (VBUS)")
    if kind == "ground" and not re.match(r"GND|ground", cells[1]):
        raise said.error(f"a reader's {cells[0]} is joined to {cells[1]}", "Join it to ground")
    for volts in re.findall(r"\bVCC to [^.;]*?(\d(?:\.\d)?) ?V\b", said.text):
        if volts != "5":
            raise said.error(f"a reader's VCC goes to {volts} V", "Join it to 5 V")
    if re.search(r"\bswitch(?:es)?\b|\b[Ss]et\b.*\bmodule", said.text):
        for bus in re.findall(r"\b(SPI|I2C|HSU)\b", said.text):
            if bus != ("HSU" if "no Pico" in said.heading else "SPI"):
                raise said.error(f"a reader's switches are set to {bus}: {said.text}",
                                 "Set them to SPI; to HSU only for a serial adapter")


def _lights(said: Said, known: dict[str, str]) -> None:
    """Raise SourceError for data that go into the wrong end of a string."""
    for ends in re.findall(r"data go in at the end marked (\w+)|\b(D\w+) of the first light",
                           said.text):
        end = "".join(ends)
        if known.get(f"lights {end}", known.get(f"lights {end}N")) != "input":
            raise said.error(f"the data of the lights go into {end}", "Name their input")


def _ribbon(said: Said, design: Design) -> None:
    """Raise SourceError for ways of the loop plug that are not those of the circuit."""
    clock = circuits.way("CHAIN_CLOCK")
    joined = {circuits.way("CHAIN_DATA"), circuits.way("CHAIN_RETURN")}
    for one, two, how in re.findall(r"(?:wires|ways) (\d+) and (\d+)(.*?)(?=wires|ways|$)",
                                    said.text):
        pair = {int(one), int(two)}
        ended = clock in pair and circuits.RIBBON.get(max(pair - {clock}, default=0)) == "GND"
        if not (ended if re.search("resistor|ohm", how) else pair == joined):
            raise said.error(f"the loop plug joins ways {one} and {two}: {said.text}",
                             f"Join {min(joined)} and {max(joined)}; the resistor is at {clock}")
    for way in re.findall(r"3\.3 V \(way (\d+)", said.text):
        if circuits.RIBBON.get(int(way)) != "+3V3":
            raise said.error(f"way {way} of the ribbon is not 3.3 V", "Name the way of RIBBON")
    if "loop plug" in said.text:
        plug = [design.parts[part]["value"] for part in design.bills.data["ribbon_end"]]
        for value, kilo in re.findall(r"([\d.]+) (kil)?ohm", said.text):
            if kilo or value not in plug:
                raise said.error(f"the loop plug has {value} {kilo}ohm, the circuit has not",
                                 "Name the resistor of [ribbon_end]")


def _resistors(said: Said, values: set[str]) -> None:
    """Raise SourceError for a resistor with a value that is not in the plans."""
    if re.search(r"\bresistors?\b|\bGP\d", said.text):
        for value, kilo in re.findall(r"([\d.]+) (kil)?ohm", said.text):
            if value + ("k" if kilo else "") not in values:
                raise said.error(f"no resistor has {value} {kilo}ohm", "Name one of the bill")


def _parts(said: Said, listed: str) -> None:
    """Raise SourceError for a part that is in none of a page's bills."""
    avoided = re.search(r"\b[Nn]ot\b|too slow|another switch", said.text)
    for part in [] if avoided else _CHIP.findall(said.text.replace("*", "")):
        if part not in listed:
            raise said.error(f"{part} is in no bill", "Put it into the bill, or name another")
    for kind in _KINDS.findall(said.text.lower()) if "no " not in said.text else []:
        if kind not in listed.lower():
            raise said.error(f"a {kind} is in no bill: {said.text}", "Put it into the bill")


def _names(said: Said, references: set[str], profiles: set[str]) -> None:
    """Raise SourceError for a reference that no board has, or an unknown profile."""
    for ref in _REFERENCE.findall(said.text):
        if ref not in references:
            raise said.error(f"no board has {ref}", "Name a part of circuits.py")
    for name in re.findall(r"--profile (\w+)|`((?:grid|hall|hex|isles)\d+)`", said.text):
        if "".join(name) not in profiles:
            raise said.error(f"{''.join(name)} is no board",
                             f"Name one of {', '.join(sorted(profiles))}")


def _listed(design: Design, page: str) -> str:
    """Return the words of all parts in a page's bills."""
    own = {"evening.md": design.bills.data["evening"], "facings.md": (
        *facings.sensors().parts(), *design.bills.data["facings"], "magnet6")}.get(page)
    if own is None:
        own = guide.bought(design)
    bought = design.boards.data["breadboards"]["evening"]["bought"]
    return " ".join([*(" ".join(design.parts[part][key] for key in
                                ("what", "value", "mpn", "substitute")) for part in own), *bought])


def check(design: Design, docs: Path = guide.DOCS) -> list[tuple[str, ...]]:
    """Return a row for rules.py."""
    main = circuits.main_board(pins.table(design.pins))
    references = {ref for circuit in (circuits.block(design.boards), main,
                                      circuits.hall_block(design.boards), facings.sensors())
                  for ref in circuit.components}
    profiles = {*boards.boards(design.boards), *boards.breadboards(design.boards)}
    known = {f"{part} {text.rsplit(' ', 1)[0]}": text.rsplit(" ", 1)[1]
             for part in ("pn532", "lights") for number, text in design.pinout.data[part].items()
             if number.isdigit()}
    values = {row["value"] for part, row in design.parts.rows.items() if re.match(r"r\d", part)}
    gpios, count = _gpios(design), 0
    for path in sorted(path for pattern in _PAGES for path in docs.glob(pattern)):
        listed = _listed(design, path.name)
        for said in sentences(path.name, path.read_text(encoding="utf-8")):
            _gpio(said, gpios)
            _reader(said, known)
            _lights(said, known)
            _ribbon(said, design)
            _resistors(said, values)
            _parts(said, listed)
            _names(said, references, profiles)
            count += 1
    return [("guide: sentences whose pins, parts, references and profiles are there", f"{count}",
             "all", "-", "-")]
