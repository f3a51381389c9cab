import { cell, type Table } from './document.ts';
import { milliseconds, percent, smallPercent, whole } from './numbers.ts';
import type { SelfMeasure, Summary } from './results.ts';

/** The engine against an echo: a row a transport. */
export function selfTable(measures: readonly SelfMeasure[], caption: string): Table {
  return {
    kind: 'table',
    caption,
    head: [
      cell('transport'),
      { text: 'adds', sub: 'p50' },
      { text: 'adds', sub: 'p99' },
      { text: 'deliveries/s', sub: 'one process' },
      { text: 'subscribers', sub: 'one process' },
      { text: 'deliveries/s', sub: 'several' },
      cell('what stands in the way'),
    ],
    rows: measures.map((one) => ({
      label: one.transport,
      cells: [
        cell(milliseconds(one.added_p50_ms ?? undefined)),
        cell(milliseconds(one.added_p99_ms ?? undefined)),
        cell(whole(one.deliveries_per_s)),
        { text: whole(one.subscribers), sub: `at ${one.subscribersAt_writes_per_s} writes/s` },
        one.several
          ? { text: whole(one.several.deliveries_per_s), sub: `${one.several.generators} processes` }
          : cell('-'),
        cell(one.limitedBy),
      ],
    })),
    notes: measures.flatMap(({ transport, cores, profile }) => [
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
    ]),
  };
}

/** Every load that was tried. */
export function selfTrialsTable({ transport, trials }: SelfMeasure): Table {
  return {
    kind: 'table',
    caption: `${transport}: every load that was tried`,
    head: [
      'subscribers',
      'writes/s',
      'deliveries/s',
      'generators',
      'p50',
      'p99',
      'busy',
      'echo busy',
      'verdict',
    ].map((one) => cell(one)),
    rows: trials.map((one) => ({
      label: whole(one.subscribers),
      cells: [
        cell(String(one.writes_per_s)),
        cell(whole(one.deliveries_per_s)),
        cell(String(one.generators)),
        cell(milliseconds(one.p50_ms)),
        cell(milliseconds(one.p99_ms)),
        cell(percent(one.utilisation, 0)),
        cell(percent(one.echoUtilisation, 0)),
        {
          text: one.verdict,
          ...(one.verdict === 'void'
            ? { tone: 'warning' as const, sub: one.reasons.map(({ code }) => code).join(', ') }
            : {}),
        },
      ],
    })),
    notes: [],
  };
}

/** One line for a run that isn't a self-measure: what the bench itself adds. */
export function benchSentence({ bench }: Summary): string {
  if (!bench) {
    return (
      'The bench itself: not measured on this machine. npm run compare -- --self says what latency the engine adds, ' +
      'and how many deliveries a second it can take.'
    );
  }
  const each = bench.measures.map(
    ({ transport, added_p50_ms, added_p99_ms, deliveries_per_s, subscribers, subscribersAt_writes_per_s }) =>
      `${transport} adds p50 ${milliseconds(added_p50_ms ?? undefined)} and p99 ${milliseconds(added_p99_ms ?? undefined)}, ` +
      `one process takes ${whole(deliveries_per_s)} deliveries/s and ${whole(subscribers)} subscribers at ` +
      `${subscribersAt_writes_per_s} writes/s`,
  );
  return `The bench itself${bench.sameMachine ? '' : ' (another machine)'}: ${each.join('; ')} (${bench.folder}).`;
}

/** `0.02 %` of what was owed; used where a share stands in a sentence. */
export function lostShare(lost: number, expected: number): string {
  return smallPercent(expected === 0 ? 0 : lost / expected);
}
