"""The habits that all people at the browser window share, however they operate the page.

A greedy player, which thinks on a copy of the game, decides what they want. They do everything on
the page and check its result there.
"""

import re

from playwright.sync_api import expect

from games import make
from games.base import CHANCE, OVER
from games.rng import Rng
from games.texts import Texts
from sim import search
from table.interpret import expected
from tests.window import hand_pause, next_frame

OPTIONS = "Options and board"  # they fold out
SIDES = ((1, 0), (0, -1), (-1, 0), (0, 1))  # of the other half of a domino: east, then clockwise
CARDS = ("wood", "clay", "wool", "wheat", "ore", "paper", "cloth", "coin")
WAIT_FRAMES = 6000  # 100 s at least


class Person:
    """A person, or several who share a page, at the table of `server` (see tests/window.py): seats
    0 to people - 1.

    Subclasses define `begin`, `lay`, `turn`, `reply`, `answer`, `bid`, `uncover` and `again`.
    """

    def __init__(self, page, server, people=1):
        self.page = page
        self.live = server.live
        self.people = people
        self.seat = 0  # the seat at the page now
        self._looks = None  # the seat that has confirmed that it looks
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
        """Play the action of these words once it is the turn of this seat."""
        self._sit_down()
        self._follow()
        self._act(self._there(lambda: self._plan(self.game.parse(words))))

    def _sit_down(self):
        game = self.live.app.session.game
        self.game = self._there(lambda: make(game.NAME, game.seats, game.options))

    def _think(self):
        return next(filter(None, self._player(self.game, self.seat, self._rng)))

    def _follow(self):
        """Wait until a seat at this page is to act or the game is over, and the page shows it;
        return who is to act."""
        for _ in range(WAIT_FRAMES):
            current = self._there(self._catch_up)
            mine = any(seat in current for seat in range(self.people)) and CHANCE not in current
            told = self.told()  # others may act meanwhile, as with bids
            if (told == len(self.game.log)
                    and (current == OVER or mine and self._there(self._is_laid))):
                break
            next_frame(self.page)
        else:
            raise AssertionError("the table waits for %s; the page tells %d of %d actions"
                                 % (current, told, len(self.game.log)))
        expect(self.page.locator(".piece.coming")).to_have_count(0)
        if self.people > 1 and current != OVER:
            self._pass_on(current)
        return current

    def _pass_on(self, current):
        """Give the page to the seat in front, one of `current`. No other hidden information may be
        visible before that seat confirms that it looks, and after."""
        fronts = ['.tray.front[data-seat="%d"]' % seat for seat in current]
        front = self.page.locator(", ".join(fronts))
        self.seat = int(front.get_attribute("data-seat"))
        if self._looks != self.seat:
            self._looks = None
        if self._there(self._hides) and self._looks is None:
            expect(front.locator("[data-key='reveal']")).to_be_visible()
            expect(self.page.locator("#hint")).to_have_attribute("aria-disabled", "true")
            assert not self.page.locator("#actions button, .own :not(.cover, .cover *)").count()
            self._check_hidden(())
            self.uncover()
            self._looks = self.seat
        expect(self.page.locator("#hint")).to_have_attribute("aria-disabled", "false")
        expect(self.page.locator("[data-key='reveal']")).to_have_count(0)
        self._check_hidden((self.seat,))

    def _hides(self):
        """Return whether this seat has information to hide now. Bids are public once the order of
        play is known."""
        view = self.game.view(self.seat)
        return bool(self.game.private_view(self.seat)) and not view.get("order")

    def _check_hidden(self, looking):
        """Check that the page contains nothing that only seats not in `looking` know."""
        names = self._there(lambda: {
            name for seat in range(self.people) if seat not in looking
            for name in self.live.box.names(seat).values()})
        shown = self.page.content()
        assert not [name for name in names if name in shown]
        others = ['.tray[data-seat="%d"] .own > *' % seat
                  for seat in range(self.people) if seat != self.seat]
        expect(self.page.locator(", ".join(others))).to_have_count(0)

    def _catch_up(self):
        """Apply the new actions to the copy; return who is asked to act."""
        log = self.live.app.session.game.log
        while len(self.game.log) < len(log):
            entry = log[len(self.game.log)]
            self.game.apply(entry[0], entry[1:])
        current = self.game.current()
        return current if current == OVER else self.game.prompt()[0]

    def _is_laid(self):
        """Return whether the table has sensed all pieces in place. Some are sensed a moment after
        the record."""
        app = self.live.app
        layout = app.pieces.layout
        if layout is None or layout.game is not app.session.game:
            return False
        wanted = expected(layout.game, layout, layout.readers)
        return all(app.board.sense.seen[place] == wanted[place] for place in layout.readers)

    def told(self):
        """Return the number of actions that the page tells; one line may tell several deals."""
        return self.page.evaluate(
            "Math.max(0, ...[...document.querySelectorAll('#log li')]"
            ".map(({ dataset }) => dataset.n ?? 0))")

    def _plan(self, action):
        """Return how to play an action: {"words"}, and for a piece "from": ("spot", name) or
        ("tray", seat, name), "to": a spot, "face": its face there, "beside": (east, north) of the
        other half of a domino or None, "said": what the table may call it."""
        game = self.game
        plan = {"words": game.text(action)}
        gesture = game.gesture(self.seat, action)
        put = [(game.spot_name(spot), piece) for spot, piece in gesture if piece]
        if not put:
            return plan
        if len(put) == 2 and game.NAME == "leylines":
            put.sort(key=lambda entry: game.face(entry[1]))  # people grab the lower half
        spot, piece = put[0]
        words = game.words(self.seat, action)
        said = {self._texts.render(["do", *words], game.NAME).lower()}
        said |= {self._texts.answer(words, n, game.NAME).lower() for n in range(len(words))}
        beside = None
        if len(put) == 2 and game.NAME == "leylines":
            one, two = [self._at(name) for name, _ in put]
            beside = (two[0] - one[0], two[1] - one[1])
        return plan | {"from": self._origin(gesture, game.token(piece)), "to": spot,
                       "face": game.face(piece), "beside": beside, "said": said}

    def _origin(self, gesture, token):
        game = self.game
        for spot, there in gesture:
            was = game.piece_at(spot)
            left = not there or game.token(there) != token  # perhaps what lay under it
            if left and was and game.token(was) == token:
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
        """Do the plan on the page, and check the list of events."""
        words = plan["words"]
        # Others who bid at the same time may come first, and one line may tell several actions.
        first = len(self.game.log) + 1
        done = self.page.locator(", ".join(
            '#log li[data-seat="%d"][data-n="%d"]' % (self.seat, number)
            for number in range(first, first + self.game.seats)))
        if words[0] == "bid":
            self.bid(words[1])
        elif "to" in plan:
            self.lay(plan["from"], plan["to"], plan["beside"])
            self._settle(plan, done)
        else:
            self.answer([plain(words), words[0]], words)
        expect(done).to_have_count(1)

    def _settle(self, plan, done):
        """Answer the questions about a laid piece until the action is played; a question may
        vanish as soon as it is read."""
        rotator = self.page.locator(".rotator:visible")
        question = self.page.locator("#actions [data-key^='answer ']")
        for _ in range(50):
            expect(done.or_(rotator).or_(question).first).to_be_attached()
            if done.count():
                return
            if rotator.count():
                self.turn(plan)
                expect(rotator).to_have_count(0)
            else:
                self.reply(plan["said"])
            hand_pause(self.page, 100)
        raise AssertionError("none of %s is asked" % plan["said"])

    def turns(self, plan):
        """Return the number of steps of the knob that turn the piece as planned: clockwise and
        counterclockwise. The steps are the legal turns, so there may be fewer than four."""
        state = self._there(lambda: self.live.facts["state"])
        asking, rotating = state["asking"], state["rotating"]
        if rotating and (rotating["spot"], rotating["face"]) == (plan["to"], plan["face"]):
            return 0, 0
        answers = [answer.lower() for answer in asking["answers"]]
        [wanted] = [i for i, answer in enumerate(answers) if answer in plan["said"]]
        steps = (wanted - asking["index"]) % len(answers)
        return steps, -steps % len(answers)

    def _see(self, plan):
        """Wait until the page shows the rotating piece as planned."""
        pieces = self._there(lambda: self.live.facts["tags"]["pieces"])
        [uid] = [piece["uid"] for piece in pieces if piece["at"] == plan["to"]]
        lying = self.page.locator("#spots [data-uid='%s']" % uid)
        expect(lying).to_have_attribute("data-face", plan["face"])

    def deed(self, keys):
        """Wait for the button of an action with one of these keys; return it."""
        names = ", ".join('#actions [data-key="%s"]' % key for key in keys)
        button = self.page.locator(names).first
        expect(button).to_be_visible()
        return button

    def choice(self, words, level):
        """Return the answer in a dialog that continues with the word at that level."""
        wanted = plain(words[level] if level < len(words) else None)
        return self.page.locator('dialog[open] .answers [data-key="%s"]' % wanted)

    def counts(self, words):
        """Return what a trade, ["bank", card, card] or ["offer", [...], [...], seats], gives and
        gets: two lists of counts by card."""
        if words[0] == "offer":
            return words[1:3]
        row = self.page.locator(".trade .row", has_text=words[1]).text_content()
        rate = int(re.search(r"bank (\d):1", row)[1])
        return [[rate * (name == words[1]) for name in CARDS],
                [int(name == words[2]) for name in CARDS]]

    def steps(self, words):
        """Return the names of the buttons to press for a trade, starting from the counts shown."""
        steps = []
        for column, counts in zip(("Give", "Get"), self.counts(words), strict=True):
            for name, wanted in zip(CARDS, counts, strict=True):
                more = self.page.get_by_role("button", name="%s %s: one more" % (column, name))
                stands = int(more.locator("xpath=preceding-sibling::output").inner_text())
                way = "more" if wanted > stands else "less"
                steps += ["%s %s: one %s" % (column, name, way)] * abs(wanted - stands)
        return steps


def plain(words):
    """Return words of a record as on the page (sim/window/page/texts/words.js)."""
    if isinstance(words, list | tuple):
        return " ".join([plain(word) for word in words])
    return "–" if words is None else str(words).replace("_", " ")
