import { ownCpu_ms } from '../program.ts';
import type { Browser, Program, Stage } from '../stage.ts';
import { openTab, type Tab } from '../tab.ts';
import { type Connect, makeReceiver } from './receiver.ts';
import type { PushTarget } from './target.ts';

/** The commands of receiver.ts, wherever they are carried out. */
export interface Client {
  ask<Answer>(command: Record<string, unknown>): Promise<Answer>;
}

/** Since they began. */
export interface ClientCpu {
  /** Of all that the client is made of: a whole browser, with its network process. */
  all_ms: number;
  /** Of the processes that run the tabs; null in Node. */
  tabs_ms: number | null;
}

export interface Ends extends AsyncDisposable {
  target: PushTarget;
  server: Program;
  url: string;
  clients: readonly Client[];
  clientCpu(): Promise<ClientCpu>;
  serverCpu_ms(): Promise<number>;
}

/** Starts both ends. @param tabs how many clients, in one browser */
export async function openEnds(target: PushTarget, stage: Stage, tabs = 1): Promise<Ends> {
  await using opening = new AsyncDisposableStack();
  const server = await stage.program(target.file, { args: target.args });
  const { url, ca } = server.ready as { url: string; ca: string | null };
  const { clients, clientCpu } =
    target.client === 'chromium'
      ? await openTabs(target, stage, tabs, opening)
      : await startNode(target, stage, ca);
  const ends = opening.move();
  return {
    target,
    server,
    url,
    clients,
    clientCpu,
    serverCpu_ms: () => ownCpu_ms(server),
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  };
}

async function openTabs(target: PushTarget, stage: Stage, tabs: number, opening: AsyncDisposableStack) {
  const browser = await stage.browser();
  const clients: Client[] = [];
  for (let tab = 0; tab < tabs; tab += 1)
    clients.push(opening.use(await openReceivingTab(target.carrier, browser, stage.signal)));
  const session = await browser.page.context().browser()?.newBrowserCDPSession();
  return {
    clients,
    async clientCpu(): Promise<ClientCpu> {
      const [{ cpu_ms }, told] = await Promise.all([
        browser.usage(),
        session?.send('SystemInfo.getProcessInfo'),
      ]);
      const tabs = told?.processInfo.filter(({ type }) => type === 'renderer') ?? [];
      const tabs_ms = told ? tabs.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0) : null;
      return { all_ms: cpu_ms, tabs_ms };
    },
  };
}

async function startNode(target: PushTarget, stage: Stage, ca: string | null) {
  const client = await stage.program(new URL('./clients/node.ts', import.meta.url), {
    args: [`--${target.carrier}`],
    ...(ca === null ? {} : { env: { LAB_CA: ca } }),
  });
  return {
    clients: [client],
    clientCpu: async (): Promise<ClientCpu> => ({
      all_ms: await ownCpu_ms(client),
      tabs_ms: null,
    }),
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

function openReceivingTab(carrier: 'ws' | 'sse', browser: Browser, signal: AbortSignal): Promise<Tab> {
  return openTab(browser, `(${makeReceiver})(({ ${connects[carrier]} }).${carrier})`, signal);
}
