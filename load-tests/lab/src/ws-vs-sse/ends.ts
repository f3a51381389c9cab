import { ownCpu, type Program } from '../program.ts';
import type { OwnCpu } from '../program-side.ts';
import { openTab } from '../tab.ts';
import type { LabTestbed } from '../testbed.ts';
import { type Connect, makeReceiver } from './receiver.ts';
import type { PushTarget } from './target.ts';
import { type Use, uses } from './uses.ts';

/** The commands of receiver.ts, wherever they are carried out. */
export interface Client {
  ask<Answer>(command: Record<string, unknown>): Promise<Answer>;
}

/** Since they began. */
export interface ClientUsage {
  /** CPU of all that the client is made of: a whole browser, with its network process. */
  all_ms: number;
  /** CPU of the processes that run the tabs; null in Node. */
  tabs_ms: number | null;
  /** Context switches of all of it; null where the system doesn't tell. */
  switches: number | null;
}

/** How many clients there are, in one browser, and what they do. */
export interface Clients {
  tabs?: number;
  use?: Use;
  /** The tabs, by the DevTools protocol. */
  isFollowed?: boolean;
}

export interface Ends extends AsyncDisposable {
  target: PushTarget;
  server: Program;
  url: string;
  clients: readonly Client[];
  clientUsage(): Promise<ClientUsage>;
  serverUsage(): Promise<OwnCpu>;
}

/** Starts both ends. */
export async function openEnds(target: PushTarget, testbed: LabTestbed, asked: Clients = {}): Promise<Ends> {
  await using opening = new AsyncDisposableStack();
  const server = await testbed.program(target.file, { args: target.args });
  const { url, ca } = server.ready as { url: string; ca: string | null };
  const { clients, clientUsage } =
    target.client === 'chromium'
      ? await openTabs(target, testbed, asked, opening)
      : await startNode(target, testbed, ca);
  const ends = opening.move();
  return {
    target,
    server,
    url,
    clients,
    clientUsage,
    serverUsage: () => ownCpu(server),
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  };
}

async function openTabs(
  { carrier }: PushTarget,
  testbed: LabTestbed,
  { tabs = 1, use = 'count', isFollowed = false }: Clients,
  opening: AsyncDisposableStack,
) {
  const browser = await testbed.browser();
  const commands = `(${makeReceiver})(({ ${connects[carrier]} }).${carrier}, (${uses[use]})())`;
  const clients: Client[] = [];
  for (let tab = 0; tab < tabs; tab += 1) {
    clients.push(opening.use(await openTab(browser, commands, testbed.signal, { isFollowed })));
  }
  const session = await browser.page.context().browser()?.newBrowserCDPSession();
  return {
    clients,
    async clientUsage(): Promise<ClientUsage> {
      const [{ cpu_ms }, told] = await Promise.all([
        browser.usage(),
        session?.send('SystemInfo.getProcessInfo'),
      ]);
      const tabs = told?.processInfo.filter(({ type }) => type === 'renderer') ?? [];
      const tabs_ms = told ? tabs.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0) : null;
      return { all_ms: cpu_ms, tabs_ms, switches: browser.switches() };
    },
  };
}

async function startNode(target: PushTarget, testbed: LabTestbed, ca: string | null) {
  const client = await testbed.program(new URL('./clients/node.ts', import.meta.url), {
    args: [`--${target.carrier}`],
    ...(ca === null ? {} : { env: { LAB_CA: ca } }),
  });
  return {
    clients: [client],
    async clientUsage(): Promise<ClientUsage> {
      const { user_ms, system_ms, switches } = await ownCpu(client);
      return { all_ms: user_ms + system_ms, tabs_ms: null, switches };
    },
  };
}

/** By carrier; their text is sent to the tab, so they use nothing from outside. */
const connects: Record<'ws' | 'sse', Connect> = {
  ws(url, onOpen, onText) {
    const socket = new WebSocket(url);
    socket.onopen = onOpen;
    socket.onmessage = ({ data }) => onText(data);
    return () => socket.close();
  },
  sse(url, onOpen, onText) {
    const source = new EventSource(url);
    source.onopen = onOpen;
    source.onmessage = ({ data }) => onText(data);
    return () => source.close();
  },
};
