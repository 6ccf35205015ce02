// A dice game as a widget.

import { Referee } from '../web/static/js/dice_game.js';
import { GameView } from '../web/static/js/game_view.js';
import { translator } from '../web/static/js/text.js';
import { addBox, follow, send, viewOf } from './shadow.js';

function render({ model, el }) {
  const { page, ...board } = model.get('_data');
  const t = translator(page.texts, page.language);
  const box = addBox(el, model, 'game');
  let view;
  let game;
  const found = () => game.state.words.map(({ word }) => word);
  const begin = () => {
    view?.close();
    const { used = 0, over = false } = model.get('progress');
    game = new Referee(board, { found: model.get('found').map((word) => word.toLowerCase()), used });
    const onsave = () => send(model, { used: game.clock.used(Date.now()), over: game.isOver }, found());
    const again = () => {
      send(model, {}, []);
      begin();
    };
    game.onevent = () => view.refresh();
    view = new GameView(box, viewOf(page), game, t, { again: [['same_board', again]], onsave });
    if (over) game.end();
  };
  /** Begins again with what another view of the widget has found. */
  const update = () => String(model.get('found')) !== String(found()) && begin();
  begin();
  return follow(model, 'found', update, () => view.close());
}

export default { render };
