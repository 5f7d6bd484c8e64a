"""Prints how long it takes from a template to the link of a changed and checked game, by keys
alone: `python -m tests.bench_workshop [LANGUAGE] [MS]`, so many milliseconds a key (300)."""

import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.tab import files_served, made
from tests.window import CHROMIUM, FLAGS
from tests.workshop import share_by_keys

_KEY_MS = 300
_LANGUAGE = "en"


def main(arguments):
    language = arguments[0] if arguments else _LANGUAGE
    delay = int(arguments[1]) if arguments[1:] else _KEY_MS
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with files_served(made(Path(folder) / "web")) as url:
            page = browser.new_page()
            began = time.monotonic()
            page.goto(url + "workshop.html?language=" + language)
            link, keys = share_by_keys(page, language, delay)
            print("%.0f s by %d keys of %d ms; the link has %d characters"
                  % (time.monotonic() - began, keys, delay, len(link)))
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
