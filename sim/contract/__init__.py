"""The contract of games (docs/new-game.md): what any table may rely on, checked by random play."""
