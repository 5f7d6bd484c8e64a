"""Knobs, strips and displays of every kind, on a whole table: one step a click, right colours, and
the same letters."""

from sim.virtual import kinds
from sim.virtual.script import Script, ScriptError
from sim.virtual.table import VirtualTable
from sim.virtual.ws2812 import Strip
from table.wiring import grid3, pad


def clicked(table, clicks):
    """Turn by single clicks in an open menu; return the answers that the display showed."""
    seen = []
    for _ in range(abs(clicks)):
        table.world.turn_knob(1 if clicks > 0 else -1, table.run)
        table.run(200)
        while not table.app.is_displayed():
            table.run(20)
        seen.append(table.app.display_text.shown[-1])
    return seen


def menu(name, told):
    table = VirtualTable(pad)
    table.world.fit_knob(**kinds.knob(name))
    if told:
        table.settings["knob"] = name.split(" ")[0]
    table.start()
    table.run(1000)
    table.world.press("push", True)
    table.run(1200)
    table.world.press("push", False)
    table.run(400)
    return table


def test_each_click_of_each_knob_is_an_answer_further():
    answers = clicked(menu("full 11", False), 4)
    assert len(set(answers)) == 4
    for kind in kinds.KNOBS:
        for end in ("", " bouncing"):
            for told in (True, False):
                table = menu(kind.name + end, told)
                if not told:  # it tells its kind meanwhile
                    clicked(table, 3)
                    clicked(table, -3)
                assert clicked(table, 4) == answers, (kind.name, end, told)
                assert clicked(table, -3) == answers[2::-1], (kind.name, end, told)
                assert clicked(table, 1) == [answers[1]], (kind.name, end, told)


def test_a_quick_hand_loses_no_click():
    for kind in kinds.KNOBS:
        table = menu(kind.name + " bouncing", True)
        answers = clicked(table, 4)
        clicked(table, -3)
        table.world.turn_knob(3)
        table.run(400)
        assert table.app.display_text.shown[-1] == answers[3], kind.name


def lights(name, value):
    """Return what a person sees of a game's lights, with a strip of a kind and a setting."""
    play = Script()
    play.run(("board grid3", "strip %s" % name, "set lights %s" % value, "wait 500",
              "new mars players=human,human", "place b2 small 0", "wait 2000"))
    world = play.table.world
    return [world.lights(place) for place in world.names]


def test_each_strip_shows_the_same_colours_with_its_setting():
    right = lights("grb", "auto")
    assert any([max(light) for place in right for light in place])
    for kind in kinds.STRIPS:
        assert lights(kind.name, kind.traits) == right, kind.name
        assert (lights(kind.name, "auto") == right) == (not kind.doctor), kind.name
    assert lights("WBRG", "WBRG") == right


def test_a_strip_with_a_white_gets_four_bytes_a_pixel():
    table = VirtualTable(grid3)
    table.world.fit_strip("GRBW")
    table.settings["lights"] = "GRBW"
    table.start()
    table.run(1000)
    assert len(table.app.painter.buffer) == 4 * grid3.PIXELS
    assert not any([table.world.strip.frame[at] for at in range(3, 4 * grid3.PIXELS, 4)])
    try:
        Strip(4, "GRR")
    except ValueError as error:
        assert "not GRR" in str(error)
    else:
        raise AssertionError


def test_each_display_shows_the_same_letters():
    """With the first column of letters at their own edge: an SH1106 has four columns more."""
    shown = []
    for kind in kinds.DISPLAYS:
        play = Script()
        play.run(("board pad", "display %s" % kind.name, "wait 2000"))
        display = play.table.world.display
        assert display.on, kind.name
        columns = [[display.dot(x, y) for y in range(64)] for x in range(128)]
        first = 0 if kind.name == "sh1106" else 2
        dark = [0] * 64
        assert columns[:first] == [dark] * first and columns[first + 126 :] == [dark] * (2 - first)
        shown.append(columns[first : first + 126])
    assert shown[0] == shown[1] == shown[2] and any([any(column) for column in shown[0]])


def test_a_script_says_what_there_is():
    for line, said in (("knob third 11", "there is no knob third 11; there are: full 11"),
                       ("strip GRR", "there is no strip GRR"), ("display lcd", "no display lcd"),
                       ("set theme calm", "sets knob or lights"),
                       ("set lights GRR", "lights cannot be GRR")):
        try:
            Script().run(("board pad", line))
        except ScriptError as error:
            assert said in str(error), str(error)
        else:
            raise AssertionError(line)
