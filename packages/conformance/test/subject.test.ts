import { type Mongo, startMongo } from '@meteor-vs-mean/testbed/mongo';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Stage } from '../src/browser/stage.ts';
import { guards } from '../src/cases/guards.ts';
import { restart } from '../src/cases/restart.ts';
import { type Environment, environments } from '../src/environment.ts';
import { rendered } from '../src/principles/rendered.ts';
import { Subject } from '../src/subject.ts';

const environment = environments.find(({ stack }) => stack === 'mean') as Environment;

let mongo: Mongo;
let subject: Subject;
beforeEach(async () => {
  mongo = await startMongo({ url: '' });
  subject = new Subject(environment, () => mongo, `subject_${process.pid}`);
  await subject.prepare();
}, 300_000);
afterEach(async () => {
  await subject.stop();
  await mongo.stop();
});

test('what a case left down is up for the next one, on an empty database', async ({ skip }) => {
  const { url } = subject.app;
  await subject.list();
  await subject.app.kill();
  await subject.prepare();
  expect(subject.app.url).toBe(url);
  expect(await subject.stored('lists')).toEqual([]);

  if (!subject.ownsMongo) skip('the MongoDB of MONGO_URL is not ours to kill');
  await subject.list();
  await mongo.kill();
  await subject.prepare();
  const listId = await subject.list();
  expect(await subject.stored('lists')).toMatchObject([{ _id: listId }]);
});

test('an app that does not start fails each case, and soon is not started again', async () => {
  const broken = new Subject({ ...environment, mode: 'nonsense' }, () => mongo, `broken_${process.pid}`);
  try {
    for (let attempt = 1; attempt <= 3; attempt++) {
      await expect(broken.prepare()).rejects.toThrow("no mode 'nonsense'");
    }
    await expect(broken.prepare()).rejects.toThrow('mean failed to start 3 times in a row');
  } finally {
    await broken.stop();
  }
});

test("cases that stop or kill mongod are skipped if mongod is the user's", async () => {
  const theirs = await startMongo({ url: mongo.url });
  const there = new Subject(environment, () => theirs, subject.database);
  const stage = new Stage(there, () => Promise.reject(new Error('no browser')));
  const skip = () => {
    throw new Error('skipped');
  };
  const cases = [...guards.cases, ...restart.cases].filter(({ name }) => /mongod/i.test(name));
  const page = rendered.cases.find(({ name }) => name.startsWith("a database that doesn't answer"));
  const runs = [...cases.map(({ run }) => run(there, skip)), page?.run(stage, skip)];
  expect(runs).toHaveLength(4);
  for (const run of runs) await expect(run).rejects.toThrow('skipped');
});
