"""The window's table for tests: its wall clock is the test's."""

import os

from sim.window.livetable import LiveTable


class Table:
    """A LiveTable whose wall clock is the test's, and what it told."""

    def __init__(self, folder=None, profile="grid6", **new):
        self.now = 0.0
        self.told = []
        self.live = LiveTable(
            str(folder or os.getcwd()), profile, self.tell, lambda: self.now, pace=0.05
        )
        if new:
            assert self.do("new", **({"game": "mars"} | new))["ok"]
        else:
            self.live.begin()
        self.run(0.2)
        self.until(lambda: not self.state["problem"])
        self.run(0.6)  # the legal spots are lit once they are found

    def tell(self, *fact):
        self.told.append(fact)

    def run(self, seconds):
        """Let the table live, in steps as the server takes them."""
        end = self.now + seconds
        while self.now < end:
            self.now += 0.02
            self.live.step()

    def until(self, ready, seconds=30):
        end = self.now + seconds
        self.run(0.1)
        while not ready():
            assert self.now < end, self.live.facts["state"]
            self.run(0.1)

    def do(self, verb, page="me", **values):
        return self.live.do(page, values | {"do": verb})

    def tag(self, name, at=""):
        """Return the uid of a piece of that name at a place."""
        for tag in self.live.facts["tags"]["pieces"]:
            if tag["name"] == name and tag["at"] == at:
                return tag["uid"]
        raise AssertionError("no %s at %s" % (name, at))

    def put(self, name, at):
        answer = self.do("put", tag=self.tag(name), at=at)
        self.run(1)
        return answer

    @property
    def state(self):
        return self.live.facts["state"]

    @property
    def board(self):
        return self.state["view"]["board"]

    def at(self, place):
        return [tag["name"] for tag in self.live.facts["tags"]["pieces"] if tag["at"] == place]

    def colour(self, spot):
        """Return the colour of a spot's first pixel."""
        spots = {one["name"]: one for one in self.live.facts["board"]["spots"]}
        pixel = spots[spot]["pixels"][0][0]
        frame = self.live.facts["frame"]
        return tuple([int(frame[at : at + 2], 16) for at in range(6 * pixel, 6 * pixel + 6, 2)])
