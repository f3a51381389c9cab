/** Records what a page and its workers send and receive, over the DevTools protocol of a browser. */
import { DevTools } from './devtools.ts';
import { cookieValue } from './har.ts';
import { emptyRecording, type HttpRequest, isTransport, mayBeStep, type Recording } from './wire.ts';

/** What CDP calls the page's words: they are named once. */
interface Frame {
  opcode: number;
  payloadData: string;
}

/** Runs in each page, out of the reach of its scripts: reports what was typed when a field is left, or Enter pressed. */
const typedScript = `(() => {
  const report = (field) => {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || field.value === '') return;
    pubsubRecordTyped(JSON.stringify({ isPassword: field.type === 'password', value: field.value }));
  };
  addEventListener('keydown', (event) => event.key === 'Enter' && report(event.target), true);
  for (const name of ['change', 'focusout']) addEventListener(name, (event) => report(event.target), true);
  addEventListener('submit', (event) => [...event.target.elements].forEach(report), true);
  addEventListener('pointerdown', () => document.querySelectorAll('input, textarea').forEach(report), true);
})()`;
const world = 'pubsub-record';

export interface Recorder {
  /** Resolves when the page or the browser is closed. */
  closed: Promise<void>;
  /** Ends the recording, and waits for the bodies that are still on their way. */
  stop(): Promise<Recording>;
}

/**
 * Opens a page in a tab of its own, and records it from its first request on.
 * @param devTools address of the browser's DevTools
 * @throws Error of one line if the page can't be loaded
 */
export async function recordPage(devTools: string, url: string): Promise<Recorder> {
  const cdp = await DevTools.connect(devTools);
  const page = new PageRecorder(cdp);
  const { targetId } = await cdp.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: true });
  await page.follow(sessionId as string, true);
  const closed = new Promise<void>((resolve) => {
    cdp.on('Target.targetDestroyed', (params) => params.targetId === targetId && resolve());
    void cdp.closed.then(resolve);
  });
  cdp.on('Target.targetCreated', ({ targetInfo }) => {
    const { openerId, url } = targetInfo as { openerId?: string; url: string };
    if (openerId === targetId) page.recording.windows.push(url);
  });
  await cdp.send('Target.setDiscoverTargets', { discover: true });
  const { errorText } = await cdp.send('Page.navigate', { url }, sessionId as string);
  if (errorText !== undefined) {
    await cdp.send('Target.closeTarget', { targetId }).catch(() => {});
    cdp.close();
    throw new Error(`${url} can't be loaded: ${errorText} (is the app running there?)`);
  }
  const stop = async () => {
    await page.settled();
    cdp.close();
    return page.recording;
  };
  return { closed, stop };
}

class PageRecorder {
  readonly recording = emptyRecording();
  readonly #cdp: DevTools;
  readonly #sockets = new Map<string, string>();
  readonly #requests = new Map<string, HttpRequest>();
  /** Requests for bodies that are under way. */
  readonly #bodies = new Set<Promise<void>>();

  constructor(cdp: DevTools) {
    this.#cdp = cdp;
    this.#listen();
  }

  /** @param isPage false for workers, which have no addresses and no fields */
  async follow(session: string, isPage: boolean): Promise<void> {
    const send = (method: string, params = {}) => this.#cdp.send(method, params, session);
    // A worker starts once its requests are recorded.
    const attach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    await Promise.all([
      send('Network.enable', { maxPostDataSize: 1_000_000 }),
      send('Target.setAutoAttach', attach),
    ]);
    if (!isPage) return;
    await send('Page.enable');
    await send('Runtime.enable');
    await send('Runtime.addBinding', { name: 'pubsubRecordTyped', executionContextName: world });
    await send('Page.addScriptToEvaluateOnNewDocument', { source: typedScript, worldName: world });
  }

