// Compares the dice game of the pages with Python. Run by tests/web/pages/test_rules.py.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test from 'node:test';

const module = (name) => import(`../../../src/lexigrid/web/static/js/${name}.js`);
const { sha256 } = await module('rng');
const { roll } = await module('roll');
const { findWords } = await module('opponents');
const { DiceGame, rulesOf } = await module('dice_game');
const { rolls, plays } = JSON.parse(readFileSync(process.env.CASES));
const KINDS = { accepted: 'accepted', already: 'already found', short: 'too short', unknown: 'not a word', absent: 'not on the board' };

test('digests of texts of every length', () => {
  for (let length = 0; length < 140; length++) {
    const text = 'ü'.repeat(length % 3) + 'x'.repeat(length);
    assert.equal(Buffer.from(sha256(text)).toString('hex'), createHash('sha256').update(text).digest('hex'));
  }
});

test('boards', () => {
  assert.ok(rolls.length > 10);
  for (const { rolls: known, ...dice } of rolls) for (const [seed, rows] of known) assert.deepEqual(roll(dice, seed), rows);
});

const wordsOf = ({ answer, described }) => answer.words.map(({ word, paths: [path] }, i) => ({ word, path, ...described[i] }));

test('words and times of opponents', () => {
  for (const play of plays) {
    const avoided = new Set(play.avoided);
    for (const [level, seconds, words] of play.opponents) {
      const found = findWords(level, wordsOf(play), { seed: play.seed, seconds: seconds ?? 0, avoided });
      assert.deepEqual(found.map(({ word, at }) => [word, at]), words, `level ${level}, ${seconds} s`);
    }
  }
});

test('verdicts and points', () => {
  for (const { rows, seed, answer, avoided, described, level, verdicts, points, min_length, scoring, seconds } of plays) {
    assert.deepEqual(rulesOf(rows), { min_length, scoring });
    const words = findWords(level, wordsOf({ answer, described }), { seed, seconds, avoided: new Set(avoided) });
    const setup = { seconds, seed, name: 'Ann' };
    const game = new DiceGame({ setup, rows, answer, minLength: min_length, opponents: [{ name: 'Opponent', words }] });
    game.clock.start(0);
    for (const [word, reason, worth] of verdicts) {
      const verdict = game.say(word);
      assert.deepEqual([KINDS[verdict.kind], verdict.points], [reason, worth], word);
    }
    assert.equal(game.others[0].points, 0);
    const halfway = words.filter(({ at }) => at <= 90_000).length;
    assert.equal(game.advance(90_000), halfway > 0);
    assert.equal(game.advance(90_000), false);
    game.end(300_000);
    const { seats, words: reviewed } = game.review();
    assert.deepEqual(seats.map((seat) => seat.points), points);
    assert.equal(reviewed.filter((each) => each.seats.includes(1)).length, words.length);
  }
});
