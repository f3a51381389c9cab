import { readRecord } from '@meteor-vs-mean/measure/results';
import { expect, test } from 'vitest';
import { type Recording, recordingPlace, remedy } from '../record/recording.ts';

const { manifest, content: recording } = await readRecord<Recording>(recordingPlace, 'conformance');

test('in the recorded run real Meteor passed every case', () => {
  const others = Object.entries(recording.cases).filter(([, verdict]) => verdict !== 'passed');
  expect(others, `not passed in results/reference/conformance: fix it and ${remedy}`).toEqual([]);
  const names = Object.keys(recording.cases);
  expect(names.filter((name) => name.startsWith('meteor oplog ddp')).length).toBeGreaterThan(100);
  expect(names.filter((name) => name.startsWith('meteor in a browser')).length).toBeGreaterThan(60);
  expect(names.filter((name) => name.startsWith('meteor and mean in browsers')).length).toBeGreaterThan(0);
});

test("the record has the run's versions", () => {
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
