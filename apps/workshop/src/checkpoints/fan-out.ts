import { isToyRun, type ResultsFolder } from '@meteor-vs-mean/results';
import type { Checkpoint } from '../checkpoint.ts';
import { newestRun, p50Of, ratioOf, subscribers } from '../fan-out-runs.ts';
import { type Finding, missing, note, ok } from '../finding.ts';
import { type Prediction, readNotes } from '../notes.ts';

/** Fan-out was predicted, and then measured at each number of subscribers. */
export const checkpoint: Checkpoint = async ({ notes, results }) => {
  const prediction = (await readNotes('predictions', notes)).findLast(({ of }) => of === 'fan-out');
  const runs = await Promise.all(subscribers.map((count) => newestRun(results, count, false)));
  const measured = subscribers.map((count, index) => findingOf(count, runs[index], prediction));
  return [predicted(prediction, runs), ...measured];
};

function predicted(
  prediction: Prediction | undefined,
  runs: readonly (ResultsFolder | undefined)[],
): Finding {
  const what = 'Prediction';
  if (!prediction) {
    const remedy = `npm run workshop:predict -- fan-out 1 1 1, with your numbers for ${subscribers.join(', ')} subscribers`;
    return missing(what, 'none is written down', remedy);
  }
  const says = Object.entries(prediction.ratios).map(([count, ratio]) => `${ratio} at ${count}`);
  const isLate = runs.some((run) => run && run.manifest.started < prediction.at);
  if (!isLate) return ok(what, `Meteor over MEAN: ${says.join(', ')}`);
  return note(
    what,
    `${says.join(', ')}; written down after something was measured`,
    'a prediction comes first: say it aloud to your neighbour, if you had one',
  );
}

/** One run, as a line. */
export function findingOf(
  count: number,
  run: ResultsFolder | undefined,
  prediction: Prediction | undefined,
): Finding {
  const what = `${count} subscribers`;
  if (!run) {
    const remedy = `npm run compare -- --scenarios fan-out --clients ${count} --rate 8 --rounds 2`;
    return missing(what, 'not measured yet', remedy);
  }
  const { manifest, summary } = run;
  if (manifest.ended !== 'complete' || !summary.enough) {
    const { ended } = manifest;
    const why = typeof ended === 'string' ? ended : ended.failed;
    const says = ended === 'complete' ? 'too few valid rounds' : `the run ended early: ${why}`;
    return missing(what, says, 'its report says why; close what else runs, and run it again');
  }
  return ok(
    what,
    `${inWords(run, prediction?.ratios[count])}${isToyRun(run.manifest) ? '. A toy: its figures say nothing' : ''}`,
  );
}

function inWords(run: ResultsFolder, expected: number | undefined): string {
  const [meteor, mean] = [p50Of(run, 'meteor'), p50Of(run, 'mean')];
  const ratio = ratioOf(run);
  if (ratio === null) {
    const only = mean ?? meteor;
    return `p50 ${only?.toFixed(1) ?? 'beyond the drain,'} ms, of one app: without the other there is no ratio`;
  }
  const said = expected === undefined ? '' : `; predicted ${expected}`;
  return `ratio ${ratio.toFixed(2)} (p50 ${meteor?.toFixed(1)} and ${mean?.toFixed(1)} ms)${said}`;
}
