import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { host } from '@meteor-vs-mean/testbed/process';
import type { Sample } from '../experiment.ts';
import { ownCpu_ms, type Program } from '../program.ts';
import { openTab } from '../tab.ts';
import type { Browser, LabTestbed, Meter } from '../testbed.ts';
import type { SocketCounts } from '../watch-sockets.ts';
import type { Carrier } from './carrier.ts';
import { type Exchanged, makeLab, type PageLab } from './page/driver.ts';
import type { Where } from './page/line.ts';
import type { ServerCounts, ServerReady } from './server.ts';

/** How long what is under way may take to arrive, over the round trip. */
const settling_ms = 5_000;

/** Both ends at one moment, when nothing is under way between them. */
export interface Settled {
  server: ServerCounts;
  /** By the relay, of both ports. */
  metered: { up_bytes: number; down_bytes: number };
  /** By the server's own sockets. */
  socketed: { up_bytes: number; down_bytes: number };
  serverCpu_ms: number;
  browserCpu_ms: number;
}

/** A server, the ways to it, and a page that is ready to measure. Disposing of it closes the page; the testbed ends the rest. */
interface BenchPage extends AsyncDisposable {
  where(port: 'page' | 'other'): Where;
  lab: PageLab;
  settled(): Promise<Settled>;
}

/** Starts what one round of a carrier takes. */
export async function openBenchPage(
  carrier: Carrier,
  testbed: LabTestbed,
  roundTrip_ms: number,
): Promise<BenchPage> {
  const server = await testbed.program(new URL('./server.ts', import.meta.url));
  const { pagePort, otherPort, token } = server.ready as unknown as ServerReady;
  const ways = {
    page: await testbed.meter({ host, port: pagePort }, { roundTrip_ms }),
    other: await testbed.meter({ host, port: otherPort }, { roundTrip_ms }),
  };
  const browser = await testbed.browser();
  const urlOf = ({ host, port }: Meter) => `http://${host}:${port}`;
  // Not a page of Playwright's own: to follow its requests took Chromium 10 to 30 % more CPU than to make them.
  const tab = await openTab(browser, await commandsOf(carrier), testbed.signal, {
    at: `${urlOf(ways.page)}/`,
  });
  const inTab =
    <Asked extends { where?: Where; total?: number }, Answer>(name: keyof PageLab) =>
    (asked: Asked) =>
      tab.ask<Answer>({ do: name, ...asked }, (asked.total ?? 0) * roundTrip_ms);
  return {
    where: (port) => ({ url: urlOf(ways[port]), token, options: carrier.options }),
    lab: {
      press: inTab('press'),
      open: inTab('open'),
      exchange: inTab('exchange'),
      pull: inTab('pull'),
      put: inTab('put'),
    },
    settled: () => settle(server, browser, ways, settling_ms + roundTrip_ms),
    [Symbol.asyncDispose]: () => tab[Symbol.asyncDispose](),
  };
}

/** What the tab is to answer to: the carrier's libraries and our functions, as their text. */
async function commandsOf({ scripts, connect }: Carrier): Promise<string> {
  const libraries = await Promise.all(
    scripts.map(([library, file]) => {
      // Not by require.resolve: jQuery lets nobody ask for its files.
      const manifest = findPackageJSON(library, import.meta.url);
      return readFile(path.join(path.dirname(`${manifest}`), file), 'utf8');
    }),
  );
  return `(() => { ${[...libraries, ''].join('\n;\n')} return (${makeLab})(${connect}); })()`;
}

/** Until both ends agree on the bytes: a poll, an end of a connection may be under way. */
async function settle(
  server: Program,
  browser: Browser,
  { page, other }: { page: Meter; other: Meter },
  patience_ms: number,
): Promise<Settled> {
  const deadline = performance.now() + patience_ms;
  for (;;) {
    const counts = await server.ask<ServerCounts>({ do: 'counts' });
    const serverCpu_ms = await ownCpu_ms(server);
    const [a, b] = [page.counts(), other.counts()];
    const metered = { up_bytes: a.up_bytes + b.up_bytes, down_bytes: a.down_bytes + b.down_bytes };
    const both = (name: keyof SocketCounts) => counts.page[name] + counts.other[name];
    const socketed = { up_bytes: both('read_bytes'), down_bytes: both('written_bytes') };
    const agree = metered.up_bytes === socketed.up_bytes && metered.down_bytes === socketed.down_bytes;
    if (agree || performance.now() > deadline) {
      const { cpu_ms } = await browser.usage();
      return { server: counts, metered, socketed, serverCpu_ms, browserCpu_ms: cpu_ms };
    }
    await wait(10);
  }
}

/** How many of a run's answers were what was owed. */
export function right({ answers, wrong }: Exchanged): number {
  return answers - wrong;
}

/** The same bytes counted twice: by the server's sockets, and by the relay. */
export function byteAccounts({ socketed, metered }: Settled): Sample['accounts'] {
  return [
    { what: 'bytes up, by sockets and by the relay', owed: socketed.up_bytes, seen: metered.up_bytes },
    { what: 'bytes down, by sockets and by the relay', owed: socketed.down_bytes, seen: metered.down_bytes },
  ];
}
