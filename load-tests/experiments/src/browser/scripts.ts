import { setTimeout as pause } from 'node:timers/promises';
import type { Sample } from '@meteor-vs-mean/measure/run';
import { insertList, isThere } from '@meteor-vs-mean/testbed/apps';
import type { Browser, Page } from '@meteor-vs-mean/testbed/chromium';
import type { Build } from '@meteor-vs-mean/testbed/stacks';
import type { RoundTestbed } from '../command/round-testbed.ts';

/** A script that came into a browser. */
export interface Script {
  path: string;
  /** As the server compressed it: 'br', 'gzip' or 'identity'. */
  encoding: string;
  raw_bytes: number;
  /** Over the wire, headers included. */
  received_bytes: number;
}

/** What the browser tells of a request, put together from several events of it. */
interface Seen {
  url: string;
  encoding: string;
  raw_bytes: number;
  received_bytes: number;
  /** Resolves when all of it is there, or with what went wrong. */
  ended: PromiseWithResolvers<string | undefined>;
}

const patience_s = 30;
/** A page that has asked for no script for this long is taken to be done. */
const rest_ms = 1_000;

/**
 * Opens a page as a newcomer does, with an empty cache.
 * @returns all scripts that came, with those that the page fetched ahead for other pages
 * @param ready resolves when the page is there
 * @throws one line that names a script which didn't come whole
 */
export async function scriptsOf(
  browser: Browser,
  url: URL,
  ready: (page: Page) => Promise<unknown>,
): Promise<Script[]> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const requests = new Map<string, Seen>();
    const session = await context.newCDPSession(page);
    session.on('Network.requestWillBeSent', ({ requestId, type, request: { url } }) => {
      if (type === 'Script') requests.set(requestId, asked(url));
    });
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type !== 'Script') return;
      const seen = requests.get(requestId) ?? asked(response.url);
      const name = Object.keys(response.headers).find((each) => each.toLowerCase() === 'content-encoding');
      seen.encoding = (name && response.headers[name]) ?? 'identity';
      requests.set(requestId, seen);
    });
    session.on('Network.dataReceived', ({ requestId, dataLength }) => {
      const seen = requests.get(requestId);
      if (seen) seen.raw_bytes += dataLength;
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const seen = requests.get(requestId);
      if (!seen) return;
      seen.received_bytes = encodedDataLength;
      seen.ended.resolve(undefined);
    });
    session.on('Network.loadingFailed', ({ requestId, errorText }) => {
      requests.get(requestId)?.ended.resolve(errorText);
    });
    await session.send('Network.enable');
    await page.goto(url.href, { waitUntil: 'load' });
    await ready(page);
    // A page may fetch scripts of other pages ahead. How many have come when it is there is chance, so this waits for all.
    let known: number;
    do {
      known = requests.size;
      await allCame(requests.values());
      await pause(rest_ms);
    } while (requests.size > known);
    return [...requests.values()].map(({ url, encoding, raw_bytes, received_bytes }) => ({
      path: new URL(url).pathname,
      encoding,
      raw_bytes,
      received_bytes,
    }));
  } finally {
    await context.close();
  }
}

/** @throws one line that names a script which didn't come whole */
async function allCame(requests: Iterable<Seen>): Promise<void> {
  const late = pause(patience_s * 1000, `still on its way after ${patience_s} s`, { ref: false });
  for (const { url, ended } of requests) {
    const wrong = await Promise.race([ended.promise, late]);
    if (wrong !== undefined) throw new Error(`${url} didn't come whole (${wrong}): measure again`);
  }
}

function asked(url: string): Seen {
  return { url, encoding: 'identity', raw_bytes: 0, received_bytes: 0, ended: Promise.withResolvers() };
}

/** The JavaScript that a visit to the page of a list brings into a browser with an empty cache. */
export async function measureVisit(build: Build, testbed: RoundTestbed): Promise<Sample> {
  const db = testbed.database();
  const path = await insertList(db, 'visited', [{ _id: 'todo', text: 'look at me' }]);
  const { url } = await testbed.start(build, { database: db });
  const scripts = await scriptsOf(await testbed.browser(), new URL(path, url), isThere);
  const sum = (of: 'received_bytes' | 'raw_bytes') => scripts.reduce((total, one) => total + one[of], 0);
  return {
    figures: {
      received_KB: sum('received_bytes') / 1000,
      raw_KB: sum('raw_bytes') / 1000,
      files: scripts.length,
    },
    accounts: [{ what: 'scripts that the page asked for', owed: scripts.length, seen: scripts.length }],
    texts: { 'scripts.json': JSON.stringify(scripts) },
  };
}
