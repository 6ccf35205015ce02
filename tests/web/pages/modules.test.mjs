// The modules of the pages that do not use the DOM. Run by tests/web/pages/test_modules.py.

import assert from 'node:assert/strict';
import test from 'node:test';

const module = (name) => import(`../../../src/lexigrid/web/static/js/${name}.js`);
const { cellName, cellsBetween, columnName, snapToLine } = await module('line');
const { LineSelection, parseLine } = await module('line_choice');
const { PathSelection, cellsPassed, findPath, touches, turned } = await module('path');
const { growPuzzle, packValue, shrinkPuzzle, unpackValue } = await module('links');
const { Contest, fold, takeEvents } = await module('contest');
const { Referee } = await module('dice_game');
const { describeEnd, standingOf, wordsOfPlayers } = await module('review');
const { Clock, formatSeconds } = await module('clock');
const { PuzzleGame } = await module('puzzle_game');
const { Records } = await module('records');
const { translator } = await module('text');

const SIZE = [10, 12];

test('every cell snaps to one of eight lines inside the grid', () => {
  for (let row = 0; row < 10; row++) {
    for (let column = 0; column < 12; column++) {
      const end = snapToLine([4, 5], [row, column], SIZE);
      const [down, right] = [Math.abs(end[0] - 4), Math.abs(end[1] - 5)];
      assert.ok(down === 0 || right === 0 || down === right);
      assert.ok(end[0] >= 0 && end[0] < 10 && end[1] >= 0 && end[1] < 12);
      const cells = cellsBetween([4, 5], end);
      assert.deepEqual(cells.at(-1), end);
      assert.equal(cells.length, Math.max(down, right) + 1);
      if (down === Math.abs(row - 4) && right === Math.abs(column - 5)) assert.deepEqual(end, [row, column]);
    }
  }
});

test('names of cells', () => {
  assert.deepEqual([0, 25, 26, 51, 52, 99].map(columnName), ['A', 'Z', 'AA', 'AZ', 'BA', 'CV']);
  assert.equal(cellName([3, 2]), 'C4');
});

test('typed lines', () => {
  for (const text of ['C4 F4', 'c4-f4', 'C4,F4', 'c4f4', ' C4  F4 ', 'C4 E 4', 'c4, e 4']) {
    assert.deepEqual(parseLine(text, SIZE), [[3, 2], [3, 5]], text);
  }
  assert.deepEqual(parseLine('C4 NW 3', SIZE), [[3, 2], [1, 0]]);
  assert.deepEqual(parseLine('C4 E5', SIZE), null);
  for (const text of ['', 'C4', 'C4 D6', 'C4 Z4', 'C4 E 0', 'C4 E 99', 'C99 F99', 'a0 a1', '4C F4', '💥']) {
    assert.equal(parseLine(text, SIZE), null, text);
  }
});

test('a line by two taps, and by a drag', () => {
  const line = new LineSelection(SIZE);
  assert.equal(line.choose([0, 0]), false);
  assert.equal(line.choose([2, 3]), true);
  assert.deepEqual(line.cells, [[0, 0], [1, 1], [2, 2], [3, 3]]);
  line.beginDrag([5, 5]);
  line.moveTo([5, 2]);
  assert.equal(line.cells.length, 4);
  line.clear();
  assert.deepEqual(line.cells, []);
});

test('a path by taps', () => {
  const path = new PathSelection();
  for (const cell of [[0, 0], [1, 1], [1, 2]]) assert.equal(path.choose(cell), false);
  path.choose([1, 1]);
  assert.deepEqual(path.cells, [[0, 0], [1, 1]]);
  assert.equal(path.choose([1, 1]), true);
  path.choose([3, 3]);
  assert.deepEqual(path.cells, [[3, 3]]);
});

test('a path by dragging, back and forth', () => {
  const path = new PathSelection();
  path.beginDrag([0, 0]);
  for (const cell of [[0, 1], [1, 2], [0, 1], [1, 1], [0, 0], [3, 3]]) path.dragTo(cell);
  assert.deepEqual(path.cells, [[0, 0], [0, 1], [1, 1]]);
});

test('a fast diagonal passes no neighbours', () => {
  assert.deepEqual(cellsPassed([0.5, 0.5], [3.5, 3.5]), [[0, 0], [1, 1], [2, 2], [3, 3]]);
  assert.deepEqual(cellsPassed([0.5, 0.5], [0.5, 3.5]), [[0, 0], [0, 1], [0, 2], [0, 3]]);
  assert.deepEqual(cellsPassed([0.9, 0.9], [0.95, 0.95]), []);
});

