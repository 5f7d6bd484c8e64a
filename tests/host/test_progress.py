"""The bar of a copy counts every byte: main.py, the line that stands in for it, manifests too."""

from host_tools.core import backup, carry_out, flashing
from tests.host.real_board import plan_for

BUILD = {"/main.py": b"m" * 700, "/games/mars.mpy": b"M\x06" + b"x" * 5000}
FACTS = '["micropython", [1, 29, 0], 6, "rp2", 800000, 4096, "Raspberry Pi Pico with RP2040"]'


class Board:
    """Says what it is and that it has one file; then that it has what was copied."""

    def __init__(self):
        self.total = self.sent = 0
        self.lists = ['["/main.py", 3, "%s"]\n' % ("0" * 64)]

    def run(self, code):
        if "implementation" in code:
            return FACTS
        if "ilistdir" in code:
            digests = [(name, len(data), flashing.digest(data)) for name, data in BUILD.items()]
            after = "".join('["%s", %d, "%s"]\n' % one for one in digests)
            return self.lists.pop() if self.lists else after
        return ""

    def carry_out(self, work):
        def begin(count):
            self.total += count

        def sent(count):
            self.sent += count

        carry_out(work, {"run": self.run, "say": str, "unfinished": str, "total": begin,
                         "sent": sent})


def test_of_a_flash():
    board = Board()
    board.lists.clear()
    board.carry_out(plan_for({"/main.py": b"old"}, BUILD).carry_out())
    assert board.total == board.sent > 5700


def test_of_a_restore():
    board = Board()
    board.carry_out(backup.restore(BUILD))
    assert board.total == board.sent > 5700