  /** Waits for bodies on their way. */
  async settled(): Promise<void> {
    await Promise.all(this.#bodies);
  }

  #listen(): void {
    const { recording } = this;
    const on = (method: string, listener: (params: never, session: string) => void) =>
      this.#cdp.on(method, (params, session) => listener(params as never, session ?? ''));
    on(
      'Target.attachedToTarget',
      async ({ sessionId, targetInfo }: { sessionId: string; targetInfo: { type: string } }, parent) => {
        // The page itself, which is followed before it is loaded.
        if (parent === '') return;
        const isPage = ['page', 'iframe'].includes(targetInfo.type);
        await this.follow(sessionId, isPage).catch(() => {}); // it has ended, or has no Network
        await this.#cdp.send('Runtime.runIfWaitingForDebugger', {}, sessionId).catch(() => {});
      },
    );
    on('Runtime.bindingCalled', ({ payload }: { payload: string }) => {
      const { isPassword, value } = JSON.parse(payload) as { isPassword: boolean; value: string };
      const list = isPassword ? recording.passwords : recording.texts;
      if (!list.includes(value)) list.push(value);
    });
    on('Page.navigatedWithinDocument', ({ url }: { url: string }) => {
      recording.pages.push({ url, at_ms: this.#newest_ms, isLoad: false });
    });
    this.#listenToSockets(on);
    this.#listenToHttp(on);
  }

  /** CDP's clock, as of the newest event: addresses come without a time. */
  #newest_ms = 0;

  #time(timestamp: number): number {
    this.#newest_ms = Math.max(this.#newest_ms, timestamp * 1000);
    return timestamp * 1000;
  }

  #listenToSockets(on: (method: string, listener: (params: never, session: string) => void) => void): void {
    const { recording } = this;
    on('Network.webSocketCreated', ({ requestId, url }: { requestId: string; url: string }, session) => {
      this.#sockets.set(requestId, url);
      const cookies = this.#cdp
        .send('Network.getCookies', { urls: [url.replace(/^ws/, 'http')] }, session)
        .then(({ cookies }) => {
          const list = cookies as { name: string; value: string }[];
          recording.cookies.push(...list.map(({ value }) => value));
          const header = list.map(({ name, value }) => `${name}=${value}`).join('; ');
          if (header !== '') recording.cookieHeaders.set(requestId, header);
        });
      this.#await(cookies);
    });
    const frame =
      (direction: 'sent' | 'received') =>
      ({ requestId, timestamp, response }: { requestId: string; timestamp: number; response: Frame }) => {
        const url = this.#sockets.get(requestId);
        if (url === undefined) {
          if (!recording.lateSockets.includes(requestId)) recording.lateSockets.push(requestId);
          return;
        }
        const { opcode, payloadData } = response;
        const data = opcode === 2 ? Buffer.from(payloadData, 'base64') : payloadData;
        const at_ms = this.#time(timestamp);
        recording.events.push({ connection: requestId, url, carrier: 'websocket', direction, data, at_ms });
      };
    on('Network.webSocketFrameSent', frame('sent'));
    on('Network.webSocketFrameReceived', frame('received'));
  }

  #listenToHttp(on: (method: string, listener: (params: never, session: string) => void) => void): void {
    const { recording } = this;
    interface Sent {
      requestId: string;
      timestamp: number;
      type?: string;
      request: Pick<HttpRequest, 'url' | 'method' | 'headers'> & { postData?: string; hasPostData?: boolean };
    }
    const takeEvent = (
      connection: string,
      url: string,
      direction: 'sent' | 'received',
      data: string,
      at_ms: number,
    ) => void recording.events.push({ connection, url, carrier: 'http', direction, data, at_ms });
    on('Network.requestWillBeSent', ({ requestId, timestamp, type = '', request }: Sent, session) => {
      const { url, method, headers, postData, hasPostData } = request;
      if (!/^https?:/.test(url)) return;
      const at_ms = this.#time(timestamp);
      const times = { at_ms, done_ms: at_ms };
      const found = {
        url,
        method,
        headers,
        type: type.toLowerCase(),
        ...times,
        body: '',
        status: 0,
        answer: '',
      };
      this.#requests.set(requestId, found);
      if (mayBeStep(found)) recording.requests.push(found);
      if (!hasPostData) return;
      const take = (data: string) => {
        if (isTransport(url)) takeEvent(requestId, url, 'sent', data, at_ms);
        else found.body = data;
      };
      if (postData !== undefined) take(postData);
      else {
        const asked = this.#cdp.send('Network.getRequestPostData', { requestId }, session);
        this.#await(asked.then(({ postData }) => take(String(postData))));
      }
    });
    on(
      'Network.responseReceived',
      ({ requestId, response }: { requestId: string; response: { status: number } }) => {
        const found = this.#requests.get(requestId);
        if (found !== undefined) found.status = response.status;
      },
    );
    on('Network.responseReceivedExtraInfo', ({ headers }: { headers: Record<string, string> }) => {
      for (const [name, value] of Object.entries(headers)) {
        if (name.toLowerCase() === 'set-cookie')
          recording.cookies.push(...value.split('\n').map(cookieValue));
      }
    });
    on(
      'Network.loadingFinished',
      ({ requestId, timestamp }: { requestId: string; timestamp: number }, session) => {
        const found = this.#requests.get(requestId);
        if (found === undefined) return;
        this.#requests.delete(requestId);
        const { url, type } = found;
        found.done_ms = this.#time(timestamp);
        const isPage = type === 'document';
        if (!isTransport(url) && !isPage && !mayBeStep(found)) return;
        // Here already: the address counts from when it was loaded, also if its text can't be had any more.
        const view = { url, at_ms: found.at_ms, isLoad: true, html: '' };
        if (isPage) recording.pages.push(view);
        const asked = this.#cdp
          .send('Network.getResponseBody', { requestId }, session)
          .then(({ body, base64Encoded }) => {
            const data = base64Encoded ? Buffer.from(body as string, 'base64').toString() : (body as string);
            if (!isTransport(url)) found.answer = data;
            else if (data !== '') takeEvent(requestId, url, 'received', data, found.done_ms);
            if (isPage) view.html = data;
          });
        this.#await(asked);
      },
    );
  }

  /** What is gone with its page can't be had any more. */
  #await(asked: Promise<void>): void {
    const body = asked.catch(() => {}).finally(() => this.#bodies.delete(body));
    this.#bodies.add(body);
  }
}
