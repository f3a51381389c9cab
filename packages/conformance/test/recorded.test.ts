import { readRecord } from '@meteor-vs-mean/results';
import { areCurrent } from '@meteor-vs-mean/results/fingerprint';
import { apps } from '@meteor-vs-mean/stacks';
import { expect, test } from 'vitest';
import {
  principlesPlace,
  type RecordedPrinciples,
  type Recording,
  recordingPlace,
  remedy,
  sources,
} from '../record/recording.ts';
import { principles } from '../src/principles/principles.ts';

const { manifest, content: recording } = await readRecord<Recording>(recordingPlace, 'conformance');
const { manifest: ofPrinciples, content: recorded } = await readRecord<RecordedPrinciples>(
  principlesPlace,
  'principles',
);

test.each([manifest, ofPrinciples])('the recorded run of $kind is of these sources', async (recordedOf) => {
  const outdated = `results/reference/${recordedOf.kind} is of other sources than these: ${remedy}`;
  expect(recordedOf.sources?.paths, outdated).toEqual(sources);
  expect(recordedOf.sources && (await areCurrent(recordedOf.sources)), outdated).toBe(true);
});

test('both apps are among the sources of the record', () => {
  expect(sources).toEqual(expect.arrayContaining(apps.map(({ folder }) => folder)));
});

test('in the recorded run real Meteor passed every case', () => {
  const others = Object.entries(recording.cases).filter(([, verdict]) => verdict !== 'passed');
  expect(others, `not passed in results/reference/conformance: mend it and ${remedy}`).toEqual([]);
  const names = Object.keys(recording.cases);
  expect(names.filter((name) => name.startsWith('meteor oplog ddp')).length).toBeGreaterThan(100);
  expect(names.filter((name) => name.startsWith('meteor in a browser')).length).toBeGreaterThan(60);
  expect(names.filter((name) => name.startsWith('meteor and mean in browsers')).length).toBeGreaterThan(0);
});

test('the record says what was run', () => {
  expect(manifest).toMatchObject({
    started: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    versions: {
      meteor: expect.stringMatching(/3\.\d+/),
      node: expect.stringMatching(/^\d+\.\d+/),
      mongod: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      chromium: expect.stringMatching(/^\d+\.\d+/),
    },
  });
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
