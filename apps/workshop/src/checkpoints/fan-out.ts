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
  questionsOf,
  ratioOf,
  workshopRuns,
} from '../questions.ts';

/** Whether shared and private lists were predicted, and then measured. */
export const checkpoint: Checkpoint = async ({ notes, results }) => {
  const prediction = (await readNotes('predictions', notes)).findLast(({ of }) => of === 'audience');
  const runs = await workshopRuns(results);
  const asked = questionsOf('audience');
  const runOf = (question: Question) => runs.find((run) => isOf(run, question));
  return [
    predicted(
      prediction,
      asked.flatMap((question) => runOf(question) ?? []),
    ),
    ...asked.map((question) => findingOf(question, runOf(question), prediction)),
  ];
};

function predicted(prediction: Prediction | undefined, runs: readonly CompareFolder[]): Finding {
  const what = 'Prediction';
  if (!prediction) {
    return missing(
      what,
      'no prediction is noted',
      'npm run workshop:predict -- audience 1 1, with your two numbers',
    );
  }
  const says = questionsOf('audience')
    .map(({ key }) => `${prediction.ratios[key]} ${key}`)
    .join(', ');
  if (!isLate(prediction, runs)) return ok(what, `Meteor over MEAN: ${says}`);
  return note(
    what,
    `${says}; noted after the first measurement`,
    'predict first: without a note, tell your neighbour',
  );
}

/** A run's answer to a question, as a line. */
export function findingOf(
  question: Question,
  run: CompareFolder | undefined,
  prediction: Prediction | undefined,
): Finding {
  const { title: what } = question;
  if (!run) return missing(what, 'not measured yet', commandFor(question));
  const { manifest, summary } = run;
  if (manifest.ended !== 'complete' || !summary.answered) {
    const { ended } = manifest;
    const why = typeof ended === 'string' ? ended : ended.failed;
    const says = ended === 'complete' ? 'all rounds are void' : `the run ended early: ${why}`;
    return missing(what, says, 'see its report; close other programs, and run it again');
  }
  const toy = isToyRun(manifest) ? '. A toy run: its figures mean nothing' : '';
  return ok(what, `${inWords(run, question, prediction?.ratios[question.key])}${toy}`);
}

function inWords(run: CompareFolder, question: Question, expected: number | undefined): string {
  const values = valuesOf(run, question)
    .map((value) => value?.toFixed(1) ?? 'unknown')
    .join(' and ');
  const ratio = ratioOf(run, question);
  if (ratio === null) return `${values} ms, of one app only, so there is no ratio`;
  return `ratio ${ratio.toFixed(2)} (${values} ms)${expected === undefined ? '' : `; predicted ${expected}`}`;
}

/** In milliseconds, of each app that ran; null where it lies beyond the drain, or couldn't be read. */
function valuesOf({ summary }: CompareFolder, { figure, audience }: Question): (number | null)[] {
  return appsIn(summary, audience).map(({ figures }) => figures[figure]?.value ?? null);
}
