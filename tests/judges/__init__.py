"""Yardsticks for the players: other algorithms than the product's, with rules of their own or with
the full rules by force. The product does not use them. See docs/players.md.

A judge is a player (see games/bots.py) that takes a number of seconds of processor time for each
decision.
"""
