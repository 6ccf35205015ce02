// A board that others play too is shown when the clock starts.

import { formatSeconds } from './clock.js';
import { element } from './dom.js';
import { DAILY, boardOf, isForWords, kindOf } from './days.js';
import { showTemplate } from './shell.js';

/** Says in `box` what the board asks for, with a button that starts the game. */
export function showOffer({ box, t, records, start }, setup, target) {
  const points = records.pointsOf(boardOf(setup));
  const facts = [
    isForWords(setup) ? t('goal_words_help') : '',
    t(setup.seconds ? 'shown_with_clock' : 'shown_on_start'),
    target === null ? '' : t('beat', { number: target }),
    points === undefined ? '' : t('played_before', { number: points }),
  ];
  const $ = showTemplate(box, 'offer');
  $('h1').textContent = t(setup.day ? DAILY[kindOf(setup)].name : 'dice_game');
  if (setup.seconds) $('.time').textContent = formatSeconds(setup.seconds);
  else $('.time').remove();
  $('.facts').replaceChildren(...facts.filter(Boolean).map((text) => element('p', {}, text)));
  $('button').addEventListener('click', () => start(setup, { target }));
  $('button').focus();
}
