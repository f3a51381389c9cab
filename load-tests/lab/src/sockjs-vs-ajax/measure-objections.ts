import type { Sample } from '../experiment.ts';
import type { LabTestbed } from '../testbed.ts';
import { byteAccounts, openBenchPage, right, type Settled } from './bench-page.ts';
import type { Carrier } from './carrier.ts';

export interface Amounts {
  warmUp: number;
  /** One at a time. */
  oneByOne: number;
  /** With so many under way at once. */
  inFlight: number;
  depth: number;
  /** From the server to the page. Null: not of those who ask for each, to whom it is one at a time once more. */
  pulled: number;
  pulledOneByOne: number | null;
  /** From the page to the server. Null: not asked for. */
  put: number | null;
}

/**
 * What the original's readers asked for, in one round of a carrier, as far as it takes part: warmed up, then the first
 * answer from nothing, messages one at a time over what is open, several in flight, and 1,000 one way.
 *
 * Figures: `first_ms`; `steady_per_s`, `up_bytes`, `down_bytes`, `server_us` and `browser_us` (CPU) a message;
 * `in_flight_per_s`; `pulled_per_s`; `put_per_s`.
 */
export async function measureObjections(
  carrier: Carrier,
  testbed: LabTestbed,
  { roundTrip_ms, amounts }: { roundTrip_ms: number; amounts: Amounts },
): Promise<Sample> {
  await using bench = await openBenchPage(carrier, testbed, roundTrip_ms);
  const { where, lab, settled } = bench;
  const takesPart = (part: Carrier['parts'][number]) => carrier.parts.includes(part);
  const figures: Sample['figures'] = {};
  const accounts: { what: string; owed: number; seen: number }[] = [];
  let asked = 0;

  const warm = await lab.press({ where: where('page'), total: amounts.warmUp, depth: 1 });
  asked += amounts.warmUp;
  accounts.push({
    what: `lines over ${carrier.transport}`,
    owed: 1,
    seen: Number(warm.transport === carrier.transport),
  });

  if (takesPart('opening')) {
    // To this port no connection was ever opened.
    const first = await lab.press({ where: where('other'), total: 1, depth: 1 });
    figures.first_ms = first.took_ms;
    asked += 1;
    accounts.push({ what: 'first answers', owed: 1, seen: right(first) });
  }
  // A socket stays open, for what follows; requests go where a page's own go.
  if (!takesPart('opening') || carrier.port === 'page') await lab.open({ where: where(carrier.port) });

  const before = await settled();
  const steady = await lab.exchange({ total: amounts.oneByOne, depth: 1 });
  const after = await settled();
  asked += amounts.oneByOne;
  figures.steady_per_s = perSecond(amounts.oneByOne, steady.took_ms);
  Object.assign(figures, perMessage(before, after, amounts.oneByOne));
  accounts.push({ what: 'answers, one at a time', owed: amounts.oneByOne, seen: right(steady) });
  accounts.push(...frameAccounts(carrier, before, after, amounts.oneByOne));

  if (takesPart('flight')) {
    const { inFlight: total, depth } = amounts;
    const flight = await lab.exchange({ total, depth });
    asked += total;
    figures.in_flight_per_s = perSecond(total, flight.took_ms);
    accounts.push({ what: 'answers, several in flight', owed: total, seen: right(flight) });
  }
  const pulled = carrier.port === 'page' ? amounts.pulledOneByOne : amounts.pulled;
  if (takesPart('pull') && pulled !== null) {
    const got = await lab.pull({ total: pulled });
    figures.pulled_per_s = perSecond(pulled, got.took_ms);
    accounts.push({ what: 'messages pushed to the page', owed: pulled, seen: right(got) });
  }
  const { put: total } = amounts;
  if (takesPart('put') && total !== null) {
    const given = await lab.put({ total });
    figures.put_per_s = perSecond(total, given.took_ms);
    accounts.push({ what: 'messages pushed to the server', owed: total, seen: given.answers });
  }

  const end = await settled();
  accounts.push({ what: 'answers of the server', owed: asked, seen: end.server.answered });
  if (carrier.options.signed)
    accounts.push({ what: 'tokens checked', owed: asked, seen: end.server.verified });
  // A socket shows its token when it opens: the warm-up's and the one that is measured.
  if (carrier.options.login) accounts.push({ what: 'tokens checked', owed: 2, seen: end.server.verified });
  accounts.push(...byteAccounts(end));
  return { figures, accounts };
}

function perSecond(messages: number, took_ms: number): number {
  return messages / (took_ms / 1000);
}

function perMessage(before: Settled, after: Settled, messages: number): Record<string, number> {
  return {
    up_bytes: (after.metered.up_bytes - before.metered.up_bytes) / messages,
    down_bytes: (after.metered.down_bytes - before.metered.down_bytes) / messages,
    server_us: ((after.serverCpu_ms - before.serverCpu_ms) * 1000) / messages,
    browser_us: ((after.browserCpu_ms - before.browserCpu_ms) * 1000) / messages,
  };
}

/** Where the protocol says how many bytes a message has, there must have been as many, and no more. */
function frameAccounts(
  { bytesOf }: Carrier,
  before: Settled,
  after: Settled,
  messages: number,
): Sample['accounts'] {
  if (!bytesOf) return [];
  const sizes = Array.from({ length: messages }, (_, count) => bytesOf(count));
  const sum = (name: 'up_bytes' | 'down_bytes') => sizes.reduce((total, size) => total + size[name], 0);
  return [
    {
      what: 'bytes up, by the protocol',
      owed: sum('up_bytes'),
      seen: after.metered.up_bytes - before.metered.up_bytes,
    },
    {
      what: 'bytes down, by the protocol',
      owed: sum('down_bytes'),
      seen: after.metered.down_bytes - before.metered.down_bytes,
    },
  ];
}
