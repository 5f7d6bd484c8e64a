"""Computes how a game of Landover changes a player's ranking and season, in whole numbers (rules:
landover 20).

A standing is (tier 1 to 6, division 1 to 5, RP).
"""

from datetime import date

TIERS = ("Hamlet", "Village", "Town", "City", "Metropolis", "Capital")
DIVISIONS = ("I", "II", "III", "IV", "V")
SEASONS = ("Winter", "Spring", "Summer", "Autumn")
START = (1, 1, 0)
ENOUGH = 10  # games for the badge of participation

_TOP = (6, 5)
_K = 30
# The expected score at a lead in skill of 0, 50, 100, ...: in thousandths of a win.
_EXPECTED = (500, 571, 640, 703, 760, 808, 849, 882, 909) + (
    930,
    947,
    960,
    969,
    977,
    983,
    987,
    990,
)


def places(points: list[int], winner: int | None) -> list[int]:
    """Return the place of each seat: the winner first, the others by points; seats with equal
    points share a place."""
    found = []
    for seat, own in enumerate(points):
        better = [
            other for i, other in enumerate(points) if i not in (seat, winner) and other > own
        ]
        found.append(1 if seat == winner else 2 + len(better))
    return found


def skill(standing: tuple[int, int, int]) -> int:
    """Return the skill of a standing, as one number."""
    tier, division, rp = standing
    return 500 * (tier - 1) + 100 * (division - 1) + rp


def expected(lead: int) -> int:
    """Return the expected score at a lead in skill, in thousandths of a win."""
    if lead < 0:
        return 1000 - expected(-lead)
    if lead >= 800:
        return _EXPECTED[-1]
    step, rest = divmod(lead, 50)
    return _EXPECTED[step] + (_EXPECTED[step + 1] - _EXPECTED[step]) * rest // 50


def deltas(skills: list[int], points: list[int], place: list[int]) -> list[int]:
    """Return the change of RP of each seat, from skills, victory points and places."""
    seats = range(len(skills))
    found = []
    for i in seats:
        raw = 0
        for j in seats:
            if j != i:
                won = 1000 if place[i] < place[j] else 500 if place[i] == place[j] else 0
                margin = 20 + min(10, abs(points[i] - points[j]))
                raw += _K * (won - expected(skills[i] - skills[j])) * margin
        half = 10000 * (len(skills) - 1)
        change = (abs(raw) + half) // (2 * half) * (1 if raw > 0 else -1)
        if place[i] == 1:
            change = max(change, 1)
        elif place[i] == max(place):
            change = min(change, -1)
        found.append(change)
    return found


def after_game(standing: tuple[int, int, int], delta: int) -> tuple[int, int, int]:
    """Return the standing after a change of RP: promoted, demoted, or unchanged."""
    tier, division, before = standing
    rp = before + delta
    if rp >= 100 and (tier, division) != _TOP:
        rp -= 100
        tier, division = (tier, division + 1) if division < 5 else (tier + 1, 1)
    elif rp < 0:
        if before == 0 and (tier, division) != (1, 1):
            rp += 100
            tier, division = (tier, division - 1) if division > 1 else (tier - 1, 5)
        else:
            rp = 0
    return tier, division, rp


def season_of(day: date) -> tuple[int, int]:
    """Return (year, number of the season) of a date."""
    return day.year, (day.month - 1) // 3


def season_points(points: int, seats: int, place: int) -> int:
    """Return the season points of a game in hundredths."""
    return (2 * points * seats * (seats - place) * 50 + (seats - 1)) // (2 * (seats - 1))


def badge(rank: int, games: int) -> str | None:
    """Return the badge for a rank and a number of games in a season, or None."""
    if rank <= 3:
        return "rank %d" % rank
    return "took part" if games >= ENOUGH else None


def name_of(standing: list[int] | tuple[int, int, int], with_rp: bool = False) -> str:
    """Return a standing in words, "Village I" or "Village I, 15 RP"."""
    tier, division, rp = standing
    name = "%s %s" % (TIERS[tier - 1], DIVISIONS[division - 1])
    return "%s, %d RP" % (name, rp) if with_rp else name
