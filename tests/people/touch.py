"""A person who plays with a finger: taps, and never drags."""

from playwright.sync_api import expect

from tests.people.mouse import Mouse
from tests.people.person import SIDES
from tests.window import cell, middle


class Touch(Mouse):
    """Plays with a finger on a phone."""

    def lay(self, origin, spot, beside):
        page = self.page
        piece = self._piece(origin, beside)
        piece.scroll_into_view_if_needed()
        page.touchscreen.tap(*middle(piece))
        expect(page.locator("body.holding")).to_have_count(1)
        side = page.locator("#hand")
        while beside and side.get_attribute("data-side") != str(SIDES.index(beside)):
            page.get_by_role("button", name="Turn", exact=True).tap()
        expect(
            cell(page, spot)
        ).to_be_in_viewport()  # a finger that scrolls now puts the piece down
        page.touchscreen.tap(*middle(cell(page, spot)))
