"""Settings have defaults, and an invalid file is explained."""

import os

from table.settings import SettingsError, keep, profile, read

_FILE = "settings_test.json"


def said(text):
    with open(_FILE, "w") as file:
        file.write(text)
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
        "language": "en",
    }  # fmt: skip


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


def test_invalid_files_are_explained():
    for text in ("", "{", "[]", '{"profil": "grid6"}', '{"profile": 3}', '{"brightness": "x"}'):
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
