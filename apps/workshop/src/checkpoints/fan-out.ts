import { type CompareFolder, isToyRun } from '@meteor-vs-mean/measure/results';
import type { Checkpoint } from '../checkpoint.ts';
import { type Finding, missing, note, ok } from '../finding.ts';
import { type Prediction, readNotes } from '../notes.ts';
import {
  appsIn,
  commandFor,
  isLate,
  isOf,
  type Question,
  questions,
  questionsOf,
  ratioOf,
  workshopRuns,
} from '../questions.ts';

/** Fan-out was predicted, for shared and for own data, and then measured at each number of subscribers. */
export const checkpoint: Checkpoint = async ({ notes, results }) => {
  const predictions = await readNotes('predictions', notes);
  const runs = await workshopRuns(results);
  const runOf = (question: Question) => runs.find((run) => isOf(run, question));
  const predictionOf = (of: Prediction['of']) => predictions.findLast((one) => one.of === of);
  return [
    ...(['fan-out', 'audience'] as const).map((of) => {
      const measured = questionsOf(of).flatMap((question) => runOf(question) ?? []);
      return predicted(of, predictionOf(of), measured);
    }),
    ...questions
      .filter(({ of }) => of !== 'latency')
      .map((question) => findingOf(question, runOf(question), predictionOf(question.of))),
  ];
};

function predicted(
  of: Prediction['of'],
  prediction: Prediction | undefined,
  runs: readonly CompareFolder[],
): Finding {
  const what = of === 'fan-out' ? 'Prediction' : 'One or own';
  const asked = questionsOf(of);
  if (!prediction) {
    const words = [of, ...asked.map(() => 1)].join(' ');
    const remedy = `npm run workshop:predict -- ${words}, with your numbers for ${asked.map(({ key }) => key).join(', ')}`;
    return missing(what, 'none is written down', remedy);
  }
  const says = asked.map(({ key }) => `${prediction.ratios[key]} at ${key}`).join(', ');
  if (!isLate(prediction, runs)) return ok(what, `Meteor over MEAN: ${says}`);
  return note(
    what,
    `${says}; written down after something was measured`,
    'a prediction comes first: say it aloud to your neighbour, if you had one',
  );
}

/** What a run says to a question, as a line. */
export function findingOf(
  question: Question,
  run: CompareFolder | undefined,
  prediction: Prediction | undefined,
): Finding {
  const { title: what, clients, isSlow } = question;
  if (!run) return missing(what, 'not measured yet', commandFor(clients, isSlow));
  const { manifest, summary } = run;
  if (manifest.ended !== 'complete' || !summary.answered) {
    const { ended } = manifest;
    const why = typeof ended === 'string' ? ended : ended.failed;
    const says = ended === 'complete' ? 'all rounds are void' : `the run ended early: ${why}`;
    return missing(what, says, 'its report says why; close what else runs, and run it again');
  }
  const toy = isToyRun(manifest) ? '. A toy: its figures say nothing' : '';
  return ok(what, `${inWords(run, question, prediction?.ratios[question.key])}${toy}`);
}

function inWords(run: CompareFolder, question: Question, expected: number | undefined): string {
  const values = valuesOf(run, question)
    .map((value) => value?.toFixed(1) ?? 'not told')
    .join(' and ');
  const ratio = ratioOf(run, question);
  if (ratio === null) return `${values} ms, of one app: without the other there is no ratio`;
  return `ratio ${ratio.toFixed(2)} (${values} ms)${expected === undefined ? '' : `; predicted ${expected}`}`;
}

/** In milliseconds, of each app that ran; null where it lies beyond the drain, or couldn't be read. */
function valuesOf({ summary }: CompareFolder, { figure, audience }: Question): (number | null)[] {
  return appsIn(summary, audience).map(({ figures }) => figures[figure]?.value ?? null);
}
