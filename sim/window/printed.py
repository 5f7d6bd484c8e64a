"""The facts that pages show of a game beyond its public view: the prints on its parts, and
consequences of the position by the game's own rules. Each function imports its game only when
called."""

if False:  # only mypy reads this: the names of types
    from typing import Any


def printed(game: "Any", view: "dict[str, Any] | None" = None) -> "dict[str, Any]":
    """Return the facts of a game by name; none for a game without any. The server of a room has
    only the game at its beginning, and a public `view` of the position."""
    tell = _TELL.get(game.NAME) if game is not None else None
    if tell is None:
        return {}
    if view is None or game.NAME != "market":
        return tell(game)
    kept = game.bids, game.order
    game.bids, game.order = view["bids"], view["order"]
    told = tell(game)
    game.bids, game.order = kept
    return told


def _land(game: "Any") -> "dict[str, Any]":
    """The kinds of tiles, in the order of the supply, and the colours of the seats' land."""
    from games.tiles import COLOURS, KINDS

    own = game.options["ownership"] == "colour"
    return {"kinds": list(KINDS[1:]), "colours": list(COLOURS) if own else []}


def _market(game: "Any") -> "dict[str, Any]":
    """The slots of the market; each land's south-western cell and width, by seat; the width of the
    table; and what each investing seat would get, None until the bids are open."""
    from games.market.common import SLOTS, map_of, spot_name

    board, table, _, corners = map_of(game.options["board"])
    slots = [spot_name(game, spot) for spot in range(SLOTS)]
    invested = [game.invested(seat) if game.order else None for seat in range(game.seats)]
    return {"slots": slots, "lands": list(corners[: game.seats]), "side": board.width,
            "table": table.width, "invested": invested}


def _landover(game: "Any") -> "dict[str, Any]":
    """The points that win; how many cards each seat holds and may keep on a seven; the barbarians'
    number of steps, their strength, the strength of all seats, whether the island would beat them
    off now, and the seats that would win or lose; harbours; the card of each terrain; and the
    highest level of a culture."""
    from games.hexmap import edge_name
    from games.landover.common import ANY, CARDS, GOLD, LETTERS, RESOURCES
    from games.landover.economy import culture, production, trade
    from games.landover.military import barbarians

    def harbour(card: int) -> "list[Any]":
        """Return the rate of a harbour, and the card that it takes, None for any."""
        return [trade.ANY_RATE, None] if card == ANY else [trade.CARD_RATE, CARDS[card]]

    seats = range(game.seats)
    outcome: Any = barbarians.outcome
    safe_size: Any = production.safe_size
    won, concerned = outcome(game)
    yields = CARDS[:RESOURCES] + ("any",)
    return {
        "target": game.options["target"],
        "cards": [sum(game.hands[8 * seat : 8 * seat + 8]) for seat in seats],
        "safe": [safe_size(game, seat) for seat in seats],
        "steps": barbarians.STEPS,
        "cities": game.cities,
        "defence": sum(game.power),
        "attack": [won, sorted(concerned)],
        "harbours": [[edge_name(edge)] + harbour(card) for edge, card in game.map.ports],
        "yields": [[LETTERS[kind], yields[kind]] for kind in range(GOLD + 1)],
        "top": culture.TOP,
    }


_TELL = {"land": _land, "market": _market, "landover": _landover}
