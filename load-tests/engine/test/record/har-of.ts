import { isTransport, type Recording } from '../../src/record/wire.ts';

/** A HAR in DevTools' format, written from what CDP recorded: no DevTools saved it. */
export function harOf({ events, pages, requests, cookieHeaders }: Recording): object {
  const iso = (at_ms: number) => new Date(at_ms).toISOString();
  const sockets = new Map<string, object & { _webSocketMessages: object[] }>();
  const entries: object[] = pages
    .filter(({ isLoad }) => isLoad)
    .map(({ url, at_ms, html }) => ({
      startedDateTime: iso(at_ms),
      _resourceType: 'document',
      request: { method: 'GET', url, headers: [], cookies: [] },
      response: { headers: [], cookies: [], content: { text: html } },
    }));
  for (const { method, url, type, at_ms, done_ms, headers, body, status, answer } of requests) {
    entries.push({
      startedDateTime: iso(at_ms),
      time: done_ms - at_ms,
      _resourceType: type,
      request: {
        method,
        url,
        headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
        cookies: [],
        postData: { text: body },
      },
      response: { status, headers: [], cookies: [], content: { text: answer } },
    });
  }
  for (const { connection, url, carrier, direction, data, at_ms } of events) {
    if (carrier === 'http') {
      if (!isTransport(url)) throw new Error(url);
      const isSent = direction === 'sent';
      entries.push({
        startedDateTime: iso(at_ms),
        time: 0,
        _resourceType: 'xhr',
        request: { method: isSent ? 'POST' : 'GET', url, ...(isSent ? { postData: { text: data } } : {}) },
        response: { content: isSent ? {} : { text: data } },
      });
      continue;
    }
    let socket = sockets.get(connection);
    if (socket === undefined) {
      const cookie = cookieHeaders.get(connection);
      const headers = cookie === undefined ? [] : [{ name: 'Cookie', value: cookie }];
      socket = Object.assign(
        { startedDateTime: iso(at_ms), _resourceType: 'websocket', request: { method: 'GET', url, headers } },
        { _webSocketMessages: [] as object[] },
      );
      sockets.set(connection, socket);
      entries.push(socket);
    }
    socket._webSocketMessages.push({
      type: direction === 'sent' ? 'send' : 'receive',
      time: at_ms / 1000,
      opcode: typeof data === 'string' ? 1 : 2,
      data: typeof data === 'string' ? data : data.toString('base64'),
    });
  }
  return { log: { version: '1.2', creator: { name: 'a test' }, pages: [], entries } };
}