test('odd rows of hexagons are shifted by half a cell', () => {
  const near = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];
  const around = (row) => near.map(([down, right]) => [row + down, 4 + right]).filter((cell) => touches([row, 4], cell, true));
  assert.deepEqual(around(2), [[1, 3], [1, 4], [2, 3], [2, 5], [3, 3], [3, 4]]);
  assert.deepEqual(around(3), [[2, 4], [2, 5], [3, 3], [3, 5], [4, 4], [4, 5]]);
  assert.deepEqual(cellsPassed([0.5, 0.5], [2.5, 1.5], true), [[0, 0], [1, 0], [2, 1]]);
  const path = new PathSelection(true);
  for (const cell of [[0, 0], [1, 0], [2, 1]]) path.choose(cell);
  assert.equal(path.cells.length, 3);
  path.choose([3, 2]);
  assert.deepEqual(path.cells, [[3, 2]]);
});

test('typed words are found on the board', () => {
  const rows = [['Qu', 'i'], ['?', '[tz]'], [null, 'a']];
  const spelled = (word) => findPath(rows, word)?.length ?? 0;
  assert.deepEqual(['quit', 'QUIZ', 'quiza', 'q', 'aa', 'ttt', ''].map(spelled), [3, 3, 4, 1, 2, 0, 0]);
  for (const path of [findPath(rows, 'quizx')]) {
    path.slice(1).forEach((cell, i) => assert.ok(touches(path[i], cell)));
  }
});

test('four quarter turns are none', () => {
  const rows = [['a', 'b', 'c'], ['d', 'e', 'f']];
  assert.deepEqual(turned(rows), [['d', 'a'], ['e', 'b'], ['f', 'c']]);
  assert.deepEqual(turned(turned(turned(turned(rows)))), rows);
});

const PUZZLE = {
  title: 'Birds & <b>',
  rows: [['o', 'w', 'l'], ['x', 'é', null], ['a', 'b', 'c']],
  words: [
    { word: 'owl', start: [0, 0], end: [0, 2], clue: 'Hunts at <night>' },
    { word: 'cba', start: null, end: null, clue: 'The end' },
  ],
  secret: [{ word: 'wé', start: [0, 1], end: [1, 1] }],
  message: 'hi',
  language: 'en',
  right_to_left: false,
};

test('a link holds the whole puzzle', async () => {
  const packed = await packValue(shrinkPuzzle(PUZZLE));
  assert.match(packed, /^[\w-]+$/);
  assert.deepEqual(growPuzzle(await unpackValue(packed)), PUZZLE);
});

test('a link of 15 by 15 letters and 20 words is short', async () => {
  const letters = (seed) => Array.from({ length: 15 }, (_, i) => String.fromCharCode(65 + ((seed * 7 + i * i * 3 + ((seed * i) % 11)) % 26)));
  const words = Array.from({ length: 20 }, (_, i) => ({ word: letters(i).slice(0, 7).join(''), start: [i % 15, 0], end: [i % 15, 6] }));
  const packed = await packValue(shrinkPuzzle({ ...PUZZLE, rows: Array.from({ length: 15 }, (_, i) => letters(i + 20)), words, secret: [] }));
  assert.ok(packed.length < 800, `${packed.length} characters`);
});

test('other values are no puzzle', async () => {
  const good = shrinkPuzzle(PUZZLE);
  const bad = [null, 1, 'x', [], [2, ...good.slice(1)], [1, 5, ...good.slice(2)], [1, 'x', '', [], [], '', '', 0], [1, 'x', 'ab\nc', [], [], '', '', 0]];
  bad.push([1, 'x', 'ab', [['w', 0, 9]], [], '', '', 0], [1, 'x', 'ab', [[7]], [], '', '', 0], [1, 'x', [['a', {}]], [], [], '', '', 0]);
  bad.push([1, 'x', 'ab', [['w', 0, 1, { clue: 7 }]], [], '', '', 0], [1, 'x', 'ab', [['w', {}]], [], '', '', 0]);
  bad.push([1, 'x', 'a'.repeat(101), [], [], '', '', 0], [1, 'x', 'ab', 'cd', [], '', '', 0]);
  for (const value of bad) assert.throws(() => growPuzzle(value), TypeError, JSON.stringify(value));
  await assert.rejects(unpackValue('!!'));
  await assert.rejects(unpackValue('AAAA'));
  await assert.rejects(unpackValue(await packValue('x'.repeat(2 << 20))), RangeError);
});

