// Views: elements of a page that are filled when they are needed, questions in their place, and what came of a word as
// text, look and, if the settings of the page ask for it, tones made on the spot.

import { announce, element, translate } from './dom.js';

/**
 * Fills `box` with a copy of a template's content, whose buttons call the function of `actions` with
 * their name. Returns the function that finds its elements.
 */
export function fill(box, content, t, actions = {}) {
  box.replaceChildren(content.cloneNode(true));
  translate(box, t);
  for (const node of box.querySelectorAll('button[name]')) node.onclick = () => actions[node.name]();
  return (selector) => box.querySelector(selector);
}

/**
 * Asks for confirmation in place of `actions`; resolves to true for `yes`.
 * The question is part of the page, so it covers nothing.
 */
export function ask(actions, question, yes, no) {
  const asker = actions.getRootNode().activeElement;
  const { promise, resolve } = Promise.withResolvers();
  const button = (text, name, isYes) =>
    element('button', { type: 'button', class: name, onclick: () => resolve(isYes) }, text);
  const keep = button(no, null, false);
  const onkeydown = ({ key }) => key === 'Escape' && resolve(false);
  const facts = { class: 'question', role: 'alertdialog', 'aria-labelledby': 'question', onkeydown };
  const answers = element('div', { class: 'actions' }, button(yes, 'primary', true), keep);
  const box = element('div', facts, element('p', { id: 'question' }, question), answers);
  actions.before(box);
  actions.hidden = true;
  keep.focus();
  return promise.finally(() => {
    box.remove();
    actions.hidden = false;
    asker?.focus();
  });
}

/** The pitches of each kind, in hertz, and the seconds from one to the next. */
const TONES = { good: [660, 880], bad: [185], again: [440, 440] };
const TONE_SECONDS = 0.1;
let speaker = null;

/** Says something in a status region; `kind` is good, bad or again for what came of a word. */
export function tell(status, text, kind = '') {
  announce(status, text);
  requestAnimationFrame(() => (status.dataset.kind = kind));
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
