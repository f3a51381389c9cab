import type { Browser } from '../../stage.ts';
import { openTab, type Tab } from '../../tab.ts';
import { type Connect, makeReceiver } from '../receiver.ts';

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

/** A tab that counts what is pushed to it. */
export function openReceivingTab(carrier: 'ws' | 'sse', browser: Browser, signal: AbortSignal): Promise<Tab> {
  return openTab(browser, `(${makeReceiver})(({ ${connects[carrier]} }).${carrier})`, signal);
}
