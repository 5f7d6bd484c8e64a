#!/usr/bin/env node
// An engine in JavaScript (see docs/engines.md): it first chooses a kind of action, such as a large
// pyramid, then one of that kind, all by lot. It passes only if it has to.

import { createInterface } from "node:readline";

// Return numbers from 0 to n - 1 that follow from a seed (a generator called mulberry32).
function dice(seed) {
  return (n) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let x = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    x ^= x + Math.imul(x ^ (x >>> 7), 61 | x);
    return ((x ^ (x >>> 14)) >>> 0) % n;
  };
}

function choose({ legal, seed }) {
  const below = dice(seed);
  const kinds = new Set(legal.map(([kind]) => kind));
  if (kinds.size > 1) kinds.delete("pass");
  const kind = [...kinds][below(kinds.size)];
  const actions = legal.filter(([word]) => word === kind);
  return actions[below(actions.length)];
}

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  console.log(JSON.stringify({ id: question.id, do: choose(question) }));
}
