// A page's end of a line (sim/seats/page/delivery.js) for tests, in virtual time. Each line of the
// input is {at: ms, send: text} or {at, hear: frame} or {at}; each gets a line {posted: frames, took:
// texts, dead: boolean, next: the ms of its next timer, or null}.

import { createInterface } from "node:readline";

let now = 0;
let count = 0;
const timers = new Map();
globalThis.setTimeout = (todo, ms) => {
  timers.set(++count, { at: now + ms, todo });
  return count;
};
globalThis.clearTimeout = (timer) => timers.delete(timer);

const { Delivery } = await import("../sim/seats/page/delivery.js");

let told = { posted: [], took: [], dead: false };
const delivery = new Delivery({
  post: (frame) => told.posted.push(frame),
  take: (text) => told.took.push(text),
  dead: () => {
    told.dead = true;
  },
});

const first = () => [...timers].sort(([, one], [, other]) => one.at - other.at)[0];

for await (const line of createInterface(process.stdin)) {
  const { at, send, hear } = JSON.parse(line);
  for (let due = first(); due?.[1].at <= at; due = first()) {
    timers.delete(due[0]);
    now = due[1].at;
    due[1].todo();
  }
  now = at;
  if (send !== undefined) delivery.send(send);
  if (hear !== undefined) delivery.hear(hear);
  console.log(JSON.stringify({ ...told, next: first()?.[1].at ?? null }));
  told = { posted: [], took: [], dead: told.dead };
}
