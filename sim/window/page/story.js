// What happened, in words: the list of events, the status line, and the end of the game.

import { act, tell } from "./pieces.js";
import { html } from "./svg.js";
import { list, seatName, upper } from "./words.js";

export class Story {
  constructor(log, result, status, alert) {
    Object.assign(this, { log, result, status, alert });
    this.problem = "";
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
    const item = html("li", { "data-seat": event.by },
      html("span", { class: "n" }, event.n),
      html("span", { class: "who" }, seatName(event.by)), " ", act(event.do));
    for (const caused of event.ev) item.append(html("em", {}, tell(caused)));
    return item;
  }

  // Show the state of the table: whose turn, what is wrong, who won. `fits`: has the board all
  // places of the game?
  state(state, fits) {
    const { view, players, problem, given_up: givenUp } = state;
    const quiet = fits ? status(view, players, givenUp) : "This board lacks places of the game";
    this.status.textContent = problem || quiet;
    this.status.parentElement.classList.toggle("wrong", !!problem);
    if (problem !== this.problem) this.alert.textContent = problem;
    this.problem = problem;
    const over = view && (view.result || givenUp);
    this.result.hidden = !over;
    if (over) this.result.replaceChildren(...this.end(view, givenUp));
  }

  end(view, givenUp) {
    if (givenUp) return [html("strong", {}, "Given up"), html("span", {}, "Nobody wins.")];
    const [winners, reason] = view.result;
    return [
      html("strong", {}, winners.length === 1 ? `${seatName(winners[0])} wins` : "A draw"),
      html("span", { class: "numbers" }, view.scores.join(" : ")),
      html("span", {}, upper(reason)),
    ];
  }
}

function status(view, players, givenUp) {
  if (!view) return "Begin with a new game";
  if (givenUp) return "Given up";
  if (view.result) return ending(...view.result);
  const seats = view.current;
  if (seats[0] < 0) return "A draw or a roll comes next";
  const names = list(seats.map(seatName));
  return seats.every((seat) => players[seat] !== "human") ? `${names} thinks` : `${names} to play`;
}

function ending(winners, reason) {
  if (!winners.length) return "Given up";
  const names = list(winners.map(seatName));
  return winners.length > 1 ? `A draw: ${names} share it` : `${names} wins: ${reason}`;
}

