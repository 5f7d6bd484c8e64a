"""The contract of games (docs/new-game.md): the promises on which any table relies, checked by
random play."""
