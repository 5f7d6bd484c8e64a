"""Measures of the course of a game, from the scores after each decision.

Ludii asks this of a state's evaluation, Browne of a player's estimate, and this module of the
lead in points, which everybody at the table sees: drama and lead changes (Browne 2008; Ludii's
metrics: Piette, Stephenson, Soemers, Browne 2021), decisiveness (Thompson 2000; Ludii's
DecisivenessMoves), and permanence (Browne 2008), as lead changes that last.
"""

from games.base import lead

Scores = list[tuple[int, ...]]  # before the first decision, and after each

WHOLE = 1000  # of a game's decisions
POINT = 100  # in `drama`
LASTING = 10  # a lead lasts that is held for this part of the game


def drama(scores: Scores, winners: list[int]) -> int:
    """Return how far the winners were behind the leader, in hundredths of a point: the mean of
    all moments, which counts those of a winner's lead as 0; 0 if nobody won."""
    if not winners:
        return 0
    behind = sum(max(now) * len(winners) - sum(now[seat] for seat in winners) for now in scores)
    return POINT * behind // (len(winners) * len(scores))


def decisive(scores: Scores, winners: list[int]) -> int:
    """Return how much of the game was over, in thousandths, when a winner first led by more than
    any loser ever did; all of it if that never was, or if nobody lost or won."""
    losers = [seat for seat in range(len(scores[0])) if seat not in winners]
    most = max((lead(list(now), seat) for now in scores for seat in losers), default=0)
    for n, now in enumerate(scores):
        if losers and winners and max(lead(list(now), seat) for seat in winners) > most:
            return WHOLE * n // (len(scores) - 1)
    return WHOLE


def leaders(scores: Scores) -> list[tuple[int, int]]:
    """Return (moment, seat) for each time that another seat than before leads alone."""
    found: list[tuple[int, int]] = []
    for n, now in enumerate(scores):
        best = max(now)
        if now.count(best) == 1 and (not found or found[-1][1] != now.index(best)):
            found.append((n, now.index(best)))
    return found


def lasting(scores: Scores) -> int:
    """Return how many changes of the lead lasted: no other seat led alone for a tenth of the game
    after it, or to the end."""
    changes = [n for n, _ in leaders(scores)[1:]]
    ends = [*changes[1:], LASTING * len(scores)]
    return sum(LASTING * (end - n) >= len(scores)
               for n, end in zip(changes, ends, strict=False))
