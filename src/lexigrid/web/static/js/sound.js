// Says what came of a word: as text, look and, if the settings of the page ask for it, tones made on the spot.

import { announce } from './dom.js';

/** The pitches of each kind, in hertz, and the seconds from one to the next. */
const TONES = { good: [660, 880], bad: [185], again: [440, 440] };
const TONE_SECONDS = 0.1;
let speaker = null;

/** Says something in a status region; `kind` is good, bad or again for what came of a word. */
export function tell(status, text, kind = '') {
  announce(status, text);
  requestAnimationFrame(() => (status.dataset.kind = kind));
  sound(kind);
}

function sound(kind) {
  if (document.documentElement.dataset.sound !== 'on' || !TONES[kind]) return;
  speaker ??= new AudioContext();
  TONES[kind].forEach((frequency, i) => {
    const start = speaker.currentTime + i * TONE_SECONDS;
    const [tone, volume] = [new OscillatorNode(speaker, { frequency }), new GainNode(speaker, { gain: 0.15 })];
    volume.gain.setValueAtTime(0.15, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + TONE_SECONDS);
    tone.connect(volume).connect(speaker.destination);
    tone.start(start);
    tone.stop(start + TONE_SECONDS);
  });
}
