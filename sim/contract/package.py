"""The rules of the contract about a package as a whole."""

import games
from games import game_class, make, packages
from games.base import Game
from games.numbers import FILE, read
from games.rng import Rng
from games.texts import languages
from sim.contract.randomly import step
from sim.contract.rules import BrokenError, need
from sim.levels import PART, noises_of

_NEEDED = ("reset", "current", "legal", "play", "scores", "result", "spots", "spot_name", "spot",
           "piece_at", "tokens", "text", "parse")
_LETTERS = 40  # of a title
_STEPS = 40
_FEW = 4
SHAPES = ("disc", "ring", "tile", "hex", "pawn", "star", "cross")  # as in pieces/looks.js
_WRONG_SPOTS = ("", "z99", None, 7, "a0")


def methods(name: str) -> None:
    found = game_class(name)
    for method in _NEEDED:
        need(getattr(found, method) is not getattr(Game, method), "GAME",
             "writes each method that every game needs", method, "is missing")


def numbers(name: str) -> None:
    found = game_class(name)
    few, most = found.SEATS
    need(0 < few <= most <= 8, "SEATS", "are 1 to 8", found.SEATS)
    need(found.TITLE and len(found.TITLE) <= _LETTERS, "TITLE", "names the game", found.TITLE)
    need(found.STATE, "STATE", "names the attributes of a position")
    if games.source(name):
        need(found.SET in packages.OTHERS, "SET", "of a game of others is a number from 128 to "
             "254", found.SET)


def sets(name: str) -> None:
    """Games share a set number only if they share all pieces."""
    box = _box(name)
    for other in games.names():
        if other != name and game_class(other).SET == game_class(name).SET:
            need(_box(other) == box, "SET", "is of one set of pieces", "that of", other)


def _box(name: str) -> "list[tuple[int, str]]":
    game = make(name, game_class(name).SEATS[1])
    return [(token, called) for token, called, _, _ in game.tokens()]


def spots(name: str) -> None:
    game = make(name)
    known = []
    for spot in range(game.spots()):
        text = game.spot_name(spot)
        if not text:
            need(not game.piece_at(spot), "spot_name", "names each spot", spot)
            continue
        need(game.spot(text) == spot, "spot", "gives back the spot of its name", text)
        known.append(text)
    need(known and len(set(known)) == len(known), "spot_name", "gives each spot a name of its own")
    for wrong in _WRONG_SPOTS:
        try:
            game.spot(wrong)  # type: ignore[arg-type]  # hosts send anything
        except ValueError:
            continue
        raise BrokenError("spot", "raises ValueError for what is no spot", "%s" % (wrong,))


def options(name: str) -> None:
    found = game_class(name)
    few, most = found.SEATS
    wrong: list[tuple[int, dict[str, object]]] = [
        (few - 1, {}), (most + 1, {}), (few, {"no_such_option": 1})
    ]
    for option, values in found.OPTIONS:
        if isinstance(values[0], int):
            wrong.append((few, {option: float(values[0])}))
        wrong.append((few, {option: "no such value"}))
        wrong.append((few, {option: True}))
    for seats, chosen in wrong:
        try:
            make(name, seats, chosen)
        except ValueError as error:
            need(str(error), "check_options", "says why")
            continue
        raise BrokenError("check_options", "refuses wrong seats and options",
                          "%d %s" % (seats, chosen))


def variants(name: str) -> None:
    """The numbers that a variant may change: the usual ones change nothing, others can be played
    or are refused."""
    known = read(name)
    if not known:
        return
    for number, usual, least, most in known:
        need(least <= usual <= most and least < most, FILE,
             "gives a usual number, and the least and most", number)
        for value in (least, most, least - 1, most + 1):
            try:
                game = make(name, None, {number: value})
            except ValueError as error:
                need(str(error), "check_options", "says why")
                continue
            need(least <= value <= most, "reset", "refuses a number out of bounds", number, value)
            rng = Rng(3)
            for _ in range(_FEW):
                step(game, rng)
    told = {number: usual for number, usual, _, _ in known}
    plain, same = make(name), make(name)
    same.options.update(told)
    same.reset()
    one, two = Rng(4), Rng(4)
    for _ in range(_STEPS):
        step(plain, one)
        step(same, two)
    need(plain.digest() == same.digest(), FILE, "has the numbers of the rules")


