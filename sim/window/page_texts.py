"""The texts for pages: those of the firmware, and the window's own.

`window.LANGUAGE.txt` in each package of a game, and for the rest `texts/LANGUAGE/window.txt` here
and `refusals.txt`, which Python says too, are catalogues like those of the firmware. They repeat
none of the firmware's texts, and no board has them. `games/texts.py` says how a pattern is filled.
"""


from games import folder, names, title
from games.jsonline import plain_text
from games.texts import LANGUAGE, Texts
from sim.computer import folder_of
from sim.window import gallery

if False:  # only mypy reads this: the names of types
    from typing import Any, BinaryIO


FOLDER = folder_of(__file__) + "texts/"


class _Refusals(Texts):
    def open(self, name: str) -> "BinaryIO | None":
        if name != "refusals":
            return super().open(name)
        return open("%s%s/refusals.txt" % (FOLDER, self.language), "rb")


def said(message: "tuple[Any, ...]", language: str, people: list[str]) -> str:
    """Return the text of a message of the catalogue `refusals`; `people` are the players' names.
    """
    texts = _Refusals(language)
    texts.call(people)
    return texts.render(message, "refusals")


def catalogues(language: str) -> dict[str, dict[str, str]]:
    """Return {key: pattern} by game; "" has the texts of all games."""
    homes = {name: gallery.home(name) for name in gallery.every()}
    found = {name: of_package(home, language) for name, home in homes.items()}
    found[""] = read("%stexts/%s/table.txt" % (folder(), language))
    for name in ("refusals", "window"):
        found[""].update(read("%s%s/%s.txt" % (FOLDER, language, name)))
    found[""].update({"title " + name: title(name) for name in names() if title(name)})
    found[""].update({"title " + name: _heading(homes[name], language)
                      for name in gallery.known()})
    return found


def of_package(home: str, language: str) -> dict[str, str]:
    """Return the texts of a package, whose parts have paths that begin with `home`; the looks of
    its pieces are the same in all languages."""
    looks = read(home + "looks.txt")
    return (read("%s%s.txt" % (home, language)) | read("%swindow.%s.txt" % (home, language))
            | {"look " + piece: looks[piece] for piece in looks})


def _heading(home: str, language: str) -> str:
    """Return the heading of the page of a package in a language, in which each of these has one.
    """
    part = "" if language == LANGUAGE else language + "."
    with open("%s%smd" % (home + "README." if home.endswith("/") else home, part), "rb") as file:
        return plain_text(file.read()).split("\n")[0][len("# ") :]


def read(path: str) -> dict[str, str]:
    """Return the lines `key=pattern` of a file; {} if there is none."""
    try:
        with open(path, "rb") as file:
            lines = plain_text(file.read()).split("\n")
    except OSError:
        return {}
    return {line[: line.index("=")]: line[line.index("=") + 1 :] for line in lines if "=" in line}
