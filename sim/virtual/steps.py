"""Finds the answers that lead to an action composed step by step (Game.steps)."""

if False:  # only mypy reads this: the names of types
    from games.base import Game


def way(game: "Game", by: int, begun: tuple, action: tuple) -> list | None:
    """Return [(index, answers), ...]: the choices among the answers of Game.steps that lead from
    `begun` to `action`; None if there are none."""
    found = []
    while begun != action:
        steps = game.steps(by, begun)
        for index, (_, longer) in enumerate(steps[1] if steps else ()):
            if longer == action or game.steps(by, longer) and _leads(longer, action):
                break
        else:
            return None
        found.append((index, steps[1]))
        begun = longer
    return found


def offered_for(game: "Game", by: int, action: tuple) -> tuple | None:
    """Return the menu entry that leads to an action: the action itself, or the partial action that
    its answers complete; None if the menu has neither."""
    for offered in game.public(by):
        if way(game, by, offered, action) is not None:
            return offered
    return None


def _leads(begun: tuple, action: tuple) -> bool:
    """Return whether a partial offer can become this one. It names the cards given, then those
    wanted; its second number is 0 until all cards given are named."""
    if begun[0] != action[0]:
        return False
    end = 2 + (action[1] >> 4)
    given, wanted = begun[2:], ()
    if begun[1]:
        if begun[:end] != (action[0], action[1] & ~15) + action[2:end]:
            return False
        given, wanted = (), begun[end:]
    return _within(given, action[2:end]) and _within(wanted, action[end:])


def _within(parts: tuple, whole: tuple) -> bool:
    """Return whether the cards of `parts`, card + 8 * count, are among those of `whole`."""
    counts = {part & 7: part >> 3 for part in whole}
    return all(part >> 3 <= counts.get(part & 7, 0) for part in parts)
