import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';

const longestBody_bytes = 16 * 1024;
const longestShown = 200;
/** How long the body of a refusal may take. */
const timeout_ms = 2000;

/** Makes a refused handshake say why: `ws` reports the status alone, and the reason is in the body. */
export function readRefusal(ws: WebSocket): void {
  ws.on('unexpected-response', (request, response) => {
    void bodyOf(response).then((body) => {
      const { statusCode, headers } = response;
      const why = headers.location ?? reasonIn(body);
      // To `ws` it is as if the request itself had failed.
      request.emit('error', new Error(`Unexpected server response: ${statusCode}${why ? `: ${why}` : ''}`));
      request.destroy();
    });
  });
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  const timer = setTimeout(() => response.destroy(), timeout_ms);
  let text = '';
  try {
    for await (const part of response.setEncoding('utf8')) {
      text += part;
      if (text.length > longestBody_bytes) break;
    }
  } catch {
    // What came until then is shown.
  }
  clearTimeout(timer);
  return text;
}

/** @returns the message of engine.io's `{ code, message }`, a text in JSON, or the words of a page; cut short */
export function reasonIn(body: string): string {
  let text = body;
  try {
    const found = JSON.parse(body);
    text = typeof found === 'string' ? found : String(Object(found).message ?? Object(found).error ?? body);
  } catch {
    const title = /<title>([^<]*)<\/title>/i.exec(body)?.[1];
    text = title ?? body.replace(/<(style|script)\b.*?<\/\1>/gis, '').replace(/<[^>]*>/g, ' ');
  }
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longestShown ? `${line.slice(0, longestShown)}...` : line;
}
