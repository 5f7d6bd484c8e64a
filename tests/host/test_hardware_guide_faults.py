"""Wrong words in the guide, planted one by one: each is refused with its page and line."""

import re
import shlex
import shutil

import pytest

from hardware import __main__ as hardware_commands
from hardware import guide, guide_facts, guide_figures
from hardware.source import ROOT, Design, SourceError
from host_tools import cli

pytestmark = pytest.mark.deep

PAGES = sorted(guide.DOCS.glob("*.md"))
FAULTS = {
    "MISO on another pin": ("2-one-cell", "| MISO | GP16 |", "| MISO | GP12 |", "GP12 is"),
    "MISO on MOSI's pin": ("2-one-cell", "| MISO | GP16 |", "| MISO | GP19 |", "GP19 is"),
    "a pin that nobody uses": ("2-one-cell", "| SS | GP17 |", "| SS | GP2 |", "GP2 is of nobody"),
    "VCC on 3.3 V": ("2-one-cell", "| VCC | VBUS", "| VCC | 3V3", "VCC is joined to 3V3"),
    "GND on 5 V": ("2-one-cell", "| GND | GND |", "| GND | VBUS |", "GND is joined to VBUS"),
    "sense on another pin": ("2-one-cell", "VBUS to GP26", "VBUS to GP27", "GP27 is FACING_EAST"),
    "first light on another pin": ("2-one-cell", "light to GP22", "light to GP20", "GP20 is"),
    "first light by its output": ("2-one-cell", "DI of the first", "DOUT of the first", "DOUT"),
    "the strip's output": ("evening", "marked DIN", "marked DOUT", "go into DOUT"),
    "adapter of 3.3 V": ("evening", "the adapter's 5 V", "the adapter's 3.3 V", "VCC goes to 3.3"),
    "loop plug on 3.3 V": ("6-wire", "wires 13 and 15", "wires 12 and 15", "joins ways 12 and 15"),
    "loop plug beside": ("troubleshooting", "ways 13 and 15", "ways 13 and 14", "ways 13 and 14"),
    "resistor at the latch": ("6-wire", "wires 9 and 10", "wires 11 and 10", "joins ways 11 and"),
    "resistor on a signal": ("6-wire", "wires 9 and 10", "wires 9 and 11", "joins ways 9 and 11"),
    "loop plug of 1.5 kilohm": ("6-wire", "resistor of 150 ohm", "resistor of 1.5 kilohm", "1.5"),
    "loop plug of 33 ohm": ("grid3", "resistor of 150 ohm", "resistor of 33 ohm", "has 33 ohm"),
    "3.3 V at another way": ("5-solder", "(way 12", "(way 14", "way 14 of the ribbon is not"),
    "switches on HSU": ("evening", "stand on SPI", "stand on HSU", "set to HSU"),
    "switches on I2C": ("2-one-cell", "switches to SPI", "switches to I2C", "set to I2C"),
    "modules set to I2C": ("6-wire", "Set every module to SPI", "Set every module to I2C", "I2C"),
    "switches on SPI at a serial adapter": ("evening", "stand on HSU", "stand on SPI", "to SPI"),
    "a chip in no bill": ("5-solder", "74HC165, U3", "74HC166, U3", "74HC166 is in no bill"),
    "another shifter": ("evening", "**74AHCT125**", "**74AHC125**", "74AHC125 is in no bill"),
    "a diode in no bill": ("2-one-cell", "diode 1N5401", "diode 1N4148", "1N4148 is in no bill"),
    "another tag": ("3-order", "Tags: NTAG213", "Tags: NTAG424", "NTAG424 is in no bill"),
    "a kind of part in no bill": ("evening", "You also need a USB cable", "You also need a diode, "
                                  "a USB cable", "diode is in no bill"),
    "a heat sink in no bill": ("5-solder", "The same order, U4 first.", "The same order, "
                               "U4 first, with a heat sink.", "heat sink is in no bill"),
    "a divider of another value": ("2-one-cell", "put 10 kilohm", "put 15 kilohm", "15 kilohm"),
    "a profile that is none": ("7-first-light", "--profile grid3", "--profile grid4", "is no"),
    "a board that is none": ("1-choose", "**`grid6`**", "**`grid7`**", "grid7 is no board"),
    "a reference that is none": ("grid3", "D1 lights", "D9 lights", "no board has D9"),
    "a connector that is none": ("troubleshooting", "voltage at J3", "voltage at J33", "has J33"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_page(tmp_path, name):
    page, old, new, words = FAULTS[name]
    shutil.copytree(guide.DOCS, tmp_path, dirs_exist_ok=True)
    path = tmp_path / f"{page}.md"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(SourceError) as caught:
        guide_facts.check(Design(), tmp_path)
    assert words in caught.value.what and caught.value.cure
    where, line = caught.value.where.split(":")
    near = "\n".join(path.read_text().splitlines()[int(line) - 1:int(line) + 6])
    assert where == path.name and new in near


FIGURES = {
    "mode switches the other way": ("evening", "1 is off and 2 is on", "1 is on and 2 is off"),
    "a feed's leg": ("evening", "to VBUS (leg 40)", "to VBUS (leg 39)"),
    "two legs exchanged": ("evening", "SDA to leg 6, SCL to leg 7", "SDA to leg 7, SCL to leg 6"),
    "a leg of the knob": ("evening", "legs 9, 10, 11", "legs 9, 10, 12"),
    "legs of the shifter": ("evening", "legs 1 and 7 at ground, 14", "legs 1 and 14 at ground, 7"),
    "a shifter of 16 legs": ("evening", "with 14 legs", "with 16 legs"),
    "a strip cut too early": ("evening", "cut it after light 36", "cut it after light 35"),
    "a strip too short": ("evening", "36 lights are 60 cm", "36 lights are 50 cm"),
    "a feed that is none": ("evening", "legs 36, 38, 40 and 3", "legs 36, 38, 39 and 3"),
    "the guard's volts": ("5-solder", "5.6 and 5.9 V", "6.6 and 6.9 V"),
    "another pin cut off": ("5-solder", "pin 8** (RSTO", "pin 7** (RSTO"),
    "another pin cut off at the pad": ("5-solder", "its pin 8 cut off", "its pin 1 cut off"),
    "another edge of the ribbon": ("6-wire", "red edge is way 1", "red edge is way 16"),
    "legs of the transistor": ("facings", "collector, base, emitter", "emitter, base, collector"),
    "legs of the regulator": ("facings", "ground, input, output", "input, ground, output"),
    "sensors on 5 V": ("facings", "3.3 V at leg 1", "5 V at leg 1"),
    "ways one too low": ("facings", "Ways 1 to 9 of U1", "Ways 0 to 8 of U1"),
    "a sensor elsewhere": ("facings", "sensor 16.5 mm east", "sensor 15.5 mm east"),
    "another magnet": ("facings", "magnets of 6 x 2 mm", "magnets of 8 x 2 mm"),
    "another threshold": ("facings", "takes 3 mT", "takes 5 mT"),
}


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure(tmp_path, name):
    page, old, new = FIGURES[name]
    shutil.copytree(guide.DOCS, tmp_path, dirs_exist_ok=True)
    path = tmp_path / f"{page}.md"
    text = path.read_text()
    path.write_text(text.replace(old, new, 1))
    line = text.count("\n", 0, text.index(old)) + 1
    with pytest.raises(SourceError, match="the page says") as caught:
        guide_figures.check(Design(), tmp_path)
    where, at = caught.value.where.split(":")
    assert where == path.name and line - 1 <= int(at) <= line


def test_a_sentence_that_is_gone_is_missed(tmp_path):
    shutil.copytree(guide.DOCS, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "6-wire.md"
    path.write_text(path.read_text().replace("red edge", "edge in red"))
    with pytest.raises(SourceError, match="no longer says"):
        guide_figures.check(Design(), tmp_path)


def test_the_doctor_and_the_guide_agree_on_the_mode_switches():
    first, second = Design().datasheets.data["figures"]["PN532 V3"]["spi"]
    text = (ROOT / "host_tools" / "core" / "walk.py").read_text()
    assert re.findall(r"SPI: (1 \w+, 2 \w+)", text) == [f"1 {first}, 2 {second}"] * 2


def commands(text):
    """(whole words) of each command of ours in a page's text."""
    said = re.findall(r"(?:`|^ *)((?:\.venv/bin/)?(?:leyboard|python -m hardware) [^`\n>]+)", text,
                      re.MULTILINE)
    return [shlex.split(one.removeprefix(".venv/bin/")) for one in said]


def is_known(words):
    """Is a command one of ours, with options that it takes?"""
    if words[0] == "python":
        return words[3] in hardware_commands.COMMANDS
    try:
        cli.parser(words[1]).parse_args(words[1:])
    except SystemExit:
        return False
    return True


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_each_command_of_a_page_is_one(path):
    assert [words for words in commands(path.read_text()) if not is_known(words)] == []


@pytest.mark.parametrize("command", [
    "leyboard docter", "leyboard doctor --wlak", "python -m hardware chek",
    "leyboard tags wirte --game mars", "leyboard flash --profiel grid3"])
def test_a_command_that_is_none(command):
    assert [is_known(words) for words in commands(f"Type `.venv/bin/{command}` there.".replace(
        ".venv/bin/python", "python"))] == [False]
