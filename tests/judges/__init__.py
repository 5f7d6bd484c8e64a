"""Yardsticks for the players: other algorithms than the product's, with rules of their own or with
the full rules by force. The product does not use them. See docs/players.md.

Each is a module with `choose(game, seat, seconds, rng)`, which returns an action.
"""
