"""What a bench wants to know of the readers, watched for a while: prints a table to send in.

At the prompt, with the take-back button held while the power comes on:

    import machine, rp2, time, table.bench
    table.bench.run(machine, rp2, time, 600)
"""

_PAUSE_US = 100  # between two steps, so that the readers' answers have time to come
_START_MS = 5000


def run(machine, rp2, time, seconds=60):
    """Watch the readers of the board of the settings for so many seconds."""
    from table.board import Board
    from table.clock import Clock
    from table.settings import profile, read

    clock = Clock(time)
    wiring = profile(read()["profile"])
    watch(Board(wiring, machine, rp2, clock), clock, seconds, print)


def watch(board, clock, seconds, tell):
    """Step a fresh board's readers for so many seconds; `tell` is given the table's lines.

    A line a reader: its place, readings and errors in that time, how often something came to the
    place and went from it, and the reader's state. A tag that lies still came once and never went;
    a reader without a tag that says anything came has read a neighbour's.
    """
    sense = board.sense
    tell("bench %s, %d s" % (board.profile.NAME, seconds))
    start = clock.ms()
    while not sense.ready and clock.ms() - start < _START_MS:
        _step(sense, clock)
    if not sense.ready:
        tell("not all readers have answered within %d s" % (_START_MS // 1000))
    before = {row[0]: row for row in sense.report()}
    places = board.profile.SPOTS.split(" ") + ["pad"]
    codes = [0] * len(places)
    came = [0] * len(places)
    went = [0] * len(places)
    start = clock.ms()
    while clock.ms() - start < 1000 * seconds:
        for i in range(len(places)):
            code = sense.pad if i == len(places) - 1 else sense.seen[i]
            if code != codes[i]:
                if codes[i]:
                    went[i] += 1
                if code:
                    came[i] += 1
                codes[i] = code
        _step(sense, clock)
    tell("%-9s %8s %7s %5s %5s  %s" % ("place", "readings", "errors", "came", "went", "state"))
    for name, _, reads, errors, state in sense.report():
        _, _, reads_before, errors_before, _ = before.get(name, (name, 0, 0, 0, ""))
        i = places.index(name) if name in places else -1
        counts = (came[i], went[i]) if i >= 0 else ("-", "-")
        tell("%-9s %8d %7d %5s %5s  %s" % (
            (name, reads - reads_before, errors - errors_before) + counts + (state,)))


def _step(sense, clock):
    sense.step()
    clock.sleep_us(_PAUSE_US)
