import { type ResultsFolder, readRun, type SampleRound } from '@meteor-vs-mean/measure/results';

/** A run whose rounds are all samples. */
export interface SampledRun extends ResultsFolder {
  rounds: SampleRound[];
}

export async function readSamples(folder: string): Promise<SampledRun> {
  const run = await readRun(folder);
  return { ...run, rounds: run.rounds.filter((round) => round.kind === 'sample') };
}
