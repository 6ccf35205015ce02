// Compares the dice game of the pages with Python. Run by tests/web/pages/test_rules.py.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test from 'node:test';

const module = (name) => import(`../../../src/lexigrid/web/static/js/${name}.js`);
const { roll, sha256 } = await module('rng');
const { findWords } = await module('opponents');
const { Referee, rulesOf } = await module('dice_game');
const { rolls, plays } = JSON.parse(readFileSync(process.env.CASES));

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
    const referee = new Referee({ setup, rows, answer, minLength: min_length, opponents: [{ name: 'Opponent', words }] }, {}, 0);
    assert.equal(referee.state.seats[1].points, 0);
    let events = [];
    referee.onevent = (kind) => events.push(kind);
    for (const [word, reason, worth] of verdicts) {
      const verdict = referee.say(word, 0);
      assert.deepEqual([verdict.reason, verdict.points], [reason, worth], word);
    }
    assert.deepEqual(events, verdicts.map(() => 'verdict'));
    events = [];
    const halfway = words.filter(({ at }) => at <= 90_000).length;
    referee.advance(90_000);
    referee.advance(90_000);
    assert.deepEqual(events, halfway > 0 ? ['score'] : []);
    referee.advance(300_000);
    assert.equal(events.at(-1), 'over');
    const { seats, words: reviewed } = referee.review();
    assert.deepEqual(seats.map((seat) => seat.points), points);
    assert.equal(reviewed.filter((each) => each.seats.includes(1)).length, words.length);
  }
});
