"""Settings have defaults, and an invalid file is explained."""

import os

from games.texts import languages
from table.settings import DEFAULTS, SettingsError, choices, is_usable, keep, profile, read
from table.theme import names as themes

_FILE = "settings_test.json"


def said(text):
    with open(_FILE, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    try:
        return read(_FILE)
    finally:
        os.remove(_FILE)


def test_no_file_gives_the_defaults():
    assert read("no_such_file.json")["profile"] == "grid3"


def test_a_file_overrides_some():
    settings = said('{"profile": "grid6", "brightness": 40}')
    assert settings == {
        "profile": "grid6", "theme": "lively", "brightness": 40, "hear_all": False,
        "language": "en", "knob": "auto", "lights": "auto", "playtest": "off",
    }


def test_a_file_of_windows_editors_is_read():
    for ended in ("\n", "\r\n", "\r"):
        for mark in ("", "\ufeff"):
            text = mark + '{"profile": "grid6",%s "theme": "calm"}%s' % (ended, ended)
            found = said(text.encode())
            assert (found["profile"], found["theme"]) == ("grid6", "calm")


def test_what_is_no_settings_file_is_a_sentence():
    for bad in (b"[" * 3000, b'{"a":' * 900, b"\xff\xfe{\x00}\x00", b"[]", b"", b" " * 9999, b"3",
                b'{"theme": [[[[[[[[[[[[1]]]]]]]]]]]]}'):
        try:
            said(bad)
        except SettingsError as error:
            assert str(error).startswith(_FILE)
            continue
        raise AssertionError(bad)


def test_the_table_saves_one_setting_and_keeps_the_others():
    with open("settings.json", "w") as file:
        file.write('{"profile": "grid6"}')
    keep("language", "de")
    found = read()
    assert found["language"] == "de" and found["profile"] == "grid6"


def test_an_unreadable_file_is_not_overwritten():
    for bad in ("{", "[]"):
        with open("settings.json", "w") as file:
            file.write(bad)
        try:
            keep("language", "de")
        except SettingsError:
            with open("settings.json") as file:
                assert file.read() == bad
        else:
            raise AssertionError
    os.remove("settings.json")
    os.mkdir("settings.json")  # one example of an error of the flash
    for ask in (read, lambda: keep("language", "de")):
        try:
            ask()
        except OSError:
            continue
        raise AssertionError
    os.rmdir("settings.json")


def test_the_default_replaces_an_unknown_value():
    unusable = []
    with open(_FILE, "w") as file:
        file.write('{"profile": "grid6", "theme": "loud", "language": "xx", "brightness": 256}')
    try:
        settings = read(_FILE, unusable)
    finally:
        os.remove(_FILE)
    assert settings == {
        "profile": "grid6", "theme": "lively", "brightness": 160, "hear_all": False,
        "language": "en", "knob": "auto", "lights": "auto", "playtest": "off",
    }
    assert unusable == [
        ("theme", "loud", "lively"), ("brightness", "256", 160), ("language", "xx", "en"),
    ]
    for text in ('{"brightness": -1}', '{"theme": ""}', '{"brightness": 9999999999999}'):
        assert said(text)["brightness"] == 160, text


def test_one_list_says_what_a_setting_may_be():
    for name, value in DEFAULTS:
        assert is_usable(name, value)
        assert not is_usable(name, None) and not is_usable(name, [value])
        assert choices(name) is None or value in choices(name)
    assert list(choices("theme")) == themes() and list(choices("language")) == languages()
    for name, value, usable in (
        ("brightness", 0, True), ("brightness", 255, True), ("brightness", 256, False),
        ("brightness", True, False), ("hear_all", True, True), ("hear_all", 1, False),
        ("theme", "calm", True), ("theme", "Calm", False),
    ):
        assert is_usable(name, value) == usable, (name, value)
    try:
        choices("no such")
    except KeyError:
        return
    raise AssertionError


def test_invalid_files_are_explained():
    for text in ("", "{", "[]", '{"profil": "grid6"}', '{"profile": 3}', '{"brightness": "x"}',
                 '{"brightness": null}', '{"brightness": true}', '{"hear_all": 1}',
                 '{"language": ["en"]}', '{"theme": {}}', '{"brightness": 1.5}'):
        try:
            said(text)
        except SettingsError as error:
            assert str(error)
            continue
        raise AssertionError(text)


def test_profiles_are_found_by_name():
    assert profile("grid6").NAME == "grid6"
    try:
        profile("grid5")
    except SettingsError:
        return
    raise AssertionError
