import { isToyRun } from '@meteor-vs-mean/measure/results';
import {
  type Cell,
  count,
  list,
  machinesReport,
  type Report,
  range,
  rowOf,
  type Section,
  type Table,
  tableWith,
  times,
  toySentence,
} from '@meteor-vs-mean/report/drawing';
import type { HandedIn } from './handed-in.ts';
import { isLate, isOf, type Question, questions, questionsOf, ratioOf } from './questions.ts';

/** One pair's answer to a question. */
interface Answer {
  name: string;
  predicted: number | undefined;
  /** Whether it was noted after one of its runs had started. */
  isLate: boolean;
  /** Null: not measured, or with one app only. */
  measured: number | null;
}

/** Predictions and results, and each ratio by machine. */
export function wrapUpReport(pairs: readonly HandedIn[]): Report {
  const machines = runsByLoad(pairs).map(([title, id, these]) => {
    const { runs, names } = these;
    return { title, id, report: machinesReport(runs, names) };
  });
  const isToy = pairs.some(({ runs }) => runs.some(({ manifest }) => isToyRun(manifest)));
  return {
    title: 'Predictions and results of the workshop',
    subtitle: `${count(pairs.length, 'pair')} of people, each with a laptop. All are ratios of Meteor over MEAN.`,
    verdict: isToy
      ? [toySentence.replace('This is', 'One of the runs is')]
      : questions.flatMap((question) => sentenceOf(question, answersTo(question, pairs))),
    notes: machines.flatMap(({ title, report }) =>
      report.notes.map((note) => ({ ...note, text: `${title}: ${note.text}` })),
    ),
    sections: [
      { id: 'predictions', title: 'Predictions and results', blocks: [tableOf(pairs)] },
      ...machines.flatMap(({ title, id, report }): Section[] =>
        report.sections
          .filter((one) => one.id !== 'again')
          .map((one) => ({ ...one, id: `${id}-${one.id}`, title: `${one.title}: ${title}` })),
      ),
    ],
  };
}

function answersTo(question: Question, pairs: readonly HandedIn[]): Answer[] {
  return pairs.map(({ name, predictions, runs }) => {
    const run = runs.find((one) => isOf(one, question));
    const prediction = predictions.findLast(({ of }) => of === question.of);
    const measured = questionsOf(question.of).flatMap((each) => runs.find((one) => isOf(one, each)) ?? []);
    return {
      name,
      predicted: prediction?.ratios[question.key],
      isLate: prediction !== undefined && isLate(prediction, measured),
      measured: run?.summary.enough ? ratioOf(run, question) : null,
    };
  });
}

function tableOf(pairs: readonly HandedIn[]): Table {
  const answers = questions.map((question) => answersTo(question, pairs));
  const rows = pairs.map(({ name }, index) =>
    rowOf(
      name,
      answers.map((of) => cellOf(of[index] as Answer)),
    ),
  );
  const spreads = answers.map((of): Cell => {
    const found = measuredOf(of);
    return found.length < 2
      ? { text: '–' }
      : {
          text: range(Math.min(...found), Math.max(...found)),
          sub: `geometric mean ${times(meanOf(found))}`,
        };
  });
  return tableWith(
    'Predictions and results',
    ['pair', ...questions.map(({ title }) => title)],
    [...rows, rowOf('all: smallest to largest', spreads)],
    [
      {
        text: 'Measured, and below it the prediction; late: noted after a measurement. A dash: not measured, with one app only, or void.',
      },
    ],
  );
}

function cellOf({ predicted, isLate, measured }: Answer): Cell {
  return {
    text: measured === null ? '–' : times(measured),
    sub: predicted === undefined ? 'not predicted' : `predicted ${predicted}${isLate ? ', late' : ''}`,
  };
}

/** The prediction nearest to the same laptop's result: twice as much is as far off as half. */
function sentenceOf({ title }: Question, answers: readonly Answer[]): string[] {
  const found = measuredOf(answers);
  if (found.length === 0) return [];
  const misses = answers.flatMap(({ name, predicted, isLate, measured }) =>
    predicted === undefined || isLate || measured === null
      ? []
      : [{ name, predicted, miss: Math.abs(Math.log(predicted / measured)) }],
  );
  const least = Math.min(...misses.map(({ miss }) => miss));
  const nearest = misses.filter(({ miss }) => miss === least);
  const who = nearest.map(({ name, predicted }) => `${name} with ${predicted}`);
  const where = range(Math.min(...found), Math.max(...found));
  const nearestText = who.length > 0 ? ` Nearest was ${list(who)}.` : '';
  return [`${title}: ${where} on ${count(found.length, 'laptop')}.${nearestText}`];
}

/** Each load that at least two laptops measured: its title, and their runs. */
function runsByLoad(pairs: readonly HandedIn[]) {
  const loads = [
    ...Map.groupBy(questions, ({ clients, isSlow }) => JSON.stringify([clients, isSlow])).values(),
  ];
  return loads.flatMap(([load]): [string, string, { runs: HandedIn['runs']; names: string[] }][] => {
    if (!load) return [];
    const { clients, isSlow } = load;
    const those = pairs.flatMap(({ name, runs }) => {
      const run = runs.find((one) => isOf(one, load));
      return run ? [{ name, run }] : [];
    });
    if (those.length < 2) return [];
    const title = `${clients} subscribers${isSlow ? ' over a slow network' : ''}`;
    const of = { runs: those.map(({ run }) => run), names: those.map(({ name }) => name) };
    return [[title, `at-${clients}${isSlow ? '-slow' : ''}`, of]];
  });
}

const measuredOf = (answers: readonly Answer[]): number[] =>
  answers.flatMap(({ measured }) => (measured === null || measured <= 0 ? [] : [measured]));

const meanOf = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, one) => sum + Math.log(one), 0) / values.length);