test('a puzzle is judged in both directions, once', () => {
  const game = new PuzzleGame(PUZZLE);
  const at = (from, to) => game.judge(cellsBetween(from, to)).kind;
  assert.equal(at([0, 0], [0, 1]), 'none');
  assert.equal(at([0, 2], [0, 0]), 'found');
  assert.equal(at([0, 0], [0, 2]), 'already');
  assert.equal(at([0, 1], [1, 1]), 'secret');
  assert.equal(game.isOver, false);
  const other = new PuzzleGame(PUZZLE);
  other.restore(JSON.parse(JSON.stringify(game.toSaved())));
  assert.deepEqual([...other.found], [...game.found]);
  assert.equal(other.key, game.key);
  assert.equal(at([2, 0], [2, 2]), 'found'); // its place is unknown: the letters decide, backwards too
  assert.equal(game.isOver, true);
  game.restart();
  assert.deepEqual([game.count, game.cellsOf(1)], [0, null]); // a place seen before may not be the only one
});

test('two tabs merge what they found; a later round replaces both', () => {
  const [one, two] = [new PuzzleGame(PUZZLE), new PuzzleGame(PUZZLE)];
  one.judge(cellsBetween([0, 0], [0, 2]));
  two.judge(cellsBetween([2, 0], [2, 2]));
  two.hint();
  const saved = JSON.parse(JSON.stringify(one.toSaved()));
  assert.equal(two.merge(saved), true);
  assert.equal(two.merge(saved), false);
  assert.deepEqual([two.count, two.isOver, two.hints, two.signs], [2, true, 1, '🔵💡🔵']);
  two.restart();
  assert.equal(two.merge(saved), false);
  assert.equal(one.merge(JSON.parse(JSON.stringify(two.toSaved()))), true);
  assert.equal(one.count, 0);
});

test('results of days: one counts, streaks, files', () => {
  const kept = new Map();
  const store = { get: (key, fallback) => kept.get(key) ?? fallback, set: (key, value) => kept.set(key, value) };
  const records = new Records(store);
  for (const day of ['2026-02-27', '2026-02-28', '2026-03-01']) assert.equal(records.keep('board', day, { points: 7 }), true);
  assert.equal(records.keep('board', '2026-03-01', { points: 70 }), false);
  assert.deepEqual(['2026-03-01', '2026-03-02', '2026-03-03'].map((day) => records.streak('board', day)), [3, 3, 0]);
  assert.deepEqual([records.longest('board'), records.longest('words')], [3, 0]);
  records.keep('puzzle', '2026-03-01', { seconds: 90 });
  records.keep('puzzle', '2026-03-02', { seconds: 60 });
  assert.deepEqual([records.best('board').points, records.best('puzzle').seconds, records.best('paths')], [7, 60, undefined]);
  const text = records.toText();
  kept.clear();
  records.keep('board', '2026-02-27', { points: 1 });
  assert.deepEqual([records.add(text), records.add(text), records.of('board', '2026-02-27').points], [4, 0, 1]);
  for (const bad of ['', '[]', 'null', '{"format":"lexigrid/records","version":1,"days":7}', '{"days":{}}']) assert.ok(!records.add(bad), bad);
  assert.equal(records.add('{"format":"lexigrid/records","version":1,"days":{"x":{"board":{"points":1}},"2026-01-01":{"board":5}}}'), 0);
  for (let i = 0; i < 300; i++) records.keepBoard(`b${i}`, i);
  assert.deepEqual([records.pointsOf('b299'), records.pointsOf('b0')], [299, undefined]);
});

test('hints name a word until it is found', () => {
  const game = new PuzzleGame(PUZZLE);
  assert.deepEqual([game.hint().isAgain, game.hint().isAgain], [false, true]);
  game.judge(cellsBetween([0, 0], [0, 2]));
  assert.equal(game.hint(), null); // the other word has no known place
});

test('clocks', () => {
  const clock = new Clock(180, 60);
  assert.equal(clock.face(0), '2:00');
  clock.start(1000);
  assert.equal(clock.left(31_000), 90);
  clock.pause(31_000);
  assert.equal(clock.left(99_000), 90);
  clock.start(100_000);
  assert.deepEqual([clock.isOver(189_999), clock.isOver(190_000)], [false, true]);
  assert.equal(new Clock().face(0), '0:00');
  assert.equal(formatSeconds(3661.9), '61:01');
});

