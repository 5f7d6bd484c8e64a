"""Lines that drop, double and delay, in virtual time."""

import heapq


class BadLine:
    """Carries data between ends in virtual time `now`, in seconds: `lossy` are the parts of it
    that are dropped, doubled, and late by up to `late_s`."""

    def __init__(self, rng, lossy=(0.2, 0.15, 0.15), delay_s=0.02, late_s=2.0):
        self.now = 0.0
        self._rng = rng
        self._lossy = lossy
        self._delay_s, self._late_s = delay_s, late_s
        self._due = []  # (when, number, deliver, data)
        self._count = 0
        self.is_dead = False  # swallows all, and says nothing

    def send(self, deliver, data):
        drop, double, late = self._lossy
        for _ in range(1 + (self._rng.random() < double)):
            if self._rng.random() >= drop and not self.is_dead:
                more = self._rng.random() * self._late_s * (self._rng.random() < late)
                self.after(self._delay_s + more, deliver, data)

    def after(self, delay_s, todo, *values):
        self._count += 1
        heapq.heappush(self._due, (self.now + delay_s, self._count, todo, values))

    def run(self, done, most_s=1000.0):
        """Let time pass until `done()`; return the seconds that it took."""
        begun = self.now
        while not done():
            assert self._due, "nothing more comes"
            self.now, _, todo, values = heapq.heappop(self._due)
            assert self.now - begun < most_s, "it takes too long"
            todo(*values)
        return self.now - begun
