"""`leyboard monitor`: what it shows, and that it finds a table again."""

import io

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from host_tools import monitor
from host_tools.cli import main
from host_tools.client import Hello
from host_tools.errors import CommandError
from host_tools.ports import Simulated

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["view", "scores", "display", "problem", "event", "log"]),
                      inner, max_size=5),
    max_leaves=9,
)


def text(view, watch):
    out = io.StringIO()
    Console(file=out, width=100, height=60).print(view.render(watch))
    return out.getvalue()


def test_what_is_shown():
    watch = monitor.Watch(lambda: Simulated("grid3"))
    watch.connect()
    view = monitor.View()
    watch.table.new("mars", seed=1)
    for message in watch.step() + watch.step():
        view.handle(message)
    view.update(watch)
    said = text(view, watch)
    for part in ("grid3, firmware", "b2", "mars, 0 actions", "Red 0", "Blue: 0", "new: game=mars",
                 "reader", "sweep"):
        assert part in said, part
    watch.close()
    assert "away" in text(view, watch)


def test_colours_are_as_bright_as_can_be_seen():
    assert monitor.style(0) == monitor.DARK
    assert monitor.style(0x100800) == "bold #ff7f00"
    legal = [0] * 9
    legal[4] = 0x00FF00
    assert monitor.board("grid3", legal).plain.split() == [
        "a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"
    ]
    spans = monitor.board("grid3", legal).spans
    assert [span.style for span in spans].index("bold #00ff00") == 4


class Unplugged(Simulated):
    """A board whose cable is pulled after some reads."""

    reads = 40

    def read(self):
        self.reads -= 1
        if self.reads < 0:
            raise CommandError("it went away")
        return super().read()


def test_it_finds_a_table_again():
    ports = iter([Unplugged("pad"), None, None, Simulated("pad")])

    def connect():
        port = next(ports)
        if port is None:
            raise CommandError("there is no such port")
        return port

    watch = monitor.Watch(connect)
    watch.connect()
    told = []
    while len(told) < 2:
        told += [m for m in watch.step() if "lost" in m or "found" in m]
    assert told == [{"lost": "it went away"}, {"found": "pad"}]


def test_a_board_that_is_not_there_is_said_at_once(capsys):
    assert main(["monitor", "--json", "--port", "/dev/no-such"]) == 1
    assert "there is no such port" in capsys.readouterr().err


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(["view", "display", "problem"]), JSON), JSON)
def test_any_output_of_the_other_end(state, message):
    watch = monitor.Watch(None)
    watch.hello = Hello(2, "\x1b[31m", "\x07", [], [], [], [])
    view = monitor.View()
    view.state = state
    if isinstance(message, dict):
        view.handle(message)
    assert "\x1b" not in text(view, watch)
