// A board that others play too is shown when the clock starts.

import { formatSeconds } from './clock.js';
import { element } from './dom.js';
import { DAILY, boardOf, isForWords, kindOf } from './days.js';

/** Says in `box` what the board asks for, with a button that starts the game. */
export function showOffer({ box, t, records, start }, setup, target) {
  const points = records.pointsOf(boardOf(setup));
  const facts = [
    isForWords(setup) ? t('goal_words_help') : '',
    t(setup.seconds ? 'shown_with_clock' : 'shown_on_start'),
    target === null ? '' : t('beat', { number: target }),
    points === undefined ? '' : t('played_before', { number: points }),
  ];
  const begin = element('button', { type: 'button', class: 'primary', onclick: () => start(setup, { target }) }, t('start_clock'));
  const card = element(
    'section',
    { class: 'win offer' },
    element('h1', {}, t(setup.day ? DAILY[kindOf(setup)].name : 'dice_game')),
    setup.seconds ? element('p', { class: 'time' }, formatSeconds(setup.seconds)) : '',
    ...facts.filter(Boolean).map((text) => element('p', {}, text)),
    element('div', { class: 'actions' }, begin),
  );
  box.replaceChildren(card, element('p', { role: 'status', class: 'status' }));
  begin.focus();
}
