"""What the table says: the sentence that tells what to do now, and the lines of the display."""

from games.base import CHANCE, OVER
from table.interpret import PARTIAL
from table.panel import AskAction

if False:  # only mypy reads this: the names of types
    from table.app import App

_TWO = 2  # with up to this many seats the points share one line


def now(app: "App") -> str | tuple:
    """Return who is to do what now, a message for everybody."""
    session = app.session
    game = session.game
    if game is None:
        return "idle"
    if session.given_up:
        return "given up"
    if game.current() == OVER:
        winners, reason = game.result()
        return ("over" if len(winners) == 1 else "over tie", winners, reason)
    seats, what = game.prompt()
    hands = session.hands()
    if seats[0] == CHANCE:
        return what if CHANCE in hands else "now chance"
    waiting = [seat for seat in seats if seat in hands]
    if not waiting:
        return ("thinking", list(seats), session.players[seats[0]])
    if isinstance(app.ask, AskAction):
        what = app.ask.chooser.question() or what
        if what == ("where",) and app.verdict is not None and app.verdict.marks:
            what = "rest or"  # where readers are, or where none is
    elif app.verdict is not None and app.verdict.state == PARTIAL:
        what = "rest"
    if isinstance(what, str):
        what = (what,)
    return ("line", waiting, what)


def lines(app: "App") -> list[str]:
    """Return the lines of the display: points, then the problem or what to do, then the
    question."""
    game = app.session.game
    ask = app.ask
    if game is None:
        shown = ["Leyboard", app.profile.TITLE, ""]
    else:
        shown = _points(app.seat_names(), game.scores())
    if app.problem:
        shown.append(app.problem)
    if ask is not None:
        if not isinstance(ask, AskAction):
            shown.append(ask.title(app.texts))
        elif not app.problem:
            shown.append(app.line)
        return shown + ["> " + ask.label(app.texts)]
    if not app.board.sense.has_supply:
        return shown + [app.texts.say("no supply")]
    if game is not None and not app.board.sense.ready:
        return shown + [app.texts.say("looking")]
    if not app.problem:
        shown.append(app.line)
        if app.message:
            shown.append(app.message)
    return shown


def _points(names: list[str], scores: list[int]) -> list[str]:
    each = ["%s %d" % (names[seat], scores[seat]) for seat in range(len(scores))]
    return ["  ".join(each[i : i + _TWO]) for i in range(0, len(each), _TWO)]
