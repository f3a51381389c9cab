import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { closeServer, host, listen } from '@meteor-vs-mean/testbed/process';
import type { CDPSession } from 'playwright-core';
import type { Browser } from './testbed.ts';

/** A tab that nothing looks into: it answers commands as a program does. */
export interface Tab extends AsyncDisposable {
  /**
   * Sends `{ do: 'name', ... }`; resolves with its answer. One after the other.
   * @param longer so much longer than the minute that an answer may take, in ms
   */
  ask<Answer>(command: Record<string, unknown>, longer?: number): Promise<Answer>;
}

const patience_ms = 60_000;

/**
 * Opens a tab without DevTools. Playwright follows each request, event and websocket frame of its own pages over the
 * DevTools protocol, which made frames cost the browser up to twice as much, and server-sent events two to three times;
 * the source of ws-vs-sse saw the like with DevTools open. So this tab belongs to the browser's default context, which
 * Playwright leaves alone, and fetches its commands over HTTP. It takes certificates that nobody signed.
 *
 * @param commands source of an expression: an object of functions by the command's `do`. Runs in the tab.
 * @param place `at`: a page of another server that the tab is to be on, for its origin; it loads the script that its
 *   address names as `script`. `isFollowed`: by the DevTools protocol all the same, as if its panels were open
 */
export async function openTab(
  { page }: Browser,
  commands: string,
  signal: AbortSignal,
  { at, isFollowed = false }: { at?: string; isFollowed?: boolean } = {},
): Promise<Tab> {
  const browser = page.context().browser();
  if (!browser) throw new Error('this page has no browser of its own to open a tab in');
  await using opening = new AsyncDisposableStack();
  const desk = await openDesk(commands);
  opening.defer(() => desk.close());
  const session = await browser.newBrowserCDPSession();
  // As long as the session lives.
  await session.send('Security.setIgnoreCertificateErrors', { ignore: true });
  const url = at === undefined ? desk.url : `${at}?script=${encodeURIComponent(`${desk.url}tab.js`)}`;
  const { targetId } = await session.send('Target.createTarget', { url });
  opening.defer(async () => {
    await session.send('Target.closeTarget', { targetId }).catch(() => {}); // the browser may be gone
    await session.detach().catch(() => {});
  });
  if (isFollowed) await follow(session, targetId);
  const ends = opening.move();
  return {
    async ask<Answer>(command: Record<string, unknown>, longer = 0) {
      const over = new AbortController();
      const limit_ms = patience_ms + longer;
      const late = wait(limit_ms, undefined, { signal: AbortSignal.any([signal, over.signal]) }).then(() => {
        throw new Error(`the tab hasn't answered "${command.do}" in ${limit_ms / 1000} s`);
      });
      late.catch(() => {});
      try {
        return (await Promise.race([desk.ask(command), late])) as Answer;
      } finally {
        over.abort();
      }
    },
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  };
}

/** What the panels of DevTools turn on when they open. Their events come to us, who let them pass. */
const followed = ['Page', 'Runtime', 'Network', 'Debugger', 'DOM', 'CSS', 'Log', 'Performance'];

async function follow(session: CDPSession, targetId: string): Promise<void> {
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  for (const [id, domain] of followed.entries()) {
    const message = JSON.stringify({ id, method: `${domain}.enable` });
    await session.send('Target.sendMessageToTarget', { sessionId, message });
  }
}

interface Asked {
  command: Record<string, unknown>;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** Serves the tab's page, and hands it one command after the other. */
async function openDesk(commands: string) {
  const waiting: Asked[] = [];
  let current: Asked | undefined;
  let idle: ServerResponse | undefined;
  const hand = () => {
    if (!idle || current || waiting.length === 0) return;
    current = waiting.shift();
    idle.setHeader('content-type', 'application/json');
    idle.end(JSON.stringify(current?.command));
    idle = undefined;
  };
  const take = ({ answer, error }: { answer?: unknown; error?: string }) => {
    if (error === undefined) current?.resolve(answer);
    else current?.reject(new Error(`the tab: ${error}`));
    current = undefined;
  };
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    if (request.method === 'GET') {
      const isScript = request.url === '/tab.js';
      response.setHeader('content-type', `text/${isScript ? 'javascript' : 'html'}; charset=utf-8`);
      response.end(isScript ? scriptWith(commands, url) : request.url === '/' ? page : '');
      return;
    }
    let body = '';
    for await (const chunk of request) body += chunk;
    const said = JSON.parse(body) as { answer?: unknown; error?: string } | null;
    if (said) take(said);
    idle = response;
    hand();
  });
  const url = `http://${host}:${await listen(server)}/`;
  return {
    url,
    ask: (command: Record<string, unknown>) =>
      new Promise<unknown>((resolve, reject) => {
        waiting.push({ command, resolve, reject });
        hand();
      }),
    close: () => closeServer(server),
  };
}

const page = `<!doctype html>
<title>lab</title>
<link rel="icon" href="data:,">
<script src="tab.js" defer></script>`;

/** @param desk where it fetches its commands */
const scriptWith = (commands: string, desk: string) => `
const next = async (said) => (await fetch('${desk}next', { method: 'POST', body: JSON.stringify(said) })).json();
(async () => {
  let said = null;
  let commands;
  try {
    commands = ${commands};
  } catch (error) {
    said = { error: String(error) };
  }
  for (;;) {
    const command = await next(said);
    try {
      said = { answer: (await commands[command.do](command)) ?? null };
    } catch (error) {
      said = { error: String(error) };
    }
  }
})();`;
