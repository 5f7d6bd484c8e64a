"""A bot in 30 lines: plays some seats of the game on the table.

python -m host_tools.bot sim:pad
"""

import random
import sys
from collections.abc import Callable
from typing import Any

from host_tools.client import Client
from host_tools.ports import open_port


def play(table: Client, seats: list[int], choose: Callable[..., Any] = random.choice) -> list[int]:
    """Act for these seats until the game is over; return the scores."""
    while True:
        view = table.state()["view"]
        if view["result"]:
            scores: list[int] = view["scores"]
            return scores
        for seat in view["current"]:
            if seat in seats:
                table.do(seat, choose(table.legal(seat)))
                break
        else:
            table.poll()  # another seat is to act: wait a moment


if __name__ == "__main__":
    with Client(open_port(sys.argv[1])) as table:
        table.new("mars", players=["human", "greedy"], seed=1)
        print(play(table, [0]))
