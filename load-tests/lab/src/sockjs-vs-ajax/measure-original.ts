import type { Sample } from '../experiment.ts';
import type { LabTestbed } from '../testbed.ts';
import { byteAccounts, openBenchPage, right } from './bench-page.ts';
import type { Carrier } from './carrier.ts';

/** One press of the original's button: so many messages, and after how many of them the clock is read. */
export interface Press {
  total: number;
  marks: readonly number[];
}

/**
 * As the original: a page just loaded, its button pressed for 10, then for 100, then for 1,000. Each press opens its
 * own connection, in the time that counts. There is no warm-up, as there was none: the first press runs cold.
 *
 * Figures: `rate_<mark>`, messages a second up to that mark; `opened_ms`, of the first press.
 */
export async function measureOriginal(
  carrier: Carrier,
  testbed: LabTestbed,
  { roundTrip_ms, presses }: { roundTrip_ms: number; presses: readonly Press[] },
): Promise<Sample> {
  await using bench = await openBenchPage(carrier, testbed, roundTrip_ms);
  const { where, lab, settled } = bench;
  const figures: Sample['figures'] = {};
  const before = await settled();
  let owed = 0;
  let seen = 0;
  let carried = 0;
  for (const { total, marks } of presses) {
    const pressed = await lab.press({ where: where(carrier.port), total, depth: 1, marks });
    for (const [index, mark] of marks.entries()) {
      figures[`rate_${mark}`] = mark / ((pressed.marks_ms[index] ?? Number.NaN) / 1000);
    }
    figures.opened_ms ??= pressed.opened_ms;
    owed += total;
    seen += right(pressed);
    if (pressed.transport === carrier.transport) carried += 1;
  }
  const after = await settled();
  return {
    figures,
    accounts: [
      { what: 'answers in the page', owed, seen },
      { what: 'messages at the server', owed, seen: after.server.answered - before.server.answered },
      { what: `presses over ${carrier.transport}`, owed: presses.length, seen: carried },
      ...byteAccounts(after),
    ],
  };
}
