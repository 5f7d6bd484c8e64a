"""The page comes in few requests, none of which waits for a third: on a slow line each costs a
round trip."""

import json
import os
import re
import subprocess

import pytest
from playwright.sync_api import expect

from sim.window import bundle
from tests.npm import NODE
from tests.window import needs_chromium

ROUND_TRIPS = 3  # until all is there: the page, what it names, and what that asks for


def asks_for(name):
    """Return what a file as it is served makes a browser load at once."""
    if name == "index.html":
        text = (bundle.PAGE / name).read_text()
        return re.findall(r'<(?:script|link)[^>]* (?:src|href)="([^"]+)"', text)
    if name.endswith(".js"):
        text = bundle.script() if name == "main.js" else (bundle.PAGE / name).read_text()
        return re.findall(r'^import .*"\./(.+)";', text, re.M)
    if name.endswith(".css"):
        return re.findall(r'@import|url\("?(.+?)"?\)', bundle.style(name))
    return []


def test_nothing_is_loaded_in_a_chain():
    depth, names, there = 0, {"index.html"}, set()
    while names:
        depth += 1
        there |= names
        names = {asked for name in names for asked in asks_for(name)} - there
    assert depth <= ROUND_TRIPS


def test_the_script_holds_every_module_once():
    script = bundle.script()
    for name in bundle.modules():
        assert script.count('$sources["%s"] = ' % name) == 1, name
    for name in set(re.findall(r'\$get\("(.+?)"\)', script)):
        assert name in bundle.modules() or name == bundle.APART, name


def test_no_module_imports_itself_by_way_of_others():
    """In the joined script one of them would find the other empty."""
    over = {bundle.APART}

    def follow(name, above):
        assert name not in above, " -> ".join([*above, name])
        if name not in over:
            for other in bundle.imports(name):
                follow(other, [*above, name])
            over.add(name)

    for name in bundle.modules():
        follow(name, [])


def test_a_module_runs_as_it_would_by_itself(monkeypatch, tmp_path):
    """Each once, when it is first imported; those that are loaded by name too."""
    files = {
        "link.js": 'export const link = "link";\n',
        "main.js": 'import { link } from "./link.js";\nimport * as all from "./a.js";\n'
        'import {\n  one as first,\n  Two,\n} from "./a.js";\n'
        "const game = await import(`./games/${all.name()}.js`);\n"
        "console.log(link, first, new Two().size, await all.later(), game.again, game.name());\n",
        "a.js": '// import { no } from "./no.js";\nconsole.log("a runs");\n'
        "export const one = 1;\nexport class Two {\n  size = 2;\n}\n"
        'export function name() {\n  return "mars";\n}\n'
        "export async function later() {\n  return 3;\n}\n",
        "games/mars.js": 'import { name, one } from "../a.js";\n\nexport { name };\n\n'
        "export const again = one + 3;\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(bundle, "PAGE", tmp_path)
    joined = tmp_path / "joined"
    joined.mkdir()
    (joined / "link.mjs").write_text(files["link.js"])
    # A browser waits for what `main.js` awaits; here it is the function of a module.
    script = bundle.script().replace("./link.js", "./link.mjs")
    script = script.replace('["main.js"] = () =>', '["main.js"] = async () =>')
    (joined / "main.mjs").write_text(script)
    ran = subprocess.run([NODE, joined / "main.mjs"], capture_output=True, text=True)
    assert ran.stdout == "a runs\nlink 1 2 3 4 mars\n", ran.stderr


def test_a_module_that_has_changed_is_joined_anew(monkeypatch, tmp_path):
    (tmp_path / "link.js").write_text("")
    (tmp_path / "main.js").write_text("const one = 1;\n")
    monkeypatch.setattr(bundle, "PAGE", tmp_path)
    assert "const one" in bundle.script()
    (tmp_path / "main.js").write_text("const two = 2;\n")
    os.utime(tmp_path / "main.js", (2e9, 2e9))
    assert "const two" in bundle.script()


@pytest.mark.parametrize("line", [
    "export default 1;", "export let count = 0;", 'export * from "./a.js";',
    'import a from "./a.js";', 'import "./a.js";',
])
def test_a_form_that_cannot_be_joined_is_refused(monkeypatch, tmp_path, line):
    (tmp_path / "link.js").write_text("")
    (tmp_path / "main.js").write_text("// The page.\n%s\n" % line)
    monkeypatch.setattr(bundle, "PAGE", tmp_path)
    with pytest.raises(bundle.UnknownFormError, match=r"main\.js: .*" + re.escape(line[:9])):
        bundle.script()


def test_comments_stay_at_home_and_lines_keep_their_numbers():
    text = ("/**\n * @param {string} url\n */\nconst url = (/** @type {string} */ url) =>\n"
            "  // says why\n  `http://${url}/*.js`; /*! a licence */\n")
    assert bundle.without_comments(text) == (
        "\n\n\nconst url = (url) =>\n\n  `http://${url}/*.js`; /*! a licence */\n")
    assert "@param" not in bundle.script() + "".join(map(bundle.module, bundle.modules()))


def test_the_source_map_leads_to_the_line_of_a_module(tmp_path):
    (tmp_path / "map.json").write_text(bundle.source_map())
    lines = bundle.script().splitlines()
    wanted = {}
    for number, line in enumerate(lines):
        if re.match(r"(async )?(function|class) \w+", line) and lines.count(line) == 1:
            wanted[number] = line
    code = """
const { SourceMap } = require("node:module");
const [path, ...lines] = process.argv.slice(1);
const map = new SourceMap(JSON.parse(require("node:fs").readFileSync(path)));
const found = lines.map((line) => map.findEntry(Number(line), 0));
console.log(JSON.stringify(found.map((one) => [one.originalSource, one.originalLine])));
"""
    done = subprocess.run(
        [NODE, "-e", code, tmp_path / "map.json", *map(str, wanted)],
        capture_output=True, text=True, check=True,
    )
    assert len(wanted) > 100
    for line, (name, number) in zip(wanted.values(), json.loads(done.stdout), strict=True):
        text = bundle.without_comments((bundle.PAGE / name).read_text())
        there = text.splitlines()[number]
        assert there.removeprefix("export ") == line, (name, number)


@needs_chromium
def test_a_module_by_its_name_is_the_one_that_runs(visit):
    page = visit()
    assert page.evaluate("import('./texts/words.js').then(({ hasText }) => hasText('rules'))")
    assert page.evaluate("""async () => {
        const [land, market] = await Promise.all(["land", "market"].map((name) =>
            import(`./games/${name}.js`)));
        return land.draw === market.draw && typeof land.about.minutes === "string";
    }""")


@needs_chromium
def test_the_first_dialog_needs_no_more_than_the_page_names(chromium, table):
    context = chromium.new_context()
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(table)))
    page.goto(table)
    expect(page.locator("dialog[open] .card")).to_have_count(5)
    context.close()
    scripts = [name for name in asked if name.endswith((".js", ".css", ".txt")) or "/" in name]
    assert sorted(name for name in scripts if not name.startswith(("blob:", "pictures/"))) == [
        "carrier.js", "link.js", "main.js", "page.css", "texts/en.json",
    ]
