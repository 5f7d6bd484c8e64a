"""A person who drags pieces and clicks."""

import contextlib
import json
import re

from playwright.sync_api import TimeoutError as TimedOut

from tests.people.person import OPTIONS, SIDES, Person
from tests.window import cell, drag, middle


class Mouse(Person):
    """Plays with a mouse."""

    def begin(self, title, options=None):
        """Choose a game on the welcome page and begin it, with options {name: value}."""
        page = self.page
        page.locator("dialog .card", has=page.get_by_text(title, exact=True)).click()
        for seat in range(1, self.people):
            page.locator("[name='player%d']" % seat).select_option("human")
        if options:
            page.get_by_text(OPTIONS, exact=True).click()
        for name, value in (options or {}).items():
            page.locator("[name='option.%s']" % name).select_option(json.dumps(value))
        page.get_by_role("button", name="Begin").click()

    def lay(self, origin, spot, beside):
        piece = self._piece(origin, beside)
        if beside:
            page = self.page
            page.mouse.move(*middle(piece))
            page.mouse.down()
            page.mouse.move(*middle(cell(page, spot)), steps=2)
            for _ in range(4):
                if page.locator("#hand").get_attribute("data-side") == str(SIDES.index(beside)):
                    break
                page.mouse.wheel(0, 100)
            page.mouse.up()
        else:
            drag(self.page, piece, cell(self.page, spot))

    def _piece(self, origin, whole):
        page = self.page
        if origin[0] == "spot":
            return cell(page, origin[1])
        if whole:
            pair = "".join(sorted(re.findall(r"\d", origin[2])[1:]))
            return page.locator(".domino[data-key='domino %s'], .domino[data-key='domino %s']"
                                % (pair, pair[::-1])).first
        return page.locator('.tray[data-seat="%d"] .stack[data-name="%s"]' % origin[1:])

    def turn(self, plan):
        for _ in range(self.turns(plan)[0]):
            self.page.get_by_role("button", name="Turn the tile").click()
        self._see(plan)
        self.page.get_by_role("button", name="Lay it so").click()

    def reply(self, said):
        buttons = self.page.locator("#actions [data-key^='answer ']")
        for number, text in enumerate(buttons.all_inner_texts()):
            if text.lower() in said:
                with contextlib.suppress(TimedOut):  # it has vanished meanwhile
                    buttons.nth(number).click(timeout=1000)
                return

    def answer(self, keys, words):
        if words[0] in ("bank", "offer"):
            return self._trade(words)
        self.deed(keys).click()
        return self._choose(words)

    def _choose(self, words):
        """Answer a dialog that asks for one of many actions word by word."""
        for level in range(1, len(words) + 1):
            if not self.page.locator("dialog[open] .answers button").count():
                return
            answer = self.choice(words, level)
            if answer.count():
                answer.click()

    def _trade(self, words):
        page = self.page
        self.deed(["trade"])
        if not page.locator("#actions details[open]").count():
            page.locator("#actions summary").click()
        for button in self.steps(words):
            page.get_by_role("button", name=button).click()
        if words[0] == "offer":
            for seat in range(self.game.seats):
                if seat != self.seat and seat not in words[3]:
                    page.locator('[data-key="to %d"]' % seat).click()
        page.locator('#actions [data-key="%s"]' % words[0]).click()

    def bid(self, coins):
        self.page.get_by_role("slider", name="Bid in coins").fill(str(coins))
        self.page.locator("#actions [data-key='bid it']").click()
        self.page.locator("#actions [data-key='bid yes']").click()

    def uncover(self):
        self.page.locator(".tray.front [data-key='reveal']").click()

    def again(self):
        self.page.get_by_role("button", name="Play again").click()
