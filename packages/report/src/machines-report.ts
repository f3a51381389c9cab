import { type Note, type Report, type Table, tableWith } from './document.ts';
import { machineText } from './frame.ts';
import { ownFloor, ratioCellOf } from './judgement.ts';
import type { MachineComparison, Machines } from './machines.ts';
import { count, list, moment, range, times } from './numbers.ts';
import { section } from './report.ts';
import { sideBySideReport } from './side-by-side.ts';

/** Runs of several machines, as a report: a table of ratios for each comparison, with a column for each machine. */
export function machinesReport(machines: Machines): Report {
  const { runs, comparisons } = machines;
  const facts = runs.map(({ letter, results: { manifest } }) => ({
    term: letter,
    text: `${machineText(manifest.machine)}; ${manifest.id}, ${moment(manifest.started)}`,
  }));
  return sideBySideReport(runs, {
    title: 'The same comparison on several machines',
    subtitle: `${count(runs.length, 'run')}, each with its own noise; ratios are of pairs within a run.`,
    verdict: verdictOf(machines),
    notes: notesOf(machines),
    sections: [
      section('machines', 'The machines', [{ kind: 'facts', facts }]),
      section(
        'ratios',
        'Ratios by machine',
        comparisons.map((one) => tableOf(machines, one)),
      ),
    ],
  });
}

function tableOf({ runs }: Machines, { title, load, each, figures }: MachineComparison): Table {
  return tableWith(
    `${title}, ${load}`,
    [
      `${title}, ${load}`,
      ...runs.map(({ letter }) => letter),
      { text: 'spread', sub: 'smallest to largest' },
    ],
    figures.map(({ figure, spread }) => ({
      label: figure.row,
      under: figure.under ?? false,
      cells: [
        ...runs.map(({ results }, index) => ratioCellOf(results.summary, figure.name, each[index])),
        spread
          ? { text: range(spread.low, spread.high), sub: `geometric mean ${times(spread.mean)}` }
          : { text: 'no spread', sub: 'one lies beyond the drain' },
      ],
    })),
    [{ text: `Each ratio with the interval of its own run; the spread is of the ratios alone. ${ownFloor}` }],
  );
}

/** Of each comparison its chief figures. */
function verdictOf(machines: Machines): string[] {
  const { comparisons, runs } = machines;
  if (comparisons.length === 0) {
    return ['No two of these runs made the same comparison, so there is nothing to set side by side.'];
  }
  const sentences = comparisons.flatMap(({ title, load, figures }) => {
    const parts = figures
      .filter(({ figure }) => figure.chief)
      .map(({ figure, spread, ratios }) => {
        const beyond = ratios.filter((one) => one.beyond > 0).length;
        const of = count(ratios.length, 'machine');
        return spread
          ? `${figure.label} ${range(spread.low, spread.high)} on ${of}`
          : `${figure.label} beyond the drain on ${beyond} of ${of}`;
      });
    return parts.length > 0 ? [`${title}, ${load}: ${list(parts)}.`] : [];
  });
  const systems = new Set(runs.map(({ results }) => machineText(results.manifest.machine)));
  return systems.size === runs.length
    ? sentences
    : [...sentences, 'Some of these runs are of machines that look the same: they may be one.'];
}

function notesOf({ runs, differences }: Machines): Note[] {
  const first = runs[0]?.letter;
  return [
    ...differences.map(
      ({ letter, terms }): Note => ({
        text: `${letter} differs from ${first} in ${list(terms)}: that is in its ratios, and can't be told from what its machine does.`,
        tone: 'warning',
      }),
    ),
    ...runs.flatMap(({ letter, results: { summary } }): Note[] =>
      summary.enough ? [] : [{ text: `${letter}: too few of its rounds are valid.`, tone: 'bad' }],
    ),
  ];
}
