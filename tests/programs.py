"""The programs that some tests need beside Python: browsers and a broker.

A test says so by a mark of the program's name. Where the program is missing the test is skipped,
unless LEYBOARD_NEEDS_ALL is set: there the machine is wrong, and the test fails.
"""

import os
import shutil
from pathlib import Path

import pytest

_PATH = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin"))


def _find(*names):
    """Return the path of the first program that is installed; None if there is none."""
    return next(filter(None, (shutil.which(name, path=_PATH) for name in names)), None)


# The shell of Chromium without its own windows takes a third of the time for a page.
CHROMIUM = _find("chromium-headless-shell", "chromium", "chromium-browser")
FIREFOX = _find("firefox-esr", "firefox")
MOSQUITTO = _find("mosquitto")
# The small browser of WebKitGTK, which Debian's webkit2gtk-driver drives on a screen of xvfb.
WEBKIT = next(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"), None)
if not _find("WebKitWebDriver") or not _find("Xvfb"):
    WEBKIT = None

_WANTED = bool(os.environ.get("LEYBOARD_NEEDS_ALL"))
_MARKS = {
    "chromium": CHROMIUM,
    "firefox": FIREFOX,
    "mosquitto": MOSQUITTO,
    "webkit": WEBKIT,  # takes 250 MB of packages, so no machine has to have it
}


def skip_without(items):
    """Mark the tests whose programs are missing here as skipped."""
    for item in items:
        for name, path in _MARKS.items():
            must = _WANTED and name != "webkit"
            if not path and not must and item.get_closest_marker(name):
                item.add_marker(pytest.mark.skip("no %s here" % name))
