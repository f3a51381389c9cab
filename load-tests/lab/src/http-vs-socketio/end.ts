import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Counts } from '@meteor-vs-mean/testbed/relay';
import type { Sample } from '../experiment.ts';
import { ownCpu_ms, type Program } from '../program.ts';
import { openTab } from '../tab.ts';
import type { LabTestbed, Meter } from '../testbed.ts';
import { type Answers, type Drill, makeDrill } from './drill.ts';
import type { ServerCounts } from './server.ts';
import type { Way } from './way.ts';

export type Where = 'page' | 'node';

/** A server of its own, and a client that can drill. */
export interface Bench extends AsyncDisposable {
  server: Program;
  drill: Drill;
  /** Of the server, and of the client: of Chromium that of all its processes. */
  cpu(): Promise<{ server_ms: number; client_ms: number }>;
  meter: Meter | null;
}

/** Starts what one round takes. */
export async function openBench(
  way: Way,
  where: Where,
  testbed: LabTestbed,
  { metered, roundTrip_ms }: { metered: boolean; roundTrip_ms: number },
): Promise<Bench> {
  const server = await startServer(way, testbed);
  const { url, meter } = await reach(way, server, testbed, roundTrip_ms, metered);
  const { drill, cpu_ms, end } = await (where === 'page'
    ? inPage(way, testbed, url)
    : inNode(way, testbed, url));
  return {
    server,
    drill,
    meter,
    async cpu() {
      return { server_ms: await ownCpu_ms(server), client_ms: await cpu_ms() };
    },
    [Symbol.asyncDispose]: end,
  };
}

/** Where a client finds a server. @param metered by way of a relay, also where it is near */
export async function reach(
  { front }: Way,
  server: Program,
  testbed: LabTestbed,
  roundTrip_ms: number,
  metered = false,
): Promise<{ url: string; meter: Meter | null }> {
  const straight = { host: '127.0.0.1', port: server.ready.port as number };
  const meter = metered || roundTrip_ms > 0 ? await testbed.meter(straight, { roundTrip_ms }) : null;
  const { host, port } = meter ?? straight;
  return { url: `${front === 'http2' ? 'https' : 'http'}://${host}:${port}`, meter };
}

export function startServer({ front }: Way, testbed: LabTestbed): Promise<Program> {
  return testbed.program(new URL('./server.ts', import.meta.url), { args: [front] });
}

export function startClient({ key }: Way, testbed: LabTestbed, url: string): Promise<Program> {
  return testbed.program(new URL('./client.ts', import.meta.url), { args: [key, url] });
}

interface Client {
  drill: Drill;
  cpu_ms(): Promise<number>;
  /** Of what the testbed doesn't end. */
  end(): Promise<void>;
}

async function inNode(way: Way, testbed: LabTestbed, url: string): Promise<Client> {
  const client = await startClient(way, testbed, url);
  const drill = remote((name, asked) => client.ask({ do: name, ...asked }));
  return { drill, cpu_ms: () => ownCpu_ms(client), end: async () => {} };
}

/** A tab of the server's own origin, that no DevTools follow: they cost more than a request does. */
async function inPage(way: Way, testbed: LabTestbed, url: string): Promise<Client> {
  const browser = await testbed.browser();
  const scripts = await Promise.all(way.scripts.map((path) => readFile(path, 'utf8')));
  // The functions themselves go there, as their text.
  const given = [way.openInPage, JSON.stringify(url), JSON.stringify(way.options)].join(', ');
  const commands = `(() => { ${[...scripts, ''].join('\n;\n')} return (${makeDrill})(${given}); })()`;
  const tab = await openTab(browser, commands, testbed.signal, { at: `${url}/page` });
  return {
    drill: remote((name, asked) => tab.ask({ do: name, ...asked })),
    cpu_ms: async () => (await browser.usage()).cpu_ms,
    async end() {
      await tab[Symbol.asyncDispose]();
    },
  };
}

function remote(call: (name: keyof Drill, asked: object) => Promise<unknown>): Drill {
  const method =
    <Name extends keyof Drill>(name: Name) =>
    (asked: object = {}) =>
      call(name, asked);
  return {
    open: method('open'),
    close: method('close'),
    series: method('series'),
    together: method('together'),
    flood: method('flood'),
    cold: method('cold'),
  } as Drill;
}

/** Adds up what a round's drills asked and got. */
export class Account {
  #owed = 0;
  #seen = 0;

  /** @param abandoned of those asked, by us: nothing is owed for them */
  add<Some extends Answers>(answers: Some, abandoned = 0): Some {
    this.#owed += answers.asked - abandoned;
    this.#seen += answers.right;
    return answers;
  }

  get owed(): number {
    return this.#owed;
  }

  told(): Sample['accounts'] {
    return [{ what: 'answers with the id that was asked for', owed: this.#owed, seen: this.#seen }];
  }
}

/** What the relay and the server's own sockets have counted, when nothing more comes. */
export interface Settled {
  server: ServerCounts;
  relay: Counts;
}

/**
 * Frames that nobody waits for (acknowledged settings, probes of an upgrade, ends of TLS) may still be under way.
 * @param since no connection has closed since then: so both must have counted the same. Where one closes, a server may
 *   say goodbye to a client that has gone: written, but never carried.
 */
export async function settle(server: Program, meter: Meter, since?: Settled): Promise<Settled> {
  const deadline = performance.now() + 5000;
  let quiet = 0;
  let before = '';
  for (;;) {
    const now = { server: await server.ask<ServerCounts>({ do: 'counts' }), relay: meter.counts() };
    const told = JSON.stringify(now);
    quiet = told === before && (!since || agree(since, now)) ? quiet + 1 : 0;
    before = told;
    // Chromium writes its part of a handshake in several goes, some milliseconds apart.
    if (quiet >= 8 || performance.now() > deadline) return now;
    await wait(10);
  }
}

function agree(since: Settled, now: Settled): boolean {
  return (
    now.relay.up_bytes - since.relay.up_bytes === now.server.read_bytes - since.server.read_bytes &&
    now.relay.down_bytes - since.relay.down_bytes === now.server.written_bytes - since.server.written_bytes
  );
}