test('texts have values and plural forms', () => {
  const t = translator({ a: '{x} and {y}', b: { one: '{number} word', other: '{number} words' } }, 'en');
  assert.equal(t('a', { x: '$&', y: 1234 }), '$& and 1,234');
  assert.deepEqual([1, 2].map((number) => t('b', { number })), ['1 word', '2 words']);
  const polish = translator({ b: { one: 'a', few: 'b', many: 'c', other: 'd' } }, 'pl');
  assert.deepEqual([1, 2, 5].map((number) => polish('b', { number })), ['a', 'b', 'c']);
});

const BOARD = { setup: { seconds: 0 }, rows: [['Qu', 'i'], ['?', 't']], answer: { score: 3, words: [{ word: 'quit', score: 2 }, { word: 'Tie', score: 1 }] }, minLength: 3 };


async function sayAll(game, words) {
  const reasons = [];
  for (const word of words) reasons.push((await game.say(word)).reason);
  return reasons;
}

test('words of the dice game', async () => {
  const game = new Referee(BOARD);
  const kinds = await sayAll(game, ['it', 'QUIT', 'quit', 'tie', 'tiz', 'zebra']);
  assert.deepEqual(kinds, ['too short', 'accepted', 'already found', 'accepted', 'not a word', 'not on the board']);
  assert.equal(game.points, 3);
  assert.deepEqual(game.mine, [{ word: 'quit', score: 2 }, { word: 'Tie', score: 1 }]);
  assert.equal(game.hint(), null);
  const { words, result } = describeEnd(game.review(), (key, values) => `${key} ${JSON.stringify(values)}`);
  assert.equal(result, 'result {"found":2,"words":2,"points":3,"total":3}');
  assert.deepEqual(words.map(({ word, isMine }) => [word, isMine]), [['quit', true], ['Tie', true]]);
  const again = new Referee(BOARD, JSON.parse(JSON.stringify(game.toSaved(0))));
  assert.equal(again.points, 3);
  game.end();
  assert.equal(game.isOver, true);
});

test('stars on the way to all points, or to all required words', async () => {
  const words = Array.from({ length: 100 }, (_, at) => ({ word: `q${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}${'u'.repeat(at % 3)}`, score: 1 }));
  const board = { ...BOARD, answer: { words } };
  const game = new Referee(board);
  assert.deepEqual(game.steps, { value: 0, marks: [3, 8, 15, 25, 40], stars: 0 });
  assert.equal(game.lengths, null);
  await sayAll(game, words.slice(0, 15).map(({ word }) => word));
  assert.deepEqual(game.steps, { value: 15, marks: [3, 8, 15, 25, 40], stars: 3 });
  const required = { words: words.slice(0, 8).map(({ word }) => ({ word, paths: [[[0, 0]]] })) };
  const hunt = new Referee({ ...board, required });
  await sayAll(hunt, words.slice(4, 10).map(({ word }) => word));
  assert.deepEqual(hunt.steps, { value: 4, marks: [1, 2, 4, 6, 8], stars: 3 });
  assert.deepEqual([...hunt.lengths], [[3, [1, 3]], [4, [2, 3]], [5, [1, 2]]]);
  assert.deepEqual(new Referee(BOARD).steps.marks, [1, 2]);
});

test('a game saved by an earlier release goes on', () => {
  const saved = { setup: { dice: 'en-new-4x4', seed: '7', seconds: 60, players: 'alone', name: 'you' }, found: ['quit', 'no'], used: 12.5, target: 9 };
  const game = new Referee({ ...BOARD, setup: saved.setup }, saved);
  assert.deepEqual([game.points, game.state.target, game.clock.face(Date.now())], [2, 9, '0:48']);
  assert.deepEqual({ ...game.toSaved(0), used: 12.5 }, { ...saved, found: ['quit'] });
});

test('a pause stops the clock, with and without a time limit', () => {
  for (const seconds of [0, 60]) {
    const game = new Referee({ ...BOARD, setup: { seconds } }, { used: 5 });
    const now = Date.now();
    game.pause(now + 2000);
    assert.equal(game.state.stage, 'paused');
    assert.equal(Math.round(game.clock.used(now + 90_000)), 7);
    assert.equal(game.clock.isRunning, false);
    game.pause();
    assert.equal(game.state.stage, 'playing');
    assert.equal(game.clock.isRunning, true);
    assert.ok(game.clock.used(Date.now()) >= 5);
  }
});

