"""People at the browser window who play whole games there: with a mouse, or with keys alone.

They know what they want from a greedy player, who thinks on a copy of the game; all that they do
they do on the page, and they see there whether it worked.
"""

import json
import math
import re

from playwright.sync_api import expect

from games import make
from games.base import CHANCE, OVER
from games.rng import Rng
from games.texts import Texts
from sim import search
from table.interpret import expected
from tests.window import cell, drag, middle

# An arrow's step, and how many places an arrow goes with Shift (sim/window/page/board.js).
ARROWS = {"ArrowUp": (0, 1), "ArrowDown": (0, -1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}
FAR = 3
SIDES = ((1, 0), (0, -1), (-1, 0), (0, 1))  # of the other half of a domino: east, then clockwise
CARDS = ("wood", "clay", "wool", "wheat", "ore", "paper", "cloth", "coin")
WAIT_MS = 60_000


class Person:
    """Somebody who plays at `page` of the table of `server` (see tests/window.py): seat 0, or as
    many people as `people` says, each a seat, who pass the page on.

    Subclasses say how: `begin`, `lay`, `turn`, `reply`, `answer`, `bid`, `uncover` and `again`.
    """

    def __init__(self, page, server, people=1):
        self.page = page
        self.live = server.live
        self.people = people
        self.seat = 0  # who sits at the page now
        self._looks = None  # the seat that has said so, where they pass it on
        self._there = server.there
        self._texts = Texts()
        self._rng = Rng(5)
        self._player = search.player("greedy")

    def play(self):
        """Play the game on the table to its end; return it."""
        self._sit_down()
        while self._follow() != OVER:
            self._act(self._there(lambda: self._plan(self._think())))
        return self.game

    def take(self, words):
        """Take the action of these words, when it is this seat's turn."""
        self._sit_down()
        self._follow()
        self._act(self._there(lambda: self._plan(self.game.parse(words))))

    def _sit_down(self):
        game = self.live.app.session.game
        self.game = self._there(lambda: make(game.NAME, game.seats, game.options))

    def _think(self):
        return next(filter(None, self._player(self.game, self.seat, self._rng)))

    def _follow(self):
        """Wait until it is the turn of a seat at this page, or all is over, and the page shows it;
        return who acts."""
        for _ in range(WAIT_MS // 20):
            current = self._there(self._catch_up)
            mine = any(seat in current for seat in range(self.people)) and CHANCE not in current
            if current == OVER or mine and self._there(self._is_laid):
                break
            self.page.wait_for_timeout(20)
        else:
            raise AssertionError("the table waits for %s" % (current,))
        expect(self.events()).to_have_count(len(self.game.log))
        expect(self.page.locator(".piece.coming")).to_have_count(0)
        if self.people > 1 and current != OVER:
            self._pass_on(current)
        return current

    def _pass_on(self, current):
        """Give the page to the seat that it shows in front, one of `current`. Nobody sees what
        another seat hides, before that seat says that it looks and after."""
        fronts = ['.tray.front[data-seat="%d"]' % seat for seat in current]
        front = self.page.locator(", ".join(fronts))
        self.seat = int(front.get_attribute("data-seat"))
        if self._looks != self.seat:
            self._looks = None
        if self._there(self._hides) and self._looks is None:
            expect(front.locator("[data-key='reveal']")).to_be_visible()
            expect(self.page.locator("#hint")).to_have_attribute("aria-disabled", "true")
            assert not self.page.locator("#deeds button, .own :not(.cover, .cover *)").count()
            self._check_hidden(())
            self.uncover()
            self._looks = self.seat
        expect(self.page.locator("#hint")).to_have_attribute("aria-disabled", "false")
        expect(self.page.locator("[data-key='reveal']")).to_have_count(0)
        self._check_hidden((self.seat,))

    def _hides(self):
        """Does this seat hold something that the others must not see now? What a bid was is shown
        as soon as the order of play is known."""
        view = self.game.view(self.seat)
        return bool(self.game.private_view(self.seat)) and not view.get("order")

    def _check_hidden(self, looking):
        """Check that the page has nothing that only seats know who are not looking."""
        names = self._there(lambda: {
            name for seat in range(self.people) if seat not in looking
            for name in self.live.box.names(seat).values()})  # fmt: skip
        shown = self.page.content()
        assert not [name for name in names if name in shown]
        others = ['.tray[data-seat="%d"] .own > *' % seat
                  for seat in range(self.people) if seat != self.seat]  # fmt: skip
        expect(self.page.locator(", ".join(others))).to_have_count(0)

    def _catch_up(self):
        """Take on the copy what was taken on the table; return who is asked to act."""
        log = self.live.app.session.game.log
        while len(self.game.log) < len(log):
            entry = log[len(self.game.log)]
            self.game.apply(entry[0], entry[1:])
        current = self.game.current()
        return current if current == OVER else self.game.asked()[0]

    def _is_laid(self):
        """Has the table seen all pieces where they belong? Some come a moment after a record."""
        app = self.live.app
        layout = app.pieces.layout
        if layout is None or layout.game is not app.session.game:
            return False
        wanted = expected(layout.game, layout, layout.readers)
        return all(app.board.sense.seen[place] == wanted[place] for place in layout.readers)

    def events(self):
        return self.page.locator("#log li[data-seat]")

    def _plan(self, action):
        """Return how to take an action, {"words": of the action} and for a piece that is laid
        "from": ("spot", name) or ("tray", seat, name), "to": a spot, "face": how it lies there,
        "beside": (east, north) of a domino's other half or None, "said": what the table may call
        it."""
        game = self.game
        plan = {"words": game.text(action)}
        gesture = game.gesture(self.seat, action)
        put = [(game.spot_name(spot), piece) for spot, piece in gesture if piece]
        if not put:
            return plan
        if len(put) == 2 and game.NAME == "leylines":
            put.sort(key=lambda entry: game.face(entry[1]))  # hands take the lower half
        spot, piece = put[0]
        words = game.words(self.seat, action)
        said = {self._texts.say(["do", *words], game.NAME).lower()}
        said |= {self._texts.answer(words, n, game.NAME).lower() for n in range(len(words))}
        beside = None
        if len(put) == 2 and game.NAME == "leylines":
            one, two = [self._at(name) for name, _ in put]
            beside = (two[0] - one[0], two[1] - one[1])
        return plan | {"from": self._origin(gesture, game.token(piece)), "to": spot,
                       "face": game.face(piece), "beside": beside, "said": said}  # fmt: skip

    def _origin(self, gesture, token):
        game = self.game
        for spot, there in gesture:
            was = game.piece_at(spot)
            if not there and was and game.token(was) == token:
                return ("spot", game.spot_name(spot))
        for known, name, seat, _ in game.tokens():
            if known == token:
                return ("tray", seat, name)
        raise AssertionError("the box has no piece %s" % token)

    def _at(self, name):
        for spot in self.live.facts["board"]["spots"]:
            if spot["name"] == name:
                return spot["x"], spot["y"]
        raise AssertionError("there is no %s" % name)

    def _act(self, plan):
        """Do on the page what was planned, and see it in the list of events."""
        words = plan["words"]
        own = [entry[0] for entry in self.game.log].count(self.seat)
        done = self.page.locator('#log li[data-seat="%d"]' % self.seat).nth(own)
        if words[0] == "bid":
            self.bid(words[1])
        elif "to" in plan:
            self.lay(plan["from"], plan["to"], plan["beside"])
            self._settle(plan, done)
        else:
            self.answer([_plain(words), words[0]], words)
        expect(done).to_have_count(1)

    def _settle(self, plan, done):
        """Answer what the table asks about a piece that was laid, until the action is taken; a
        question may be gone as soon as it is read."""
        turner = self.page.locator(".turner:visible")
        question = self.page.locator("#deeds [data-key^='answer ']")
        for _ in range(50):
            expect(done.or_(turner).or_(question).first).to_be_attached()
            if done.count():
                return
            if turner.count():
                self.turn(plan)
                expect(turner).to_have_count(0)
            else:
                self.reply(plan["said"])
            self.page.wait_for_timeout(100)
        raise AssertionError("none of %s is asked" % plan["said"])

    def turns(self, plan):
        """Return how many steps of the knob turn the piece as planned: clockwise, and the other
        way round. A piece that may lie in three ways has three steps in all, not four."""
        state = self._there(lambda: self.live.facts["state"])
        asking, turning = state["asking"], state["turning"]
        if turning and (turning["spot"], turning["face"]) == (plan["to"], plan["face"]):
            return 0, 0
        answers = [answer.lower() for answer in asking["answers"]]
        [wanted] = [i for i, answer in enumerate(answers) if answer in plan["said"]]
        steps = (wanted - asking["index"]) % len(answers)
        return steps, -steps % len(answers)

    def _see(self, plan):
        """Wait until the page shows the piece that is being turned as planned."""
        pieces = self._there(lambda: self.live.facts["tags"]["pieces"])
        [uid] = [piece["uid"] for piece in pieces if piece["at"] == plan["to"]]
        lying = self.page.locator("#spots [data-uid='%s']" % uid)
        expect(lying).to_have_attribute("data-face", plan["face"])

    def deed(self, keys):
        """Wait for the button of an action, which has one of these keys; return it."""
        names = ", ".join('#deeds [data-key="%s"]' % key for key in keys)
        button = self.page.locator(names).first
        expect(button).to_be_visible()
        return button

    def choice(self, words, level):
        """Return the answer of a dialog that goes on with the word at that level."""
        wanted = _plain(words[level] if level < len(words) else None)
        return self.page.locator('dialog[open] .answers [data-key="%s"]' % wanted)

    def counts(self, words):
        """Return what a trade, ["bank", card, card] or ["offer", [...], [...], seats], gives and
        gets: two lists of how many of each card."""
        if words[0] == "offer":
            return words[1:3]
        row = self.page.locator(".trade .row", has_text=words[1]).text_content()
        rate = int(re.search(r"bank (\d):1", row)[1])
        return [[rate * (name == words[1]) for name in CARDS],
                [int(name == words[2]) for name in CARDS]]  # fmt: skip

    def steps(self, words):
        """Return the names of the buttons that put a trade together from what stands there."""
        steps = []
        for column, counts in zip(("Give", "Get"), self.counts(words), strict=True):
            for name, wanted in zip(CARDS, counts, strict=True):
                more = self.page.get_by_role("button", name="%s %s: one more" % (column, name))
                stands = int(more.locator("xpath=preceding-sibling::output").inner_text())
                way = "more" if wanted > stands else "less"
                steps += ["%s %s: one %s" % (column, name, way)] * abs(wanted - stands)
        return steps


class Mouse(Person):
    """Who drags pieces and clicks."""

    def begin(self, title, options=None):
        """Choose a game in the welcome and begin it, with options {name: value}."""
        page = self.page
        page.locator("dialog .card", has=page.get_by_text(title, exact=True)).click()
        for seat in range(1, self.people):
            page.locator("[name='player%d']" % seat).select_option("human")
        if options:
            page.locator("summary").click()
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
                                % (pair, pair[::-1])).first  # fmt: skip
        return page.locator('.tray[data-seat="%d"] .stack[data-name="%s"]' % origin[1:])

    def turn(self, plan):
        for _ in range(self.turns(plan)[0]):
            self.page.get_by_role("button", name="Turn the tile").click()
        self._see(plan)
        self.page.get_by_role("button", name="Lay it so").click()

    def reply(self, said):
        buttons = self.page.locator("#deeds [data-key^='answer ']")
        for button in buttons.all():
            if button.inner_text().lower() in said:
                button.click()
                return

    def answer(self, keys, words):
        if words[0] in ("bank", "offer"):
            return self._trade(words)
        self.deed(keys).click()
        return self._choose(words)

    def _choose(self, words):
        """Answer a dialog that asks for one of many actions, word after word."""
        for level in range(1, len(words) + 1):
            if not self.page.locator("dialog[open] .answers button").count():
                return
            answer = self.choice(words, level)
            if answer.count():
                answer.click()

    def _trade(self, words):
        page = self.page
        self.deed(["trade"])
        if not page.locator("#deeds details[open]").count():
            page.locator("#deeds summary").click()
        for button in self.steps(words):
            page.get_by_role("button", name=button).click()
        if words[0] == "offer":
            for seat in range(self.game.seats):
                if seat != self.seat and seat not in words[3]:
                    page.locator('[data-key="to %d"]' % seat).click()
        page.locator('#deeds [data-key="%s"]' % words[0]).click()

    def bid(self, coins):
        self.page.get_by_role("slider", name="Bid in coins").fill(str(coins))
        self.page.locator("#deeds [data-key='bid it']").click()
        self.page.locator("#deeds [data-key='bid yes']").click()

    def uncover(self):
        self.page.locator(".tray.front [data-key='reveal']").click()

    def again(self):
        self.page.get_by_role("button", name="Play again").click()


class Keys(Person):
    """Who never touches a mouse: an ordinary move takes at most MOST keys, and after each key
    something has the focus."""

    MOST = 6
    most = 0  # keys that a move took so far

    def press(self, key):
        self.page.keyboard.press(key)
        self.pressed += 1
        self._check_focus(key)

    def _check_focus(self, after):
        for _ in range(100):  # a dialog gives it back a moment after it has closed
            if self.page.evaluate("document.activeElement !== document.body"):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError("the focus was lost after %s" % after)

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
            held = slots.index(origin[1]) + 1 if origin[1] in slots else 0
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

    def _number(self, origin, whole):
        """Return which number key takes a piece out of the trays."""
        page = self.page
        if whole:
            keys = page.locator(".tray.front .domino").evaluate_all(
                "all => all.map((one) => one.dataset.key)")  # fmt: skip
            pair = "".join(re.findall(r"\d", origin[2])[1:])
            known = [key for key in ("domino " + pair, "domino " + pair[::-1]) if key in keys]
            return keys.index(known[0]) + 1
        there = page.locator(".tray.front .stack, .tray[data-seat='-1'] .stack")
        there.first.wait_for()  # the page may just have been opened
        stacks = there.evaluate_all(
            "all => all.map((one) =>"
            " [Number(one.closest('.tray').dataset.seat), one.dataset.name])"
        )
        stacks.sort(key=lambda stack: stack[0] < 0)  # those for everybody come last
        return stacks.index([origin[1], origin[2]]) + 1

    def _go(self, spot):
        """Bring the board's cursor to a spot: by its name, or on hexes also by the arrow keys."""
        if self.live.facts["board"]["hex"]:
            self.page.wait_for_timeout(200)  # the table says where the piece fits
            keys = self._way(spot)
        else:
            keys = spot
        for key in keys:
            self.press(key)
        expect(cell(self.page, spot)).to_be_focused()

    def _way(self, goal):
        """Return the keys that lead to a spot among those that are open, fewest first: arrows
        from where the cursor is, or the coordinate of a hex and arrows from there."""
        at = {spot["name"]: (spot["x"], spot["y"]) for spot in self.live.facts["board"]["spots"]}
        among = list(at)
        if self.page.locator("body.holding").count():
            closed = self.page.locator(".spot.closed").evaluate_all(
                "all => all.map((one) => one.dataset.spot)")  # fmt: skip
            among = [name for name in self.live.facts["state"]["open"] if name not in closed]
        now = self.page.evaluate("document.activeElement.dataset.spot")
        ways = {now: []} if now else {}
        hexes = [name for name in at if name.isdigit()]
        typed = {name: list(self._texts.say(("at", name), self.game.NAME)) for name in hexes}
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
        self.press("0")

        def right(text, key):
            return key.startswith("answer ") and text.lower() in said

        if any(right(*control) for control in self._controls()[0]):
            self._reach(right)
            self.press("Enter")

    def answer(self, keys, words):
        if words[0] in ("bank", "offer"):
            return self._trade(words)
        self.deed(keys)
        self.press("0")
        self._reach(lambda text, key: key in keys)
        self.press("Enter")
        return self._choose(words)

    def _reach(self, wanted):
        """Go to a control with the arrow keys, the shorter way round."""
        all_, at = self._controls()
        goals = [i for i, (text, key) in enumerate(all_) if wanted(text, key)]
        assert goals, "no such control: %s" % all_
        steps = (goals[0] - at) % len(all_)
        down = steps <= len(all_) // 2
        for _ in range(steps if down else len(all_) - steps):
            self.press("ArrowDown" if down else "ArrowUp")

    def _controls(self):
        """Return the controls beside the one with the focus as (text, key), and its number."""
        return self.page.evaluate("""() => {
            const inside = document.activeElement.closest("#deeds, dialog .body");
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
                wanted = _plain(words[level] if level < len(words) else None)
                self._reach(lambda text, key, wanted=wanted: key == wanted)
                self.press("Enter")

    def _trade(self, words):
        self.ordinary = False
        self.deed(["trade"])
        self.press("0")
        if not self.page.locator("#deeds details[open]").count():
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
        expect(self.page.locator("#deeds [data-key='bid yes']")).to_be_focused()
        self.press("Enter")

    def again(self):
        self.pressed = 0
        self.press("0")
        self.press("Enter")


def _beside(at, among, name, step):
    """Return the spot beside another, as the page's arrow keys find it (board.js)."""
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


def _plain(words):
    """Return words of a record as the page writes them (sim/window/page/words.js)."""
    if isinstance(words, list | tuple):
        return " ".join([_plain(word) for word in words])
    return "–" if words is None else str(words).replace("_", " ")
