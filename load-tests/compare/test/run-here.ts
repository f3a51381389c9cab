import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CompareFolder, readCompare } from '@meteor-vs-mean/measure/results';
import { type Progress, run } from '@meteor-vs-mean/measure/run';
import { openComparison } from '../src/comparison.ts';
import type { Interference } from '../src/context/open-context.ts';
import { parsed } from './parsed.ts';

/** FAULTS_SHOW prints the progress of each run. */
const show = process.env.FAULTS_SHOW ? console.log : () => {};
const progress: Progress = { say: show, step: show, done: () => {} };

/** Runs a comparison in this process. @param args as `npm run compare` has them @returns its folder, which is gone by then */
export async function runHere(args: string[], interference?: Interference): Promise<CompareFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'compare-here-'));
  try {
    const out = path.join(folder, 'results');
    const options = parsed(...args);
    const { size, seed } = options;
    await run(
      {
        kind: 'compare',
        experiment: 'quick',
        size,
        seed,
        command: 'a test',
        options,
        out,
      },
      (opening) => openComparison(options, opening, interference),
      { progress, signal: new AbortController().signal },
    );
    return await readCompare(out);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
