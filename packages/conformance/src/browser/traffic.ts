import type { BrowserContext } from 'playwright-core';

/** Messages that the WebSockets of a browser profile's pages receive. */
export interface Traffic {
  /** In order, without heartbeats. As text, before any compression. */
  readonly received: string[];
}

/** Heartbeats of Socket.io, of SockJS, and of DDP inside it. */
const heartbeat = /^(2|h|a\["\{\\"msg\\":\\"p[io]ng\\".*)$/;

/** @param context a profile that has no pages yet */
export function trafficOf(context: BrowserContext): Traffic {
  const received: string[] = [];
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        const text = payload.toString();
        if (!heartbeat.test(text)) received.push(text);
      });
    });
  });
  return { received };
}
