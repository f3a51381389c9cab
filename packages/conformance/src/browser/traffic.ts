import type { BrowserContext } from 'playwright-core';

/** What the WebSockets of a browser profile's pages bring. */
export interface Traffic {
  /** In their order, but for heartbeats. As text, before any compression. */
  readonly received: string[];
}

/** Socket.io's ping, SockJS's, and DDP's inside it. */
const heartbeat = /^(2|h|a\["\{\\"msg\\":\\"p[io]ng\\".*)$/;

/** @param context whose pages are still to be opened */
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
