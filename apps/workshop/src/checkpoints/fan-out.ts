import { isToyRun } from '@meteor-vs-mean/report';
import type { Checkpoint } from '../checkpoint.ts';
import { newestRun, p50Of, ratioOf, subscribers } from '../fan-out-runs.ts';
import type { Finding } from '../finding.ts';
import { type Prediction, readNotes } from '../notes.ts';
import type { Run } from '../recorded.ts';

/** Fan-out was predicted, and then measured at each number of subscribers. */
export const checkpoint: Checkpoint = async ({ notes, results }) => {
  const prediction = (await readNotes('predictions', notes)).findLast(({ of }) => of === 'fan-out');
  const runs = await Promise.all(subscribers.map((count) => newestRun(results, count, false)));
  const measured = subscribers.map((count, index) => findingOf(count, runs[index], prediction));
  return [predicted(prediction, runs), ...measured];
};

function predicted(prediction: Prediction | undefined, runs: readonly (Run | undefined)[]): Finding {
  const what = 'Prediction';
  if (!prediction) {
    const remedy = `npm run workshop:predict -- fan-out 1 1 1, with your numbers for ${subscribers.join(', ')} subscribers`;
    return { what, verdict: 'missing', says: 'none is written down', remedy };
  }
  const says = Object.entries(prediction.ratios).map(([count, ratio]) => `${ratio} at ${count}`);
  const isLate = runs.some((run) => run && run.manifest.started < prediction.at);
  if (!isLate) return { what, verdict: 'ok', says: `Meteor over MEAN: ${says.join(', ')}` };
  return {
    ...{ what, verdict: 'note', says: `${says.join(', ')}; written down after something was measured` },
    remedy: 'a prediction comes first: say it aloud to your neighbour, if you had one',
  };
}

/** One run, as a line. */
export function findingOf(count: number, run: Run | undefined, prediction: Prediction | undefined): Finding {
  const what = `${count} subscribers`;
  if (!run) {
    const remedy = `npm run compare -- --scenarios fan-out --clients ${count} --rate 8 --rounds 2`;
    return { what, verdict: 'missing', says: 'not measured yet', remedy };
  }
  const { manifest, summary } = run;
  if (manifest.ended !== 'complete' || !summary.enough) {
    const says =
      manifest.ended === 'complete'
        ? 'too few valid rounds'
        : `the run ended early: ${manifest.ended.failed}`;
    return {
      what,
      verdict: 'missing',
      says,
      remedy: 'its report says why; close what else runs, and run it again',
    };
  }
  return {
    what,
    verdict: 'ok',
    says: `${inWords(run, prediction?.ratios[count])}${isToyRun(run.manifest) ? '. A toy: its figures say nothing' : ''}`,
  };
}

function inWords(run: Run, expected: number | undefined): string {
  const [meteor, mean] = [p50Of(run, 'meteor'), p50Of(run, 'mean')];
  const ratio = ratioOf(run);
  if (ratio === null) {
    const only = mean ?? meteor;
    return `p50 ${only?.toFixed(1) ?? 'beyond the drain,'} ms, of one app: without the other there is no ratio`;
  }
  const said = expected === undefined ? '' : `; predicted ${expected}`;
  return `ratio ${ratio.toFixed(2)} (p50 ${meteor?.toFixed(1)} and ${mean?.toFixed(1)} ms)${said}`;
}
