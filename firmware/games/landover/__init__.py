"""Landover (rules: landover): a room for each part of the rules, and the turn that joins them."""
