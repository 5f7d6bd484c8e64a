"""The buttons of the virtual table, which a page presses."""

if False:  # only mypy reads this: the names of types
    from sim.virtual.table import VirtualTable

# By what a page asks for: (button, ms that it is down).
PRESSES = {"push": ("push", 80), "hold": ("push", 1000), "back": ("back", 80)}


class Buttons:
    def __init__(self, table: "VirtualTable"):
        self._table = table
        self._down: list[tuple[str, int]] = []  # (button, ms of its release)

    def press(self, which: str) -> None:
        """Press a button for as long as `which` means: push, hold or back."""
        button, length = PRESSES[which]
        self._table.world.press(button, True)
        self._down.append((button, self._table.clock.ms() + length))

    def is_down(self, which: str) -> bool:
        """Is the button of a press still down?"""
        return any(button == PRESSES[which][0] for button, _ in self._down)

    def is_any_down(self) -> bool:
        return bool(self._down)

    def step(self) -> None:
        """Release the buttons whose time has passed."""
        now = self._table.clock.ms()
        for button, due in self._down:
            if now >= due:
                self._table.world.press(button, False)
        self._down = [(button, due) for button, due in self._down if now < due]
