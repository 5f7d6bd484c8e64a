// The rules of a game: a small part of Markdown, opened at what the present moment is about.

import { open } from "./dialogs.js";
import { html } from "./svg.js";
import { glossary } from "./terms.js";
import { phrase } from "./words.js";

// What is for makers of boards and of records stays on the page of the project.
const FOR_MAKERS = /^\*\*Decisions\.|^In records|^## Decisions/;

// Show the words of a game and the text of its page; `moment` is the beginning of the paragraph or
// heading to open it at, `outlook` has sentences on what decides the game now.
export function rules(title, game, text, moment, outlook) {
  const parts = text.split(/\n{2,}/);
  const end = parts.findIndex((part) => FOR_MAKERS.test(part));
  const blocks = (end < 0 ? parts : parts.slice(0, end)).flatMap(block);
  const body = html("div", { class: "body prose", tabindex: 0, lang: "en" }, ...blocks);
  const only = phrase("rules english"); // nothing in English
  open(
    title,
    [
      ...(only ? [html("p", { class: "dialog-lead" }, only)] : []),
      ...now(outlook),
      ...glossary(game),
      body,
    ],
    { wide: true },
  );
  const wanted = moment?.toLowerCase();
  const place = wanted && blocks.find((one) => one.textContent.toLowerCase().startsWith(wanted));
  if (!place) return;
  place.classList.add("now");
  place.scrollIntoView({ block: "center" });
}

function now(sentences) {
  return sentences.length
    ? [
        html(
          "details",
          { class: "words now-open" },
          html("summary", {}, phrase("right now")),
          html(
            "ul",
            { tabindex: 0, "aria-label": phrase("right now") },
            ...sentences.map((text) => html("li", {}, text)),
          ),
        ),
      ]
    : [];
}

function block(text) {
  if (text.startsWith("#")) {
    const [head, ...rest] = text.split("\n");
    return [
      html("h3", {}, head.replace(/^#+ /, "")),
      ...(rest.length ? block(rest.join("\n")) : []),
    ];
  }
  if (text.startsWith("|")) return [table(text.split("\n"))];
  const first = text.search(/^(- |\d+\. )/m);
  if (first < 0) return [html("p", {}, ...inline(text))];
  const kind = text[first] === "-" ? "ul" : "ol";
  const items = text.slice(first).split(/\n(?=- |\d+\. )/);
  return [
    ...(first ? [html("p", {}, ...inline(text.slice(0, first)))] : []),
    html(
      kind,
      {},
      ...items.map((item) => html("li", {}, ...inline(item.replace(/^(- |\d+\. )/, "")))),
    ),
  ];
}

function table(lines) {
  const rows = lines.filter((line) => !/^[| :-]+$/.test(line));
  return html(
    "table",
    {},
    ...rows.map((line, i) =>
      html(
        "tr",
        {},
        ...line
          .split("|")
          .slice(1, -1)
          .map((cell) => html(i || !cell.trim() ? "td" : "th", {}, ...inline(cell.trim()))),
      ),
    ),
  );
}

function inline(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[[^\]]+\]\([^)]*\))/).map((part) => {
    if (part.startsWith("**")) return html("b", {}, part.slice(2, -2));
    if (part.startsWith("*")) return html("em", {}, part.slice(1, -1));
    if (part.startsWith("`")) return html("code", {}, part.slice(1, -1));
    if (part.startsWith("[")) return part.slice(1, part.indexOf("]"));
    return part;
  });
}