test('a word of several players counts for none of them', () => {
  const seats = [{ name: 'You', points: 1, cancelled: 1 }, { name: 'Bo', points: 0, cancelled: 1 }];
  const words = [{ word: 'tea', points: 1, seats: [0, 1] }, { word: 'oat', points: 1, seats: [0] }];
  const t = (key, values = {}) => `${key}${values.number ?? ''}`;
  const end = describeEnd({ you: 0, seats, words }, t);
  assert.deepEqual(end.words.map(({ score }) => score), [0, 1]);
  assert.equal(end.result, 'result cancelled1');
  assert.equal(standingOf({ you: 0, seats }, t).standing, 'you_win You 1, Bo 0.');
});

test('the words of each player alone and of several, by rank', () => {
  const seats = [{ name: 'Cy', points: 1 }, { name: 'Ann', points: 5 }, { name: 'Bo', points: 1 }];
  const word = (text, points, ...finders) => ({ word: text, points, seats: finders });
  const words = [word('oat', 1, 1), word('oats', 1, 1), word('eaten', 2, 0, 1), word('tea', 1, 2), word('neat', 1)];
  assert.deepEqual(wordsOfPlayers({ seats, words }), {
    players: [
      { name: 'Ann', points: 5, rank: 1, own: ['oats', 'oat'] },
      { name: 'Cy', points: 1, rank: 2, own: [] },
      { name: 'Bo', points: 1, rank: 2, own: ['tea'] },
    ],
    shared: ['eaten'],
  });
});

test('hints and wild tiles of the dice game', async () => {
  const game = new Referee(BOARD);
  assert.deepEqual(game.hint(), { start: 'ti', number: 3, word: 'tie' });
  assert.equal((game.hint()).start, 'tie');
  assert.equal(game.spell(['t', 'i', '?']), 'tie');
  assert.equal(game.spell(['Qu', '?', 't']), 'quit');
  assert.equal(game.spell(['z', '?']), 'z?');
});

test('words are said as they are spelled, or as their tiles are', async () => {
  const rows = [['E', 'T', 'E'], ['S', 'S', 'A']];
  const ways = { Été: [[0, 0], [0, 1], [0, 2]], eß: [[0, 0], [1, 0], [1, 1]] };
  const words = Object.entries(ways).map(([word, path]) => ({ word, score: 1, paths: [path] }));
  const game = new Referee({ setup: { seconds: 0, name: 'Ann' }, rows, answer: { words }, minLength: 2 });
  assert.deepEqual(await sayAll(game, ['été', 'ete', 'ess', 'EẞE']), ['accepted', 'already found', 'accepted', 'not a word']);
  assert.deepEqual(findPath(rows, 'Été'), ways.Été);
  assert.deepEqual(findPath(rows, 'eß'), ways.eß);
  assert.equal(findPath(rows, 'öl'), null);
});

test('events of a stream that arrives in pieces', () => {
  const stream = 'retry: 1000\n\nid: 1\nevent: x\ndata: {"number":1}\n\n: quiet\n\ndata: {"number":2}\n\ndata: {"n';
  const [events, rest] = takeEvents(stream);
  assert.deepEqual(events, [{ number: 1 }, { number: 2 }]);
  assert.equal(rest, 'data: {"n');
});

// The events and states of games played by Python, in CASES (tests/web/pages/test_modules.py).
test('a state is the fold of the events, as in Python', { skip: !process.env.CASES }, async () => {
  const { readFile } = await import('node:fs/promises');
  const games = JSON.parse(await readFile(process.env.CASES, 'utf-8'));
  for (const { states, events } of games) {
    const contest = new Contest();
    contest.set(states[0]);
    events.forEach((event, i) => {
      assert.deepEqual(fold(states[i], event), states[i + 1]);
      assert.equal(contest.take(event), true);
      assert.equal(contest.take(event), true); // a repeated event counts once
      assert.deepEqual(contest.state, states[i + 1]);
    });
    assert.equal(contest.take({ number: contest.state.number + 2 }), false);
  }
});

test('fillers that are banned get other letters of the grid', async () => {
  const { banLetters } = await module('move');
  const rows = [['C', 'A', 'T'], ['J', null, 'c'], ['Qu', 'J', 'O']];
  const puzzle = { rows, words: [{ word: 'cat', start: [0, 0], end: [0, 2] }], secret: [], code: 'LG1' };
  const banned = banLetters(puzzle, 'jc', () => 0);
  assert.deepEqual(banned.rows, [['C', 'A', 'T'], ['A', null, 'A'], ['Qu', 'A', 'O']]);
  assert.equal(banned.code, undefined);
  assert.deepEqual(banLetters(puzzle, '', Math.random).rows, rows);
  assert.equal(banLetters({ ...puzzle, rows: [['J', 'J']] }, 'j', Math.random), null);
});
