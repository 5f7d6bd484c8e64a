// The workshop's checks of untrusted input, for tests (tests/host/test_workshop_guards.py). Each
// line of the input is {said: text} for the guard of a frame, {repeat: [text, count]} likewise, or
// {link: text} or {file: text, name} for a game of somebody else; each gets a line: what came out,
// or the name of the error.

import { createInterface } from "node:readline";

const page = "../sim/window/page";
const { Guard } = await import(`${page}/workshop/guard.js`);
const { opened, takeLink, titleOf } = await import(`${page}/workshop/packages.js`);

globalThis.history = { state: null, replaceState: () => {} };
const guard = new Guard();

async function answer({ said, repeat, link, file, name }) {
  if (said !== undefined) return guard.messages(said);
  if (repeat) return guard.messages(repeat[0].repeat(repeat[1]));
  globalThis.location = { hash: `#game=${link}`, pathname: "", search: "" };
  const bytes = file && Buffer.from(file, "base64");
  const found = await (bytes ? opened([new File([bytes], name)]) : takeLink());
  return { ...found, title: titleOf(found.files) };
}

for await (const line of createInterface(process.stdin)) {
  const told = await answer(JSON.parse(line)).catch((error) => error.name);
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
