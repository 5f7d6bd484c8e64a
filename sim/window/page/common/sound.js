// Sounds, made here from tones: a piece laid, a mistake, a score, your turn, the end.

import { recall, remember } from "./preferences.js";

// Notes as [frequency in Hz, start in s, length in s, loudness].
const SOUNDS = {
  place: [
    [180, 0, 0.06, 0.5],
    [90, 0.01, 0.09, 0.6],
  ],
  wrong: [
    [220, 0, 0.13, 0.35],
    [165, 0.14, 0.2, 0.35],
  ],
  score: [
    [523, 0, 0.12, 0.3],
    [659, 0.1, 0.12, 0.3],
    [784, 0.2, 0.22, 0.3],
  ],
  turn: [
    [440, 0, 0.1, 0.22],
    [587, 0.09, 0.16, 0.22],
  ],
  win: [
    [523, 0, 0.16, 0.3],
    [659, 0.14, 0.16, 0.3],
    [784, 0.28, 0.16, 0.3],
    [1047, 0.42, 0.5, 0.3],
  ],
};

let context;

export function isOn() {
  return recall("sound", true);
}

/** @param {boolean} on */
export function enable(on) {
  remember("sound", on);
}

// Play a sound by its name. Browsers allow sounds only after somebody has touched the page.
/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (!isOn() || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const [frequency, begin, length, loud] of SOUNDS[name]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const start = context.currentTime + begin;
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(loud * 0.4, start + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}
