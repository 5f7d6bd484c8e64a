"""The numbers that the chapters share: cards, phases, actions, chance (rules: landover 2, 6).

A hand is eight counts in the order of CARDS. Terrains 0 to 4 produce the card of the same number.
"""

CARDS = ("wood", "clay", "wool", "wheat", "ore", "paper", "cloth", "coin")
WOOD, CLAY, WOOL, WHEAT, ORE, PAPER, CLOTH, COIN = range(8)
RESOURCES = 5  # the first five cards; the other three are commodities, one a culture
ANY = RESOURCES  # the type of a 3:1 harbour

GOLD, WATER, MYSTERY = 5, 6, 7  # terrains
LETTERS = "FHSWMG~?"  # terrains in records

CULTURES = ("science", "commerce", "politics")
COLOURS = ("green", "yellow", "blue")
SCIENCE, COMMERCE, POLITICS = range(3)
AUTO = 5  # the Aqueduct's standing choice: the card held least
DEV_LIMIT = 5

# Dev cards, deck by deck, in the order of `cards.ROWS`. Culture k has
# range(DECKS[k], DECKS[k + 1]).
KINDS = 25
DECKS = (0, 10, 16, 25)
D_ALCHEMIST = 0
D_PRINTER = 6
D_ENGINEER = 9
D_HARBOR = 10
D_MASTER = 11
D_MERCHANT = 12
D_RESOURCE = 14
D_COMMODITY = 15
D_SIEGE = 16
D_BISHOP = 17
D_CONSTITUTION = 18
D_SPY = 23

# A corner holds 0, or seat + 1 plus CITY, WALL and (culture + 1) << METRO.
CITY = 8
WALL = 16
METRO = 5
# An edge holds 0, or seat + 1 for a road, seat + 5 for a boat.
NOBODY = 255  # in bytes: no corner, hex or seat

# Kinds of supplies, five counts a seat in `used`; as actions, in the order of `actions.ROWS`.
A_VILLAGE, A_CITY, A_ROAD, A_BOAT, A_WALL = range(5)

# Actions of seats.
A_ROLL, A_ALCHEMIST, A_IMPROVE, A_MILITARY, A_RAID, A_BANK, A_OFFER = range(5, 12)
A_ACCEPT, A_DECLINE, A_PICK, A_CANCEL, A_SKIP, A_TAKE, A_TAKE_DEV = range(12, 19)
A_AQUEDUCT, A_PLAY, A_END = range(19, 22)
# Actions of chance; a task in `todo` begins with the same number.
C_ORDER, C_TERRAIN, C_NUMBERS, C_DICE, C_EVENT, C_DRAW, C_DECK, C_RAZED = range(22, 30)
C_DISCARD, C_GOLD, C_STEAL, C_GIVE, C_REVEAL, C_START = range(30, 36)
# Tasks that need no chance.
T_YIELD, T_AQUEDUCT, T_LOSE_POWER = range(36, 39)

# Phases: the seat to act and its task, once no task of chance is left.
P_VILLAGE, P_VILLAGE_ROUTE, P_CITY, P_CITY_ROUTE, P_ROLL, P_MAIN, P_FREE, P_REBUILD = range(8)
P_HAND, P_DEV, P_REPLY, P_PICK, P_OVER = range(8, 13)

ROAD_COST = (1, 1, 0, 0, 0, 0, 0, 0)
BOAT_COST = (1, 0, 1, 0, 0, 0, 0, 0)
VILLAGE_COST = (1, 1, 1, 1, 0, 0, 0, 0)
CITY_COST = (0, 0, 0, 2, 3, 0, 0, 0)
WALL_COST = (0, 2, 0, 0, 0, 0, 0, 0)
MILITARY_COST = (0, 0, 1, 1, 1, 0, 0, 0)
MEDICINE_COST = (0, 0, 0, 1, 2, 0, 0, 0)


class Map:
    """A map as `maps.read` returns it.

    `terrain`, `numbers` and `isles` (island + 1, 0 for none) are 37 bytes each. `land` lists the
    known land hexes. `tiles` and `tokens` are the contents of the bags; `mystery` says whether
    there are any. `ports` are (edge, card or ANY), `port_at` has the harbour + 1 of each corner,
    `dealers` the mask of the harbours for each card, with ANY last.
    """

    if False:  # only mypy reads this: the types of the fields
        terrain: bytearray
        numbers: bytearray
        isles: bytearray
        land: list[int]
        tiles: bytes
        tokens: bytes
        mystery: bool
        ports: list[tuple[int, int]]
        port_at: bytearray
        dealers: list[int]
