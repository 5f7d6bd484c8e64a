"""Finds the answers that lead to an action composed step by step (Game.steps)."""

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.base import Game
    from games.types import Action

_MOST = 20000  # begun actions to try


def way(
    game: "Game", by: int, begun: "Action", action: "Action"
) -> "list[Any] | None":
    """Return [(index, answers), ...]: the fewest choices among the answers of Game.steps that lead
    from `begun` to `action`; None if there are none. Raises ValueError if there are too many
    answers to try (see Game.can_become)."""
    # by action: (the action before it, index, answers)
    before: "dict[tuple[Any, ...], Any]" = {begun: ()}
    found = [begun]  # grows while the loop goes through it
    for at in found:
        if at == action:
            break
        steps = game.steps(by, at)
        answers = steps[1] if steps else []
        for index in range(len(answers)):
            longer = answers[index][1]
            if longer not in before and (longer == action or game.can_become(longer, action)):
                before[longer] = (at, index, answers)
                found.append(longer)
        if len(found) > _MOST:
            raise ValueError("%s: the steps to %s do not end" % (game.NAME, action))
    else:
        return None
    choices = []
    while before[at]:
        at, index, answers = before[at]
        choices.append((index, answers))
    choices.reverse()
    return choices


def offered_for(game: "Game", by: int, action: "Action") -> "tuple[Any, ...] | None":
    """Return the menu entry that leads to an action: the action itself, or an incomplete one that
    answers complete; None if the menu has neither."""
    for offered in game.public(by):
        if offered == action or game.can_become(offered, action):
            if way(game, by, offered, action) is not None:
                return offered
    return None
