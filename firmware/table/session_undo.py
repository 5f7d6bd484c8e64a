"""Take back actions of the running game, unless they have shown something or chance has acted."""

from games.base import CHANCE, IllegalAction
from table.session import CHECKPOINT_EVERY, HUMAN

if False:  # only mypy reads this: the names of types
    from games.types import Message
    from table.session import Session


def undo(session: "Session") -> None:
    """Undo the last action of a person and all actions of computer players since; after the game
    was given up, only that. Raises IllegalAction or OSError, and then changes nothing."""
    game = session.game
    if game is None:
        raise IllegalAction("no game undo")
    if session.journal.is_shown:
        raise IllegalAction("record stands")
    count = len(game.log)
    if session.given_up:
        session.store('{"undo": %d}' % (count + 1))
        session.given_up = False
        _note(session, count)
    else:
        undo_to(session, _count_after_undo(session))
    session.needs_resync = True


def undo_to(session: "Session", end: int) -> None:
    """Undo all but the first `end` actions; the pieces count as just laid. Raises IllegalAction or
    OSError, and then changes nothing."""
    game = session.game
    count = len(game.log)
    taken = []
    session.inconsistent = True
    try:
        while count - end > 1 and len(game.log) > end:
            _check_shown(session)
            taken.append(game.undo())
        session.store('{"undo": %d}' % (end + 1))
    except BaseException:
        for entry in reversed(taken):
            game.apply(entry[0], entry[1:])
        session.inconsistent = len(game.log) != count
        raise
    if end < session.checkpoint:
        session.checkpoint = -CHECKPOINT_EVERY  # the one on flash has actions that are undone
    if taken or game.can_rewind(end):
        game.rewind(end)
        session.inconsistent = False
    else:
        session.repair()
    _note(session, end)


def _note(session: "Session", end: int) -> None:
    session.drop_caches()
    session.version += 1
    session.pending_events.append({"event": "undo", "n": end})


def _count_after_undo(session: "Session") -> int:
    """Return the number of actions that stay when a person's last one is undone; raises
    IllegalAction."""
    log = session.game.log
    for end in range(len(log) - 1, -1, -1):
        by = log[end][0]
        if by == CHANCE:
            raise IllegalAction(("chance stands", _as_message(session, end)), session.game.NAME)
        if session.players[by] == HUMAN:
            break
    else:
        raise IllegalAction("nothing to undo")
    _check_shown(session)
    return end


def _check_shown(session: "Session") -> None:
    """Raise IllegalAction if the last action has shown something hidden."""
    if session.is_final():
        last = len(session.game.log) - 1
        why = ("shown stands", session.game.log[last][0], _as_message(session, last))
        raise IllegalAction(why, session.game.NAME)


def _as_message(session: "Session", n: int) -> "Message":
    """Return action number n, from 0, as a message: only its kind if it hides something."""
    entry = session.game.log[n]
    words = session.game.text(entry[1:])
    if session.game.public_record(entry[0], entry[1:], [])[0] != words:
        return ("menu " + words[0],)
    return ("do",) + tuple(words)
