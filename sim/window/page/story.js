// What happened, in words: the list of events, the line that says what now, and the end of the
// game.

import { act, tell } from "./pieces.js";
import { html } from "./svg.js";
import { list, seatName, upper } from "./words.js";

export class Story {
  // `look(n)` is called where somebody wants to see how it was after `n` actions, `rematch()` where
  // they want the same again.
  constructor(log, result, status, alert, { look, rematch }) {
    Object.assign(this, { log, result, status, alert, look, rematch });
    this.problem = "";
    this.ended = "";
  }

  // Show all events of the game so far.
  all(events) {
    this.log.replaceChildren(...events.map((event) => this.item(event)).reverse());
  }

  // Add an event; return its sentence.
  add(event) {
    const item = this.item(event);
    this.log.prepend(item);
    return item.textContent;
  }

  item(event) {
    if (event.event !== "action") {
      const text = event.event === "over" ? ending(event.winners, event.reason) : event.text;
      return html("li", { class: "note" }, text);
    }
    const line = html("button", { type: "button", title: "See how the table was then",
      onclick: () => this.look(event.n) },
    html("span", { class: "n" }, event.n),
    html("span", { class: "who" }, seatName(event.by)), " ", act(event.do));
    for (const sentence of event.ev.map(tell)) {
      if (sentence) line.append(html("em", {}, sentence));
    }
    return html("li", { "data-seat": event.by, "data-n": event.n }, line);
  }

  // Mark the action that the table is looked back at, or none.
  mark(n) {
    for (const item of this.log.children) item.classList.toggle("at", item.dataset.n === `${n}`);
    this.log.querySelector(".at")?.scrollIntoView({ block: "nearest" });
  }

  // Show the state of the table: whose turn, what is wrong, who won. `fits`: has the board all
  // places of the game?
  state(state, fits) {
    const { view, problem, given_up: givenUp, line } = state;
    const said = upper(problem || (fits ? line : "this board lacks places of the game"));
    if (this.status.textContent !== said) this.status.textContent = said;
    this.status.parentElement.classList.toggle("wrong", !!problem);
    if (problem !== this.problem) this.alert.textContent = problem;
    const wrong = problem && problem !== this.problem;
    this.problem = problem;
    const over = view && (view.result || givenUp);
    this.result.hidden = !over;
    const form = over ? JSON.stringify([view.result, givenUp, state.count]) : "";
    if (over && form !== this.ended) this.result.replaceChildren(...this.end(state));
    const ended = form && !this.ended;
    this.ended = form;
    return { wrong, ended };
  }

  end({ view, given_up: givenUp, count }) {
    const again = html("button", { type: "button", onclick: this.rematch }, "Play again");
    if (givenUp) return [html("strong", {}, "Given up"), html("span", {}, "Nobody wins."), again];
    const [winners, reason] = view.result;
    const seats = view.scores.map((_, seat) => html("th", { scope: "col" }, seatName(seat)));
    return [
      html("strong", {}, winners.length === 1 ? `${seatName(winners[0])} wins` : "A draw"),
      html("span", { class: "numbers" }, view.scores.join(" : ")),
      html("span", {}, upper(reason)),
      ...(count.length > 1 ? [html("table", {}, html("tr", {}, html("td", {}), ...seats),
        ...count.map(([what, points]) => html("tr", {}, html("th", { scope: "row" }, upper(what)),
          ...points.map((value) => html("td", {}, value)))))] : []),
      again,
    ];
  }
}

function ending(winners, reason) {
  if (!winners.length) return "Given up";
  const names = list(winners.map(seatName));
  return winners.length > 1 ? `A draw: ${names} share it` : `${names} wins: ${reason}`;
}
