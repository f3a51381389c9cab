import { expect, test } from 'vitest';
import { principles } from '../src/principles/principles.ts';
import { readPrinciples } from '../src/principles/recorded.ts';
import { readRecording, remedy } from '../src/recording.ts';
import { hashOfSources } from '../src/sources.ts';

const recording = await readRecording();
const recorded = await readPrinciples();

test('the recorded run of real Meteor is of these sources', async () => {
  const outdated = `recorded/meteor.json is of other sources than these: ${remedy}`;
  expect(recording.sources, outdated).toBe(await hashOfSources());
});

test('in the recorded run real Meteor passed every case', () => {
  const others = Object.entries(recording.cases).filter(([, verdict]) => verdict !== 'passed');
  expect(others, `not passed in recorded/meteor.json: mend it and ${remedy}`).toEqual([]);
  const names = Object.keys(recording.cases);
  expect(names.filter((name) => name.startsWith('meteor oplog ddp')).length).toBeGreaterThan(100);
  expect(names.filter((name) => name.startsWith('meteor in a browser')).length).toBeGreaterThan(60);
  expect(names.filter((name) => name.startsWith('meteor and mean in browsers')).length).toBeGreaterThan(0);
});

test('the record says what was run', () => {
  expect(recording).toMatchObject({
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    meteor: expect.stringMatching(/3\.\d+/),
    node: expect.stringMatching(/^\d+\.\d+/),
    mongod: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    chromium: expect.stringMatching(/^\d+\.\d+/),
  });
});

test('the record of the principles is of these sources', async () => {
  const outdated = `results/reference/principles is of other sources than these: ${remedy}`;
  expect(recorded.sources, outdated).toBe(await hashOfSources());
});

test.each(['meteor', 'mean'] as const)('in it %s answered every question as expected', (stack) => {
  const expected = principles.flatMap(({ number, questions }) =>
    questions.map(({ name, missing }) => ({ principle: number, question: name, holds: !missing[stack] })),
  );
  const answered = recorded.findings[stack].map(({ principle, question, holds }) => ({
    principle,
    question,
    holds,
  }));
  expect(answered, `results/reference/principles says otherwise: ${remedy}`).toEqual(expected);
});
