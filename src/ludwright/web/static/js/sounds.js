// Short sounds, generated: nothing is loaded.

import { settings } from "./settings.js";

let context = null;

// Browsers only let a page make sounds after a person did something.
addEventListener("pointerdown", ready, { once: true, capture: true });
addEventListener("keydown", ready, { once: true, capture: true });

function ready() {
  try {
    context ??= new AudioContext();
  } catch {
    context = null;
  }
}

function tone(frequency, start, length, volume, type = "sine") {
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  const from = context.currentTime + start;
  oscillator.type = type;
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(volume, from + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(from);
  oscillator.stop(from + length);
}

/** The rustle of a card: noise through a filter. */
function rustle(length, pitch, volume) {
  const samples = context.sampleRate * length;
  const buffer = context.createBuffer(1, samples, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < samples; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 2;
  const [source, filter, gain] = [context.createBufferSource(), context.createBiquadFilter(),
    context.createGain()];
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start();
}

const SOUNDS = {
  card: () => rustle(0.09, 2600, 0.35),
  shuffle: () => [0, 70, 140, 210].forEach((delay) =>
    setTimeout(() => rustle(0.08, 1800, 0.3), delay)),
  roll: () => [0, 90, 200].forEach((delay) => setTimeout(() => rustle(0.05, 900, 0.5), delay)),
  turn: () => (tone(660, 0, 0.18, 0.12), tone(880, 0.12, 0.25, 0.12)),
  refused: () => tone(150, 0, 0.2, 0.14, "triangle"),
  won: () => [523, 659, 784, 1047].forEach((pitch, i) => tone(pitch, i * 0.11, 0.35, 0.12)),
  over: () => [523, 440, 349].forEach((pitch, i) => tone(pitch, i * 0.16, 0.35, 0.1)),
};

/** Play a sound, if the person wants sounds and the browser allows it. */
export function sound(name) {
  if (!settings.sounds || context?.state !== "running") return;
  SOUNDS[name]?.();
}
