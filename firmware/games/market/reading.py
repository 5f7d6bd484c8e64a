"""Parse actions from the words of records. Loaded when needed: nobody types at the table."""

from games.market.common import ACQUIRE, BID, LENGTHS, REAP, STOCK, WORDS
from games.tiles import SIDES, kind_of, tile_of

if False:  # only mypy reads this: the names of types
    from games.market.game import Market
    from games.types import Action, Words


def parse(g: "Market", words: "Words") -> "Action":
    """Return the action for these words; raises ValueError."""
    if not isinstance(words, list) or not words or not isinstance(words[0], str):
        raise ValueError('an action of market is like ["bid", 3], not %s' % words)
    if words[0] not in WORDS[1:]:
        raise ValueError("market has no action %s" % words[0])
    what = WORDS.index(words[0])
    if len(words) != LENGTHS[what]:
        raise ValueError("%s takes %d more words" % (words[0], LENGTHS[what] - 1))
    if what == BID:
        return (what, _whole(words[1]))
    if what == ACQUIRE:
        return (what, _whole(words[1]), g.grid.cell(words[3]), tile_of(words[2]))
    if what == REAP:
        if words[2] not in SIDES:
            raise ValueError("there is no side %s" % words[2])
        return (what, g.grid.cell(words[1]), SIDES.index(words[2]))
    if what == STOCK:
        return (what, _whole(words[1]), kind_of(words[2]))
    return (what,)


def _whole(value: object) -> int:
    """Return a record's value if it is a whole number; raises ValueError for anything else."""
    if not isinstance(value, int) or value is True or value is False or value < 0:
        raise ValueError("%s is not a whole number of 0 or more" % value)
    return value
