"""What the display asks, for pages that let people answer with a click, and what a seat may do
without a hand on the board."""

_MOST = 64  # answers that a page is told; of more the knob finds the one
_MANY = 240  # actions with the same first word: nobody wants them as buttons


def asked(ask):
    """Return the question on the display as {"title", "answers", "index"}, None if there is
    none."""
    if ask is None:
        return None
    chooser = getattr(ask, "chooser", None)
    if chooser is None:
        answers, index = list(ask.answers), ask.index
    else:
        index = chooser.index
        answers = []
        try:
            for at in range(min(len(chooser.answers), _MOST)):
                chooser.index = at
                answers.append(ask.label())
        finally:
            chooser.index = index
    return {"title": ask.title, "answers": answers, "index": index}


def turning(game, ask):
    """Return {"spot", "face"}: the piece that the question turns, None if it turns none."""
    chooser = getattr(ask, "chooser", None)
    if chooser is None or not chooser.by_spot or chooser.level == 0:
        return None
    entry = chooser.settled()
    if entry is None:
        return None
    for spot, piece in game.gesture(entry[0], entry[1]):
        if piece and game.facing(piece) >= 0:
            return {"spot": game.spot_name(spot), "face": game.face(piece)}
    return None


def deeds(game, seat):
    """Return {"actions", "many"}: the words of what a seat may do now that lays nothing on the
    board, and the first words of those that are too many to list."""
    kinds = {}
    for action in game.legal(seat) if seat in game.current() else ():
        kinds.setdefault(action[0], []).append(action)
    listed = []
    many = []
    for actions in kinds.values():
        if len(actions) > _MANY:
            if not game.gesture(seat, actions[0]):
                many.append(game.text(actions[0])[0])
            continue
        listed += [game.text(action) for action in actions if not game.gesture(seat, action)]
    return {"actions": listed, "many": many}
