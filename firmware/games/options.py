"""Check the options of a new game, once when it begins. Loaded when needed (1 KB)."""

if False:  # only mypy reads this: the names of types
    from games.base import Game
    from games.types import Json


def resolve(game: "Game", chosen: "Json") -> None:
    """Put into `game.options` what was chosen, and the defaults of the others; raises ValueError
    for what the game does not have, and if options contradict each other."""
    names = [name for name, _ in game.OPTIONS]
    for name, values in game.OPTIONS:
        value = chosen[name] if name in chosen else game.default(name)
        is_word = isinstance(value, (int, str)) and value is not True and value is not False
        if not is_word or value not in values:  # 9.0 is in (9, 7)
            listed = values if isinstance(values, tuple) else list(values)
            said = ", ".join([str(one) for one in listed])
            raise ValueError("option %s is one of: %s; not %s" % (name, said, value))
        game.options[name] = value
    if [name for name in chosen if name not in names]:
        from games.numbers import changed

        game.options.update(changed(game.NAME, chosen, names))
    game.check_options()
