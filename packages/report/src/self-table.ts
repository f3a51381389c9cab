import type { AddedLatency, SelfMeasure } from '@meteor-vs-mean/measure/results';
import { cell, type Note, type Row, rowOf, type Table, tableWith } from './document.ts';
import { milliseconds, percent, whole } from './numbers.ts';

/** In words: `200 subscribers x 20 writes/s`. */
export function loadText({
  subscribers,
  writes_per_s,
}: Pick<AddedLatency, 'subscribers' | 'writes_per_s'>): string {
  return `${whole(subscribers)} subscribers x ${writes_per_s} writes/s`;
}

/** The engine against an echo: a row a transport, and under it one for each load at which it was asked what it adds. */
export function selfTable(measures: readonly SelfMeasure[], caption: string): Table {
  return tableWith(
    caption,
    [
      'transport',
      { text: 'adds', sub: 'p50' },
      { text: 'adds', sub: 'p99' },
      { text: 'deliveries/s', sub: 'one process' },
      { text: 'subscribers', sub: 'one process' },
      { text: 'deliveries/s', sub: 'several' },
      'what stands in the way',
    ],
    measures.flatMap((one) => [
      rowOf(one.transport, [
        '',
        '',
        whole(one.deliveries_per_s),
        { text: whole(one.subscribers), sub: `at ${one.subscribersAt_writes_per_s} writes/s` },
        one.several
          ? { text: whole(one.several.deliveries_per_s), sub: `${one.several.generators} processes` }
          : '-',
        one.limitedBy,
      ]),
      ...one.added.map(addedRow),
    ]),
    [
      {
        text:
          'A write goes to all subscribers one after the other, so what echo and engine add grows with their number. ' +
          'All deliveries of a write are late together: with 100 writes the p99 is one of the two slowest.',
        tone: 'faint' as const,
      },
      ...measures.flatMap(notesOn),
    ],
  );
}

function addedRow(added: AddedLatency): Row {
  const { p50_ms, p99_ms, writes } = added;
  return {
    label: loadText(added),
    under: true,
    cells: [
      cell(milliseconds(p50_ms ?? undefined)),
      { text: milliseconds(p99_ms ?? undefined), sub: `of ${whole(writes)} writes` },
      ...Array.from({ length: 4 }, () => cell('')),
    ],
  };
}

function notesOn({ transport, cores, profile }: SelfMeasure): Note[] {
  return [
    { text: `${transport}: ${cores}.`, tone: 'faint' as const },
    ...(profile.length > 0
      ? [
          {
            text: `${transport}, CPU of the receiving thread at the first load that was too much: ${profile
              .slice(0, 6)
              .map(({ what, share }) => `${what} ${percent(share, 0)}`)
              .join(', ')}.`,
            tone: 'faint' as const,
          },
        ]
      : []),
  ];
}

/** Every load that was tried. */
export function selfTrialsTable({ transport, trials }: SelfMeasure): Table {
  return tableWith(
    `${transport}: every load that was tried`,
    ['subscribers', 'writes/s', 'deliveries/s', 'generators', 'p50', 'p99', 'busy', 'echo busy', 'verdict'],
    trials.map((one) =>
      rowOf(whole(one.subscribers), [
        String(one.writes_per_s),
        whole(one.deliveries_per_s),
        String(one.generators),
        milliseconds(one.p50_ms),
        milliseconds(one.p99_ms),
        percent(one.utilisation, 0),
        percent(one.echoUtilisation, 0),
        {
          text: one.verdict,
          ...(one.verdict === 'void'
            ? { tone: 'warning' as const, sub: one.reasons.map(({ code }) => code).join(', ') }
            : {}),
        },
      ]),
    ),
  );
}

/** Of a run without a self-measure. */
export const noSelfMeasure =
  'The bench itself: not measured on this machine. npm run compare -- --self says what latency the engine adds, ' +
  'and how many deliveries a second it can take.';
