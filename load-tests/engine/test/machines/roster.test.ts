import { type Mongo, startMongo, urlOf } from '@meteor-vs-mean/testbed/mongo';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Roster } from '../../src/machines/roster.ts';

let mongo: Mongo;
beforeAll(async () => {
  mongo = await startMongo();
}, 120_000);
afterAll(() => mongo?.stop());

let runs = 0;
const nameOfRun = () => `run-${runs++}`;

async function join(run: string, { machines = 2, plan = '{"seed":1}' } = {}): Promise<Roster> {
  const roster = await Roster.join({ url: urlOf(mongo, 'pubsub-test'), run, machines }, plan);
  onTestFinished(() => roster.close());
  return roster;
}

test('all machines get the same start when all are ready, and the parts of each other', async () => {
  const run = nameOfRun();
  const [one, two] = [await join(run), await join(run)];
  expect([one.index, two.index]).toEqual([0, 1]);
  await one.reach('ready');
  const started = one.start();
  expect(await Promise.race([started, one.look()])).toEqual([
    expect.objectContaining({ index: 0, state: 'ready' }),
    expect.objectContaining({ index: 1, state: 'joined' }),
  ]);
  await two.reach('ready');
  expect(await two.start()).toBe(await started);
  await two.reach('written', { sent: 2 });
  await one.reach('written', { sent: 1 });
  expect(await one.all('written')).toEqual([{ sent: 1 }, { sent: 2 }]);
});

test('one machine too many, a different number of machines and a different script are refused with the reason', async () => {
  const run = nameOfRun();
  await join(run);
  await expect(join(run, { machines: 3 })).rejects.toMatchObject({
    code: 'schedule',
    message: expect.stringContaining('machines is 2 there, and 3 here'),
  });
  const other = nameOfRun();
  const first = await join(other);
  await expect(join(other, { plan: '{"seed":2}' })).rejects.toThrow('seed is 1 there, and 2 here');
  await expect(first.look()).rejects.toThrow('seed is 1 there, and 2 here');
  const full = nameOfRun();
  await join(full);
  await join(full);
  await expect(join(full)).rejects.toMatchObject({
    code: 'rendezvous',
    message: `rendezvous: the run ${full} has its 2 machines: give this run another name`,
  });
});

test('all machines get the name of a silent machine', async () => {
  const run = nameOfRun();
  const [one, two] = [await join(run), await join(run)];
  await two.close();
  const gone = {
    code: 'machine-gone',
    message: expect.stringMatching(/^machine 2 of 2, .* has not been heard of for \d+ s$/),
  };
  await expect(one.all('ready')).rejects.toMatchObject(gone);
  // The run stays void.
  await expect(join(run)).rejects.toThrow('has not been heard of');
}, 20_000);

test('an unreachable rendezvous is reported in one line without credentials', async () => {
  const options = { url: 'mongodb://somebody:secret@127.0.0.1:1/x', run: 'x', machines: 2 };
  const error = await Roster.join(options, '{}').catch((reason) => reason as Error);
  expect(error).toMatchObject({ code: 'rendezvous' });
  expect((error as Error).message).toMatch(/^rendezvous: MongoDB can't be used: [^\n]*127\.0\.0\.1:1/);
  expect((error as Error).message).not.toContain('secret');
}, 20_000);
