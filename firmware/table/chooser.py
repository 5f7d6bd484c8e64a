"""Picks one of many actions with a knob: one question after the other, each with the answers left.

Two ways to ask. For a piece in hand: first where, then how it lies. For a menu: word after word,
as the action stands in a record. A question with one answer is not asked.
"""



class Chooser:
    """`entries` is a list of (by, action), all of one seat, not empty; `by_spot` asks where
    first."""

    def __init__(self, game, entries, by_spot=False):
        self.game = game
        self.by_spot = by_spot
        self._levels = []  # entries before each answer given
        self.entries = entries
        self.level = 0
        self.index = 0
        self.answers = []
        self._skip()

    def _key(self, entry, level):
        by, action = entry
        if self.by_spot:
            if level == 0:
                return self.game.gesture(by, action)[0][0]
            level -= 1
        words = self.game.text(action)
        return words[level] if level < len(words) else None

    def _ask(self):
        """Collect the answers at this level, in the order of the entries."""
        self.answers = []
        for entry in self.entries:
            key = self._key(entry, self.level)
            if key not in self.answers:
                self.answers.append(key)
        if self.by_spot and self.level == 0:
            self.answers.sort()
        self.index = 0

    def _skip(self):
        """Go on to the next level with a choice, or stay where one entry is left."""
        self._ask()
        while len(self.answers) == 1 and len(self.entries) > 1:
            self.level += 1
            self._ask()

    def turn(self, steps):
        """Move the cursor by `steps` answers, round and round."""
        self.index = (self.index + steps) % len(self.answers)

    def push(self):
        """Take the answer under the cursor; return (by, action) when it is settled, else None."""
        key = self.answers[self.index]
        left = [entry for entry in self.entries if self._key(entry, self.level) == key]
        if len(left) == 1:
            return left[0]
        self._levels.append((self.entries, self.level))
        self.entries = left
        self.level += 1
        self._skip()
        return None

    def back(self):
        """Take the last answer back; returns False if there is none."""
        if not self._levels:
            return False
        self.entries, self.level = self._levels.pop()
        self._ask()
        return True

    def here(self):
        """Return the (by, action) entries that the cursor still leaves open."""
        key = self.answers[self.index]
        return [entry for entry in self.entries if self._key(entry, self.level) == key]

    def label(self):
        """Return the answer under the cursor as text."""
        answer = self.answers[self.index]
        if self.by_spot and self.level == 0:
            return self.game.spot_name(answer)
        return "done" if answer is None else words_of(answer)

    def spots(self):
        """Return the spots that the cursor points at: of the gestures left, the ones they
        share."""
        entries = self.here()
        shared = None
        for by, action in entries:
            spots = [spot for spot, _ in self.game.gesture(by, action)]
            shared = spots if shared is None else [spot for spot in shared if spot in spots]
            if not shared:
                break
        return shared or []

    def open_spots(self):
        """Return the first spots of all gestures that are still open, ascending."""
        seen = {}
        for by, action in self.entries:
            for spot, _ in self.game.gesture(by, action)[:1]:
                seen[spot] = True
        return sorted(seen)


def words_of(value):
    """Return a word or value of a record as text for people."""
    if isinstance(value, list):
        return " ".join([words_of(part) for part in value])
    if value is None:
        return "-"
    return str(value).replace("_", " ")
