"""The table in a tab of Firefox and of WebKit: the static folder from a plain file server."""

import asyncio

from tests.host.firefox import firefox, needs_firefox
from tests.host.webkit import needs_webkit, webkit
from tests.tab import files_served
from tests.window import KNOWN

GAME = "#game=mars&players=human,greedy"
LOG = "document.querySelectorAll('#log li[data-seat]').length"
HAND = "document.querySelector('#status')?.textContent.includes('Red: put')"


# People forbid a page to store anything: no cookies, so no database and no locks either.
FORBIDDEN = 'user_pref("network.cookie.cookieBehavior", 2);'


@needs_firefox
def test_a_page_that_may_store_nothing_plays_and_says_so(web_folder, tmp_path):
    (tmp_path / "user.js").write_text(FORBIDDEN)

    async def play(url):
        async with firefox(tmp_path) as page:
            await page.open(url + "#game=mars&players=human,human")
            await page.wait(HAND)
            await page.wait("document.querySelector('#kept').textContent.includes('nothing')")
            await page.click("#settings")
            await page.wait("document.querySelector('#dialog .body > p').textContent")
            assert not page.wrong

    with files_served(web_folder) as url:
        asyncio.run(play(url))


async def play_and_reload(page, url):
    await page.open(url + GAME)
    await page.wait(HAND)
    await page.click(".tray[data-seat='0'] .stack[data-name='large 0']")
    await page.click("[data-spot='c3']")
    await page.wait(LOG + " === 2")
    await page.reload()
    await page.wait(LOG + " === 2")


@needs_firefox
def test_a_game_is_played_and_kept_in_firefox(web_folder, tmp_path):
    async def play(url):
        async with firefox(tmp_path, KNOWN) as page:
            await play_and_reload(page, url)
            assert not page.wrong
        async with firefox(tmp_path, KNOWN) as page:  # the one before was killed
            await page.open(url)
            await page.wait(LOG + " === 2")
            await page.wait("document.querySelectorAll('.piece').length === 2")
            assert not page.wrong

    with files_served(web_folder) as url:
        asyncio.run(play(url))


@needs_webkit
def test_a_game_is_played_and_kept_in_webkit(web_folder):
    async def play(url):
        async with webkit(KNOWN) as page:
            await play_and_reload(page, url)
            assert await page.wrong() == []

    with files_served(web_folder) as url:
        asyncio.run(play(url))
