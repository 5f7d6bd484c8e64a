"""The page with a bare Pico at the other end of Web Serial; needs MicroPython's image and the boot
ROM: make chip UF2=path BOOTROM=path
"""

import os

import pytest
from playwright.sync_api import expect

from sim.chip.pico import Pico
from tests.host.conftest import chromium, web_folder  # noqa: F401
from tests.host.test_realboard import dialog, folder, head, log  # noqa: F401
from tests.window import needs_chromium

UF2 = os.environ.get("LEYBOARD_UF2")
BOOTROM = os.environ.get("LEYBOARD_BOOTROM")
STEP_MS = 20  # of the chip's time, each time the page looks for bytes


class Chip:
    """An emulated Pico as the fake port of a page wants it."""

    def __init__(self, pico):
        self._pico = pico

    def talk(self, text):
        if text:
            self._pico.send(bytes.fromhex(text).decode("latin-1"))
        self._pico.run(STEP_MS)
        said, self._pico.serial = self._pico.serial, ""
        return said.encode("latin-1").hex()


@needs_chromium
@pytest.mark.skipif(not (UF2 and BOOTROM), reason="no image: make chip UF2=path BOOTROM=path")
def test_a_bare_pico_is_told_apart_and_takes_a_setting(dialog):  # noqa: F811
    """Code goes there as MicroPython takes it on a board: a window at a time."""
    with Pico("pad", UF2, BOOTROM, None) as pico:
        pico.run(3000)
        page = dialog(Chip(pico))
        expect(head(page)).to_contain_text("Raspberry Pi Pico with RP2040 with MicroPython")
        page.get_by_role("button", name="Settings", exact=True).last.click()
        page.locator("[name=real-theme]").fill("calm")
        page.locator("[name=real-theme]").press("Tab")
        expect(log(page)).to_have_text("theme is calm from now on")
        assert pico.files() == {"/settings.json": b'{"theme": "calm"}\n'}
