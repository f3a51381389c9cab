import { setTimeout as pause } from 'node:timers/promises';
import type { Sample } from '@meteor-vs-mean/measure/run';
import { insertList, isThere, type SampleTodos } from '@meteor-vs-mean/testbed/apps';
import type { Page } from '@meteor-vs-mean/testbed/chromium';
import type { Build } from '@meteor-vs-mean/testbed/stacks';
import type { RoundTestbed } from '../../command/round-testbed.ts';
import { type Condition, pageFigures, type Visit } from './figures.ts';
import { untilOver, visitOf, watch } from './watch.ts';

/** A page in which no click has worked by then is lost. */
const patience_ms = 15_000;
/** A paint is told some frames after it: so long after the page is there no larger one is waited for. */
const settle_ms = 500;
/** A first visit leaves a service worker behind where the app has one, and it may take so long. */
const install_ms = 15_000;

/** Where an app is visited. */
interface Way {
  url: string;
  /** Closes all connections, as when somebody has been away. */
  leave(): void;
}

/**
 * Visits the page of a list again and again, to look and to click in turns.
 * @param visits so many of either
 */
export async function measurePages(
  build: Build,
  { line, isWarm }: Condition,
  visits: number,
  testbed: RoundTestbed,
): Promise<Sample> {
  const db = testbed.database();
  const seen = await insertList(db, 'seen', todosOf('seen'));
  // What a visit has clicked is in nobody's way in the next one.
  const clicked: string[] = [];
  for (let n = 0; n < visits; n += 1)
    clicked.push(await insertList(db, `clicked-${n}`, todosOf(`clicked-${n}`)));
  const { port } = await testbed.start(build, { database: db });
  const way = await openWay(port, line, testbed);

  const newContext = () =>
    testbed.own(
      async () => (await testbed.browser()).newContext(),
      (context) => context.close(),
    );
  let context = await newContext();
  async function visit(
    path: string,
    clicks: boolean,
    look: (page: Page) => Promise<unknown>,
  ): Promise<Visit> {
    if (!isWarm) context = await newContext();
    const page = await context.newPage();
    await watch(page, clicks);
    await page.goto(`${way.url}${path}`, { waitUntil: 'commit' });
    await look(page);
    const told = await visitOf(page);
    await (isWarm ? page.close() : context.close());
    way.leave();
    return told;
  }
  const toLook = async (page: Page) => {
    await untilOver(page, patience_ms);
    await isThere(page);
    await pause(settle_ms);
  };
  // The app's own code is compiled by a first visit, which everybody after it has from.
  await visit(seen, false, isWarm ? untilInstalled : toLook);
  if (isWarm) await visit(seen, false, untilInstalled);
  const told: Visit[] = [];
  for (const path of clicked) {
    told.push(await visit(seen, false, toLook));
    told.push(await visit(path, true, (page) => untilOver(page, patience_ms)));
  }
  return sampleOf(told);
}

/** The first one is long: of the page's texts it is the largest. */
function todosOf(list: string): SampleTodos {
  const long = 'Ask everybody who comes what they bring, and write down here who brings what. '
    .repeat(4)
    .trim();
  return Array.from({ length: 60 }, (_, n) => ({
    _id: `${list}-${n}`,
    text: n === 0 ? long : `a todo, and it is number ${n}`,
  }));
}

async function openWay(port: number, line: Condition['line'], testbed: RoundTestbed): Promise<Way> {
  const host = '127.0.0.1';
  const half_ms = (line?.roundTrip_ms ?? 0) / 2;
  const rate = line ? { bytes_per_s: { up: line.bytes_per_s, down: line.bytes_per_s } } : {};
  if (!line) return { url: `http://${host}:${port}`, leave: () => {} };
  const relay = await testbed.relay(
    { host, port },
    { delay_ms: { up: half_ms, down: half_ms }, handshake_ms: line.roundTrip_ms, ...rate },
  );
  return {
    url: relay.url,
    leave: () => {
      relay.cut();
      relay.mend();
    },
  };
}

/** Resolves when the page is there, and the service worker that it has registered, if any, has taken over. */
async function untilInstalled(page: Page): Promise<void> {
  await isThere(page);
  await pause(settle_ms);
  await page.evaluate(async (patience) => {
    const late = new Promise((resolve) => setTimeout(resolve, patience));
    if (await navigator.serviceWorker.getRegistration()) {
      await Promise.race([navigator.serviceWorker.ready, late]);
    }
  }, install_ms);
}

/** Medians of a round's visits; Infinity: in half of them it never came. */
export function sampleOf(visits: readonly Visit[]): Sample {
  const figures = pageFigures.map(({ key, clicked, of }) => {
    const sorted = visits
      .filter((visit) => visit.clicked === clicked)
      .map((visit) => of(visit) ?? Infinity)
      .toSorted((a, b) => a - b);
    return [`${key}_ms`, sorted[Math.ceil(sorted.length / 2) - 1] as number] as const;
  });
  const lost = visits.filter((visit) =>
    pageFigures.some(({ clicked, of }) => clicked === visit.clicked && of(visit) === undefined),
  ).length;
  return {
    figures: Object.fromEntries(figures),
    accounts: [{ what: 'visits', owed: visits.length, seen: visits.length - lost, lost }],
    texts: { 'visits.json': JSON.stringify(visits) },
  };
}
