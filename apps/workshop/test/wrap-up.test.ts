import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  deliveryRound,
  fixture,
  mean,
  meteor,
  type Parts,
  writeFixture,
} from '@meteor-vs-mean/measure/results/fixture';
import { expect, onTestFinished, test } from 'vitest';
import { isOf, type Question, questions, ratioOf } from '../src/questions.ts';
import { run } from './command.ts';

const network = { by: 'toxiproxy', latency_ms: 100, jitter_ms: 0, loss: 0, measured: null };

async function temporary(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'workshop-wrap-up-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/**
 * A laptop after exercise 5: it predicted, and measured over the slow network.
 * @param factor Meteor's p50 over MEAN's
 * @param started the time of the measurement; the prediction is made now
 */
async function laptop(
  at: string,
  cores: number,
  predicted: string,
  factor: number,
  started = '2999-01-01T00:00:00.000Z',
): Promise<string[]> {
  const [notes, results] = [path.join(at, 'notes'), path.join(at, 'results')];
  await mkdir(results, { recursive: true });
  const { manifest } = fixture();
  const measured = fixture({
    deliveries: [1, 2].flatMap((pair) => [
      deliveryRound(meteor, 2 * pair - 1, pair, { p50: 8 * factor }),
      deliveryRound(mean, 2 * pair, pair, { p50: 8 }),
    ]),
    manifest: {
      command:
        'npm run compare -- --scenarios fan-out --audience one --clients 100 --rate 8 --rounds 2 --latency 100ms',
      network,
      machine: { ...manifest.machine, cores },
      started,
    },
  });
  await writeFixture(path.join(results, 'measured'), measured);
  await writeFile(path.join(results, 'measured/report.html'), 'drawn');
  const noted = await run('apps/workshop/src/predict.ts', ['latency', predicted, '--notes', notes]);
  expect(noted.code, noted.output).toBe(0);
  return ['--notes', notes, '--results', results];
}

test("two laptops' folders become one table of predictions and results, and one of ratios by machine", async () => {
  const folder = await temporary();
  const out = path.join(folder, 'handed-in');
  const pairs = [
    ['ada-and-bob', 4, '2', 1.5],
    ['cy-and-di', 8, '1.7', 1.8],
  ] as const;
  for (const [name, cores, predicted, factor] of pairs) {
    const of = await laptop(path.join(folder, name), cores, predicted, factor);
    const { code, output } = await run('apps/workshop/src/hand-in.ts', [name, '--out', out, ...of]);
    expect(code, output).toBe(0);
    expect(output).toContain(`p50 over 100 ms of network: predicted ${predicted}, measured`);
    expect(output).toContain('CPU per write, private lists: not predicted, not measured');
    expect(output).toContain(`To hand in: ${path.join(out, name)}`);
  }
  expect((await readdir(path.join(out, 'cy-and-di/measured'))).sort()).toEqual([
    ...['manifest.json', 'rounds.jsonl', 'rounds.pack.gz'],
  ]);

  const file = path.join(folder, 'wrap-up.md');
  const { code, output } = await run('apps/workshop/src/wrap-up.ts', [out, '--out', file]);
  expect(code, output).toBe(0);
  expect(output).toMatch(
    /p50 over 100 ms of network: 1\.5\d? to 1\.8\d? on 2 laptops\. Nearest was cy-and-di with 1\.7\./,
  );
  const written = await readFile(file, 'utf8');
  expect(written).toMatch(/\| ada-and-bob \|.*1\.5\d? .*predicted 2/);
  expect(written).toMatch(/\| cy-and-di \|.*1\.8\d? .*predicted 1\.7/);
  expect(written).toMatch(/Ratios by machine: 100 subscribers over a slow network/);
  expect(written).toMatch(/Meteor \/ MEAN, fan-out \| ada-and-bob \| cy-and-di \|/);
});

const questionTitled = (title: string) => questions.find((one) => one.title === title) as Question;
const typed = { command: 'npm run compare -- --clients 100 --latency' };

test.each([
  ['p50 over 100 ms of network', 100],
  ['CPU per write, one shared list', 0],
])('only a run over a network answers a question about it: %s', (title, right_ms) => {
  const deliveries = [deliveryRound(mean, 1, 1)];
  const answers = (latency_ms: number) =>
    isOf(
      fixture({ deliveries, manifest: { ...typed, network: { ...network, latency_ms } } }),
      questionTitled(title),
    );
  expect([0, 40, 100].filter(answers)).toEqual([right_ms]);
});

test('a ratio is only of Meteor over MEAN in their default configurations', () => {
  const half = { ...meteor, key: 'meteor without limits', variant: { ...meteor.variant, without: 'limits' } };
  const floor = { ...mean, key: 'smallest', stack: 'smallest' };
  const measured = (...contestants: Parts['contestants'] & {}) => {
    const deliveries = contestants.map((one, index) =>
      deliveryRound(one, index + 1, 1, { p50: { meteor: 30, mean: 10 }[one.key] ?? 90 }),
    );
    return ratioOf(fixture({ contestants, deliveries }), questionTitled('p50 over 100 ms of network'));
  };
  expect(measured(half, meteor, floor, mean)).toBeCloseTo(3, 0);
  expect(measured(mean, meteor)).toBeCloseTo(3, 0);
  expect(measured(half, mean)).toBeNull();
  expect(measured(mean, floor)).toBeNull();
});

test("other folders among the pairs' are named, and a late prediction is never the nearest", async () => {
  const folder = await temporary();
  const out = path.join(folder, 'handed-in');
  const early = await laptop(path.join(folder, 'early'), 4, '3', 1.5);
  const late = await laptop(path.join(folder, 'late'), 4, '1.5', 1.5, '2026-11-21T10:00:00.000Z');
  await run('apps/workshop/src/hand-in.ts', ['ada', '--out', out, ...early]);
  await run('apps/workshop/src/hand-in.ts', ['bob', '--out', path.join(out, 'stick'), ...early]);
  await run('apps/workshop/src/hand-in.ts', ['cy', '--out', out, ...late]);
  await mkdir(path.join(out, 'empty'));
  const wrapUp = (...folders: string[]) =>
    run('apps/workshop/src/wrap-up.ts', [...folders, '--out', path.join(folder, 'wrap-up.md')]);

  const { code, output } = await wrapUp(out);
  expect(code, output).toBe(0);
  for (const name of ['stick', 'empty']) {
    expect(output).toContain(`Nothing was handed in in ${path.join(out, name)}: `);
  }
  expect(output).toContain('on 2 laptops. Nearest was ada with 3.');
  expect(output).toContain('predicted 1.5, late');
  const written = await readFile(path.join(folder, 'wrap-up.md'), 'utf8');
  expect(written).toContain('2 pairs of people');
  expect(written).not.toMatch(/\| (stick|empty) \|/);

  const cut = path.join(out, 'ada/predictions.jsonl');
  await writeFile(cut, `${await readFile(cut, 'utf8')}{"at":"20`);
  const broken = await wrapUp(out);
  expect(broken.code).toBe(1);
  expect(broken.output).toContain(`workshop:wrap-up: ${cut}: line 2 can't be read (`);
  expect((await wrapUp(path.join(out, 'empty'))).output).toContain(
    'empty contains nothing that was handed in',
  );
});

test('a pair with only a prediction is in the table, with a dash', async () => {
  const folder = await temporary();
  const notes = path.join(folder, 'notes');
  await run('apps/workshop/src/predict.ts', ['latency', '1.2', '--notes', notes]);
  const of = ['--notes', notes, '--results', path.join(folder, 'none'), '--out', path.join(folder, 'out')];
  expect((await run('apps/workshop/src/hand-in.ts', ['eve', ...of])).code).toBe(0);
  const file = path.join(folder, 'wrap-up.html');
  const { code, output } = await run('apps/workshop/src/wrap-up.ts', [
    path.join(folder, 'out/eve'),
    '--out',
    file,
  ]);
  expect(code, output).toBe(0);
  expect(output).toContain('predicted 1.2');
  expect(await readFile(file, 'utf8')).toContain('Predictions and results of the workshop');
});

test('handing in again replaces only what was handed in before', async () => {
  const folder = await temporary();
  const notes = path.join(folder, 'notes');
  await run('apps/workshop/src/predict.ts', ['latency', '1.2', '--notes', notes]);
  await mkdir(path.join(folder, 'Documents'));
  await writeFile(path.join(folder, 'Documents/thesis.txt'), 'years of work');
  const handIn = (name: string) =>
    run('apps/workshop/src/hand-in.ts', [name, '--notes', notes, '--results', notes, '--out', folder]);
  expect((await handIn('Documents')).output).toContain(
    'Documents holds files that no command of ours put there',
  );
  expect(await readFile(path.join(folder, 'Documents/thesis.txt'), 'utf8')).toBe('years of work');
  for (const time of ['first', 'again']) expect((await handIn('ada')).code, time).toBe(0);
  expect(
    (await readFile(path.join(folder, 'ada/predictions.jsonl'), 'utf8')).trim().split('\n'),
  ).toHaveLength(1);
});

test.each([
  ['hand-in', [], 'Give one name for the two of you, of letters, digits and dashes: ada-and-bob'],
  ['hand-in', ['../x'], 'Give one name for the two of you, of letters, digits and dashes: ada-and-bob'],
  ['hand-in', ['ada', '--notes', '/nonexistent', '--results', '/nonexistent'], 'There is nothing to hand in'],
  ['wrap-up', [], 'Name the folder with the handed-in folders'],
  ['wrap-up', ['/nowhere/at/all'], 'There is no folder /nowhere/at/all'],
])('workshop:%s %j is rejected in one line', async (name, args, message) => {
  const { code, output } = await run(`apps/workshop/src/${name}.ts`, args);
  expect(code).toBe(1);
  expect(output).toContain(`workshop:${name}: ${message}`);
  expect(output).not.toContain('\n');
});
