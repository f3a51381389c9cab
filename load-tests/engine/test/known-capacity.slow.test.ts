import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { stringify } from 'yaml';
import type { Capacity } from '../src/capacity/report.ts';
import { temporaryFolder } from './folder.ts';

const execute = promisify(execFile);
const main = join(import.meta.dirname, '../src/capacity/main.ts');

/** limited-app.ts as a process of its own, so that its CPU is its own. */
async function startLimited(kind: 'refuse' | 'burn', per_s: number) {
  const app = spawn(process.execPath, [join(import.meta.dirname, 'limited-app.ts'), kind, String(per_s)]);
  onTestFinished(() => void app.kill('SIGKILL'));
  const lines = createInterface({ input: app.stdout });
  const [url] = await once(lines, 'line');
  const counts = async () => {
    app.stdin.write('\n');
    const [line] = await once(lines, 'line');
    return JSON.parse(line as string) as { taken: number; refused: number; busy_s: number };
  };
  return { url: url as string, pid: app.pid as number, counts };
}

async function capacityOf(folder: string, scenario: object, args: readonly string[]): Promise<Capacity> {
  const file = join(folder, 'limited.yml');
  writeFileSync(file, stringify(scenario));
  await execute(process.execPath, [main, file, '--out', folder, ...args]);
  return JSON.parse(readFileSync(join(folder, 'capacity.json'), 'utf8'));
}

// A search is some fifteen runs of Artillery.
vi.setConfig({ testTimeout: 900_000 });

/** All with KNOWN_CAPACITIES=all, which takes a quarter of an hour; else one of each kind. */
const which = (one: number, ...others: number[]) =>
  process.env.KNOWN_CAPACITIES === 'all' ? [one, ...others] : [one];

/** Not a level at which the limit itself is tried. */
const from = (limit: number) => ['--from', String(Math.round(0.75 * limit))];

const pubsub = { transport: 'socketio', deliveries: [{ event: 'news', path: '0.id' }] };
const publish = {
  call: 'post',
  params: [{ id: '{{ $writeId }}' }],
  rate: 10,
  drain: 1,
  writers: 4,
  arrivals: 'constant',
};

/** Within a tenth of what the server says of itself. */
function expectNear(held: number | null, limit: number): void {
  expect(held).toBeGreaterThanOrEqual(0.9 * limit);
  expect(held).toBeLessThanOrEqual(1.1 * limit);
}

test.for(which(110, 30, 420))('a server that refuses more than %i writes a second', async (per_s) => {
  const app = await startLimited('refuse', per_s);
  const capacity = await capacityOf(
    temporaryFolder(),
    {
      config: { target: app.url, phases: [{ duration: 1, arrivalCount: 2 }], engines: { pubsub } },
      scenarios: [
        {
          engine: 'pubsub',
          flow: [{ subscribe: { name: 'follow' } }, { publish: { ...publish, duration: 3 } }],
        },
      ],
    },
    ['--raise', 'writes', ...from(per_s)],
  );
  expectNear(capacity.held, per_s);
  expect(capacity.limitedBy).toBe('app');
  expect((await app.counts()).refused).toBeGreaterThan(0);
});

// After 8 s, 5 % too much leave a queue of 0.4 s, which other programs on the machine seldom make.
test.for(which(80, 40, 160))('a server of which one core carries %i writes a second', async (per_s) => {
  const app = await startLimited('burn', per_s);
  const before = await app.counts();
  const capacity = await capacityOf(
    temporaryFolder(),
    {
      config: { target: app.url, phases: [{ duration: 1, arrivalCount: 2 }], engines: { pubsub } },
      scenarios: [
        {
          engine: 'pubsub',
          flow: [{ subscribe: { name: 'follow' } }, { publish: { ...publish, duration: 8, drain: 2 } }],
        },
      ],
    },
    ['--raise', 'writes', ...from(per_s), '--limit', '400', '--pid', String(app.pid)],
  );
  // Socket.io's own work is a part of each write.
  const after = await app.counts();
  expectNear(capacity.held, (after.taken - before.taken) / (after.busy_s - before.busy_s));
  expect(capacity.limitedBy).toBe('app');
  const beyond = capacity.trials.filter(({ level }) => level === capacity.beyond);
  expect(Math.max(...beyond.map(({ app }) => app?.cpu_cores ?? 0))).toBeGreaterThan(0.85);
  expect(capacity.shares.map(({ share, trial }) => [share, trial.verdict, trial.lost])).toEqual([
    [0.5, 'passed', 0],
    [0.9, 'passed', 0],
  ]);
});
