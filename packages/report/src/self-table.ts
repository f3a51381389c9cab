import {
  type AddedLatency,
  addedNear,
  type ContestantSummary,
  type SelfMeasure,
  type Summary,
} from '@meteor-vs-mean/results';
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

/** One line for a run that isn't a self-measure: what the bench itself adds, at the load that is nearest to the run's. */
export function benchSentence({ bench, contestants }: Summary): string {
  if (!bench) {
    return (
      'The bench itself: not measured on this machine. npm run compare -- --self says what latency the engine adds, ' +
      'and how many deliveries a second it can take.'
    );
  }
  const audience = audienceOf(contestants);
  const each = bench.measures.map((measure) => {
    const { transport, deliveries_per_s, subscribers, subscribersAt_writes_per_s } = measure;
    const near = addedNear(measure, audience);
    return (
      `${transport} adds p50 ${milliseconds(near.p50_ms ?? undefined)} and p99 ${milliseconds(near.p99_ms ?? undefined)} ` +
      `at ${loadText(near)}, one process takes ${whole(deliveries_per_s)} deliveries/s and ${whole(subscribers)} ` +
      `subscribers at ${subscribersAt_writes_per_s} writes/s`
    );
  });
  return `The bench itself${bench.sameMachine ? '' : ' (another machine)'}: ${each.join('; ')} (${bench.folder}).`;
}

/** To how many subscribers a write of the run went; of several scenarios the most. 1 where nothing was written. */
function audienceOf(contestants: readonly Pick<ContestantSummary, 'counts'>[]): number {
  return Math.max(
    1,
    ...contestants.map(({ counts: { expected, stored } }) => (stored > 0 ? expected / stored : 0)),
  );
}
