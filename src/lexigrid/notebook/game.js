// A dice game as a widget.

import { Contest } from '../web/static/js/contest.js';
import { Referee } from '../web/static/js/dice_game.js';
import { GameView } from '../web/static/js/game_view.js';
import { translator } from '../web/static/js/text.js';
import { addBox, send } from './shadow.js';

function render({ model, el }) {
  const { page: { texts, language }, ...board } = model.get('_data');
  const t = translator(texts, language);
  const box = addBox(el, model, 'game');
  let view;
  let referee;
  const found = () => referee.found[0].map((word) => referee.words.get(word).word);
  const begin = () => {
    view?.close();
    const { used = 0, over = false } = model.get('progress');
    referee = new Referee(board, { found: model.get('found').map((word) => word.toLowerCase()), used });
    const game = new Contest(referee.begin(Date.now()), referee);
    const onsave = () => send(model, { used: game.clock.used(Date.now()), over: game.isOver }, found());
    const again = () => {
      referee.found[0] = [];
      send(model, {}, []);
      begin();
    };
    referee.onevent = (event) => game.take(event) && view.refresh();
    view = new GameView(box, game, t, { again: [['same_board', again]], onsave });
    if (over) game.end();
  };
  /** Begins again with what another view of the widget has found. */
  const update = () => String(model.get('found')) !== String(found()) && begin();
  begin();
  model.on('change:found', update);
  return () => {
    model.off('change:found', update);
    view.close();
  };
}

export default { render };
