"""A person who uses the keyboard only."""

import json
import math
import re

from playwright.sync_api import expect

from tests.people.person import SIDES, Person, plain
from tests.window import cell, hand_pause

# An arrow's step, and how many places an arrow goes with Shift (sim/window/page/board/board.js).
ARROWS = {"ArrowUp": (0, 1), "ArrowDown": (0, -1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}
FAR = 3


class Keys(Person):
    """Plays with keys: an ordinary action takes at most MOST keys, and some element has the focus
    after each key."""

    MOST = 6
    most = 0  # the most keys for an action so far

    def press(self, key):
        self.page.keyboard.press(key)
        self.pressed += 1
        self._check_focus(key)

    def _check_focus(self, after):
        lost = "the focus was lost after %s" % after
        # A dialog returns the focus a moment after it has closed.
        expect(self.page.locator(":focus").first, lost).to_be_attached()

    def _act(self, plan):
        self.pressed = 0
        self.ordinary = True
        super()._act(plan)
        self._check_focus(plan["words"])
        if self.ordinary:
            self.most = max(self.most, self.pressed)
            assert self.pressed <= self.MOST, "%d keys for %s" % (self.pressed, plan["words"])

    def begin(self, title, options=None):
        page = self.page
        self.pressed = 0
        wanted = page.locator("dialog .card", has=page.get_by_text(title, exact=True))
        while not wanted.locator("input").is_checked():
            self.press("ArrowDown")
        if options:
            self._tab_to("summary")
            self.press("Enter")
        for name, value in (options or {}).items():
            self._tab_to("[name='option.%s']" % name)
            select = page.locator("[name='option.%s']" % name)
            while select.input_value() != json.dumps(value):
                self.press("ArrowDown")
        self._tab_to("footer .main")
        self.press("Enter")

    def _tab_to(self, selector):
        for _ in range(60):
            self.press("Tab")
            if self.page.locator("dialog %s:focus" % selector).count():
                return
        raise AssertionError("no way to %s by Tab" % selector)

    def lay(self, origin, spot, beside):
        page = self.page
        if origin[0] == "tray":
            held = self._number(origin, beside)
        else:
            slots = [slot for slot in ("c5", "d5", "e5", "f5", "g5") if self.game.NAME == "market"]
            held = slots.index(origin[1]) + 1 if origin[1] in slots else self._only(origin[1])
        if held:
            self.press(str(held))
        else:
            self._go(origin[1])
            self.press("Enter")
        expect(page.locator("body.holding")).to_have_count(1)
        if beside:
            side = int(page.locator("#hand").get_attribute("data-side"))
            turns = (SIDES.index(beside) - side) % 4
            for _ in range(min(turns, 4 - turns)):
                self.press("r" if turns < 3 else "Shift+R")
        self._go(spot)
        self.press("Enter")

    def _only(self, spot):
        """Return the number key for the piece at a spot if it is the only one of its kind, else
        0."""
        pieces = self._there(lambda: self.live.facts["tags"]["pieces"])
        [kind] = [(one["seat"], one["name"]) for one in pieces if one["at"] == spot]
        alike = [one for one in pieces if (one["seat"], one["name"]) == kind]
        return self._number(("tray", *kind), None) if len(alike) == 1 else 0

    def _number(self, origin, whole):
        """Return the number key for a piece in the trays."""
        page = self.page
        if whole:
            keys = page.locator(".tray.front .domino").evaluate_all(
                "all => all.map((one) => one.dataset.key)")
            pair = "".join(re.findall(r"\d", origin[2])[1:])
            known = [key for key in ("domino " + pair, "domino " + pair[::-1]) if key in keys]
            return keys.index(known[0]) + 1
        there = page.locator(".tray.front .stack, .tray[data-seat='-1'] .stack")
        there.first.wait_for()  # the page may have just been opened
        stacks = there.evaluate_all(
            "all => all.map((one) =>"
            " [Number(one.closest('.tray').dataset.seat), one.dataset.name])"
        )
        stacks.sort(key=lambda stack: stack[0] < 0)  # shared pieces come last
        return stacks.index([origin[1], origin[2]]) + 1

    def _go(self, spot):
        """Move the cursor of the board to a spot: by its name, or on hexes also by the arrow
        keys."""
        if self.live.facts["board"]["hex"]:
            hand_pause(self.page, 200)  # one looks first where the piece fits
            keys = self._way(spot)
        else:
            keys = spot
        for key in keys:
            self.press(key)
        expect(cell(self.page, spot)).to_be_focused()

    def _way(self, goal):
        """Return the shortest sequence of keys to an open spot: arrows from the cursor, or the
        coordinate of a hex and arrows from there."""
        at = {spot["name"]: (spot["x"], spot["y"]) for spot in self.live.facts["board"]["spots"]}
        among = list(at)
        if self.page.locator("body.holding").count():
            closed = self.page.locator(".spot.closed").evaluate_all(
                "all => all.map((one) => one.dataset.spot)")
            among = [name for name in self.live.facts["state"]["open"] if name not in closed]
        now = self.page.evaluate("document.activeElement.dataset.spot")
        ways = {now: []} if now else {}
        hexes = [name for name in at if name.isdigit()]
        typed = {name: list(self._texts.render(("at", name), self.game.NAME)) for name in hexes}
        for length in range(Keys.MOST):
            if goal in ways:
                return ways[goal]
            if length == 2:
                ways = typed | ways
            for name in [name for name, way in ways.items() if len(way) == length]:
                for key, step in ARROWS.items():
                    for keys, times in ((key, 1), ("Shift+" + key, FAR)):
                        there = name
                        for _ in range(times):
                            there = _beside(at, among, there, step) or there
                        ways.setdefault(there, ways[name] + [keys])
        raise AssertionError("no way leads to %s" % goal)

    def turn(self, plan):
        right, left = self.turns(plan)
        for _ in range(min(right, left)):
            self.press("r" if right <= left else "Shift+R")
        self._see(plan)
        self.press("Enter")

    def reply(self, said):
        # It takes no key so soon.
        expect(self.page.locator("#actions.ignores-input")).to_have_count(0)
        answers = self.page.locator("#actions [data-key^='answer ']").evaluate_all(
            "all => all.map((one) => one.innerText.toLowerCase())")
        wanted = [number for number, text in enumerate(answers, 1) if text in said]
        if wanted:
            self.press(str(wanted[0]))

    def answer(self, keys, words):
        if words[0] in ("bank", "offer"):
            return self._trade(words)
        self.deed(keys)
        self.press("0")
        self._reach(lambda text, key: key in keys)
        self.press("Enter")
        return self._choose(words)

    def _reach(self, wanted):
        """Move to a control with the arrow keys in the shorter direction."""
        all_, at = self._controls()
        goals = [i for i, (text, key) in enumerate(all_) if wanted(text, key)]
        assert goals, "no such control: %s" % all_
        steps = (goals[0] - at) % len(all_)
        down = steps <= len(all_) // 2
        for _ in range(steps if down else len(all_) - steps):
            self.press("ArrowDown" if down else "ArrowUp")

    def _controls(self):
        """Return the controls around the focused one as (text, key), and its index."""
        return self.page.evaluate("""() => {
            const inside = document.activeElement.closest("#actions, dialog .body");
            if (!inside) return [[], -1];
            const all = [...inside.querySelectorAll("button:enabled, input, select, summary")]
                .filter((one) => one.checkVisibility());
            return [all.map((one) => [one.getAttribute("aria-label") ?? one.innerText,
                one.dataset.key ?? ""]), all.indexOf(document.activeElement)];
        }""")

    def _choose(self, words):
        for level in range(1, len(words) + 1):
            if not self.page.locator("dialog[open] .answers button").count():
                return
            self.ordinary = False
            if self.choice(words, level).count():
                wanted = plain(words[level] if level < len(words) else None)
                self._reach(lambda text, key, wanted=wanted: key == wanted)
                self.press("Enter")

    def _trade(self, words):
        self.ordinary = False
        self.deed(["trade"])
        self.press("0")
        if not self.page.locator("#actions details[open]").count():
            self._reach(lambda text, key: key == "trade")
            self.press("Enter")
        for button in self.steps(words):
            self._reach(lambda text, key, button=button: text == button)
            self.press("Enter")
        for seat in range(self.game.seats):
            if words[0] == "offer" and seat != self.seat and seat not in words[3]:
                self._reach(lambda text, key, to="to %d" % seat: key == to)
                self.press("Enter")
        self._reach(lambda text, key: key == words[0])
        self.press("Enter")

    def bid(self, coins):
        self.deed(["bid"])
        self.press("0")
        for digit in str(coins):
            self.press(digit)
        self.press("Enter")
        sure = self.page.locator("#actions [data-key='bid yes']")
        expect(sure).to_be_focused()
        self.press("Enter")
        try:
            expect(sure).to_have_count(0, timeout=3000)
        except AssertionError:  # somebody had acted in the moment before: the key did nothing
            self.press("Enter")

    def again(self):
        self.pressed = 0
        self.press("0")
        self.press("Enter")


def _beside(at, among, name, step):
    """Return the adjacent spot, as the arrow keys of the page find it (board.js)."""
    best = None
    least = math.inf
    x, y = at[name]
    for other in among:
        if other not in at:
            continue
        east, north = at[other][0] - x, at[other][1] - y
        ahead = east * step[0] + north * step[1]
        aside = abs(east * step[1]) + abs(north * step[0])
        far = math.hypot(east, north)
        if ahead > 0.01 and aside < ahead + 0.001 and far < least - 0.001:
            best, least = other, far
    return best
