import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startChild } from '@meteor-vs-mean/testbed/process';
import { artilleryProgram } from '../process/artillery-program.ts';
import { outcomeOf } from '../results/outcome.ts';
import { type Run, readRun } from '../results/results.ts';
import type { Scenario } from './scenario.ts';

const users = 5;
const duration_s = 5;

/** Whether a scenario does what it should, and a line that says so. */
export interface Trial {
  passed: boolean;
  line: string;
}

/**
 * Runs a scenario with 5 users for 5 s, with the secrets that were recorded.
 * @param file of the scenario
 * @throws Error of one line if Artillery can't be started
 */
export async function trialOf(file: string, { kind, env }: Scenario, signal: AbortSignal): Promise<Trial> {
  const out = await mkdtemp(path.join(tmpdir(), 'pubsub-record-'));
  const phases = [{ duration: kind === 'publish' ? 1 : duration_s, arrivalCount: users }];
  const overrides = JSON.stringify({ config: { phases, engines: { pubsub: { out } } } });
  // The secrets are given to the process and not on its command line, which others can read.
  const child = await startChild(
    process.execPath,
    [artilleryProgram(), 'run', '--overrides', overrides, ...variablesOf(kind), file],
    { env: { ...process.env, ...env, ARTILLERY_DISABLE_TELEMETRY: 'true' } },
  );
  const stop = () => void child.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const { code } = await child.exited;
    signal.throwIfAborted();
    const run = readRun(out);
    const said =
      Object.values(run.failures)[0]?.reason ??
      child.lastLines.find((line) => line.startsWith('pubsub: ')) ??
      child.lastLines.at(-1);
    return kind === 'publish' ? deliveriesOf(run, code, said ?? '') : usersOf(run, code, said ?? '');
  } finally {
    signal.removeEventListener('abort', stop);
    await child.stop();
    await rm(out, { recursive: true, force: true });
  }
}

const variablesOf = (kind: Scenario['kind']): string[] =>
  kind === 'publish' ? ['--variables', JSON.stringify({ duration: duration_s })] : [];

function deliveriesOf(run: Run, code: number | null, said: string): Trial {
  const { owed, seen, lost, sent } = outcomeOf(run);
  const passed = code === 0 && owed > 0 && lost === 0;
  if (passed)
    return { passed, line: `every delivery came: ${sent} writes to ${users} users, ${seen} deliveries` };
  return {
    passed,
    line: `not every delivery came: ${seen} of ${owed}. Artillery ended with ${code}: ${said}`,
  };
}

function usersOf(run: Run, code: number | null, said: string): Trial {
  const calls = run.receivers.map(({ file }) => file.calls);
  const sent = calls.reduce((sum, one) => sum + one.sent, 0);
  const finished = run.subscribers.length;
  const passed = code === 0 && finished === users;
  if (passed)
    return {
      passed,
      line: `${users} users did all steps: ${sent} calls, and every delivery that they waited for came`,
    };
  return {
    passed,
    line: `${finished} of ${users} users did all steps. Artillery ended with ${code}: ${said}`,
  };
}