def shared(name: str) -> None:
    """Games share no state."""
    one, fresh = make(name), make(name).digest()
    rng = Rng(2)
    for _ in range(_STEPS):
        step(one, rng)
    two = make(name)
    need(two.digest() == fresh, "reset", "gives each game a state of its own")
    before = one.digest()
    for _ in range(_STEPS):
        step(two, rng)
    need(one.digest() == before, "reset", "gives each game a state of its own")


def imports(name: str) -> None:
    """A package imports only `games`, since a board has nothing else."""
    for path, text in packages.source_of(name):
        is_for_types = False
        for number, line in enumerate(text.split("\n"), 1):
            words = line.split()
            if line[:1] not in (" ", ""):
                is_for_types = line.startswith("if False:")
            if len(words) > 1 and words[0] in ("import", "from") and not is_for_types:
                root = words[1].split(".")[0].rstrip(",")
                need(root in ("games", "micropython"), "%s:%d" % (path, number),
                     "imports nothing but games", line.strip())


def _part(name: str, ending: str) -> str:
    """Return the text of a part of a package, "" if it is not there."""
    try:
        return packages.text_of(name, ending)
    except ValueError:
        raise BrokenError("%s:1" % games.path_of(name, ending), "is a text in UTF-8")


def texts(name: str) -> None:
    """A table can find and fill in each text of the catalogues."""
    for language in languages():
        path = games.path_of(name, language + ".txt")
        before = ""
        for number, line in enumerate(_part(name, language + ".txt").split("\n"), 1):
            if not line:
                continue
            key, mark, pattern = line.partition("=")
            place = "%s:%d" % (path, number)
            need(mark, place, "has a key, an equals sign and a pattern in each line", line)
            need(before.encode() < key.encode(), place, "has its keys ascending, each once", key)
            need(_is_filled(pattern), place, "has slots such as {0} or {0 seat}", pattern)
            before = key


def _is_filled(pattern: str) -> bool:
    parts = pattern.split("{")
    slots = [part.split("}")[0].split(" ")[0] for part in parts[1:] if "}" in part]
    return len(slots) == len(parts) - 1 and all([slot.isdigit() for slot in slots])


def looks(name: str) -> None:
    """The window can draw each piece that `looks.txt` describes."""
    path = games.path_of(name, "looks.txt")
    called = [piece for _, piece in _box(name)]
    for number, line in enumerate(_part(name, "looks.txt").split("\n"), 1):
        if line:
            piece, _, look = line.partition("=")
            place = "%s:%d" % (path, number)
            need(piece in called, place, "begins with a piece of the box", piece)
            need((look.split() or [""])[0] in SHAPES, place, "names a shape", look)


def levels(name: str) -> None:
    """Each level errs less than the one below."""
    try:
        noises_of(name)
    except ValueError as error:
        raise BrokenError("%s:1" % games.path_of(name, PART), "has three whole numbers, "
                          "descending, such as 100 50 27", str(error))


def page(name: str) -> None:
    found = game_class(name)
    ending = "README.md" if games.path_of(name, "").endswith("/") else "md"
    text = _part(name, ending)
    path = games.path_of(name, ending)
    need(text, "page", "is there: %s" % path.rpartition("/")[2])
    place = path + ":1"
    need(text.startswith("# ") and found.TITLE.split(":")[-1].strip() in text, place,
         "begins with a heading and names the game", found.TITLE)
    for number, _, _, _ in read(name):
        need("`%s`" % number in text, place, "names each number", number)
    for option, values in found.OPTIONS:
        need("`%s`" % option in text, place, "names each option", option)
        for value in values if isinstance(values, tuple) else ():
            need(not isinstance(value, str) or "`%s`" % value in text, place,
                 "names each value of an option", option, value)


PACKAGE = (methods, numbers, sets, spots, options, variants, imports, texts, looks, levels, page)
