"""How well the texts of a page can be read: each against the pixels that lie behind it."""

import contextlib
import io

from PIL import Image

LEAST = 4.5  # WCAG 2.2, 1.4.3
# Each text that is seen: [text, box, colour, its own alpha]. Nobody reads disabled controls.
TEXTS = """() => {
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const open = document.querySelector("dialog[open]");
    while (walk.nextNode()) {
        const node = walk.currentNode;
        const one = node.parentElement;
        const text = node.nodeValue.trim();
        if (!text || one.closest("option, select, title, script, style, .unseen, #live")) continue;
        if (one.closest(":disabled, [aria-disabled=true]")) continue;
        if (open && !open.contains(one)) continue;
        if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const style = getComputedStyle(one);
        let alpha = 1;
        for (let above = one; above; above = above.parentElement)
            alpha *= Number(getComputedStyle(above).opacity);
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = range.getClientRects()[0];
        if (!box || box.width < 2 || box.height < 2) continue;
        const isSeen = (x, y) => document.elementsFromPoint(x, y)
            .some((other) => other === one || one.contains(other));
        const x = box.x + box.width / 2;
        if (!isSeen(x, box.y + 1) || !isSeen(x, box.bottom - 1)) continue; // scrolled away
        const colour = one instanceof SVGElement ? style.fill : style.color;
        found.push([text.slice(0, 40), [box.x, box.y, box.right, box.bottom], colour, alpha]);
    }
    return found;
}"""
# Without texts and what moves, as they lie. A halo around drawn letters is what lies behind them.
BARE = """{
    const bare = new CSSStyleSheet();
    bare.replaceSync(`*, *::before, *::after {
        color: transparent !important; text-shadow: none !important; animation: none !important;
        transition: none !important; caret-color: transparent !important;
        text-decoration-color: transparent !important;
    }
    text, tspan { fill: transparent !important; }`);
    window.bare = bare;
}"""

# All rules of a state in which one element is, such as `:hover`, hold for all elements at once;
# returns what ends that.
IN_STATE = """(state) => {
    const ends = [];
    const spread = (parent) => {
        for (let at = parent.cssRules.length - 1; at >= 0; at--) {
            const rule = parent.cssRules[at];
            if (rule.styleSheet) spread(rule.styleSheet);
            if (rule.cssRules?.length) spread(rule);
            if (!rule.selectorText?.includes(state)) continue;
            const all = rule.selectorText.replaceAll(state, ":not(.away)"); // of the same weight
            parent.insertRule(`${all} { ${rule.style.cssText} }`, at + 1);
            const copy = parent.cssRules[at + 1];
            ends.push(() => parent.deleteRule([...parent.cssRules].indexOf(copy)));
        }
    };
    for (const sheet of document.styleSheets) spread(sheet);
    return () => ends.forEach((end) => end());
}"""


@contextlib.contextmanager
def in_state(page, state):
    """Show all elements of the page as they are in a state such as `:hover`."""
    end = page.evaluate_handle(IN_STATE, state)
    yield
    end.evaluate("(end) => end()")


def faint(page):
    """Return (text, its contrast) of each text in sight that is hard to read; one that comes or
    goes while the picture is taken is left out."""
    texts = page.evaluate(TEXTS)
    page.evaluate(BARE)
    page.evaluate("() => { document.adoptedStyleSheets.push(window.bare); }")
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    page.evaluate("() => { document.adoptedStyleSheets.pop(); }")
    still = page.evaluate(TEXTS)
    found = []
    for text, (left, top, right, bottom), colour, alpha in filter(still.__contains__, texts):
        quarter = (bottom - top) / 4  # letters stand in the middle of their line's box
        top, bottom = top + quarter, bottom - quarter
        box = [max(0, round(left)), max(0, round(top)), round(right), round(bottom)]
        box[2:] = min(box[2], picture.width), min(box[3], picture.height)
        if box[0] < box[2] and box[1] < box[3]:
            back = picture.crop(box).resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
            told = _contrast(_over(_numbers(colour), alpha, back), back)
            if told < LEAST:
                found.append((text, round(told, 2)))
    return found


def _numbers(colour):
    """Return the (red, green, blue, alpha) of a computed colour."""
    inside = colour[colour.index("(") + 1 : colour.rindex(")")].replace(",", " ").replace("/", " ")
    words = [word for word in inside.split() if word[0].isdigit() or word[0] == "."]
    scale = 255 if colour.startswith("color(") else 1
    red, green, blue, *more = map(float, words)
    return red * scale, green * scale, blue * scale, *(more or [1.0])


def _over(colour, alpha, back):
    alpha *= colour[3]
    return [one * alpha + behind * (1 - alpha)
            for one, behind in zip(colour[:3], back, strict=True)]


def _contrast(one, other):
    """Return the contrast of two colours (WCAG 2.2)."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour):
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
              for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
