import { readFile } from 'node:fs/promises';
import { emptyRecording, isTransport, type Recording } from './wire.ts';

interface Entry {
  startedDateTime: string;
  time?: number;
  _resourceType?: string;
  request: {
    method: string;
    url: string;
    headers?: { name: string; value: string }[];
    cookies?: { value: string }[];
    postData?: { text?: string };
  };
  response?: {
    cookies?: { value: string }[];
    headers?: { name: string; value: string }[];
    content?: { text?: string; encoding?: string };
  };
  /** Of Chrome's DevTools: times are seconds since 1970; opcode 1 is text, 2 is base64. */
  _webSocketMessages?: { type: 'send' | 'receive'; time: number; opcode: number; data: string }[];
}

/**
 * Reads a HAR that Chrome's DevTools saved.
 * @throws Error of one line that says what is wrong with the file
 */
export async function readHar(file: string): Promise<Recording> {
  const text = await readFile(file, 'utf8').catch(({ message }) => {
    throw new Error(`${file} can't be read: ${message}`);
  });
  let entries: Entry[];
  try {
    entries = JSON.parse(text).log.entries;
    if (!Array.isArray(entries)) throw new Error();
  } catch {
    throw new Error(`${file} is not a HAR: save one in Chrome's DevTools, Network, "Export HAR"`);
  }
  try {
    return recordingOf(entries);
  } catch (error) {
    throw new Error(`${file} is not a HAR of Chrome's DevTools: ${(error as Error).message}`);
  }
}

/** Pure: the entries of a HAR as events. */
export function recordingOf(entries: readonly Entry[]): Recording {
  const found = emptyRecording();
  for (const [i, entry] of entries.entries()) {
    const { request, response } = entry;
    const { url, method } = request;
    const connection = `har-${i}`;
    const began_ms = Date.parse(entry.startedDateTime);
    found.cookies.push(...cookiesOf(entry));
    if (entry._webSocketMessages !== undefined) {
      takeFrames(found, connection, url, entry._webSocketMessages);
      const header = request.headers?.find(({ name }) => name.toLowerCase() === 'cookie')?.value;
      if (header) found.cookieHeaders.set(connection, header);
      continue;
    }
    if (!/^https?:/.test(url)) continue;
    const body = request.postData?.text ?? '';
    const { text = '', encoding } = response?.content ?? {};
    const answer = encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text;
    if (isTransport(url)) {
      const common = { connection, url, carrier: 'http' } as const;
      if (body !== '') found.events.push({ ...common, direction: 'sent', data: body, at_ms: began_ms });
      if (answer !== '') {
        const at_ms = began_ms + (entry.time ?? 0);
        found.events.push({ ...common, direction: 'received', data: answer, at_ms });
      }
    } else if (method === 'POST' && body !== '') found.posts.push({ url, at_ms: began_ms, body });
    else if (entry._resourceType === 'document') {
      found.pages.push({ url, at_ms: began_ms, isLoad: true, html: answer });
    }
  }
  return found;
}

function takeFrames(
  { events }: Recording,
  connection: string,
  url: string,
  messages: NonNullable<Entry['_webSocketMessages']>,
): void {
  for (const { type, time, opcode, data } of messages) {
    events.push({
      connection,
      url,
      carrier: 'websocket',
      direction: type === 'send' ? 'sent' : 'received',
      data: opcode === 2 ? Buffer.from(data, 'base64') : data,
      at_ms: time * 1000,
    });
  }
}

function cookiesOf({ request, response }: Entry): string[] {
  const list = [...(request.cookies ?? []), ...(response?.cookies ?? [])].map(({ value }) => value);
  const set = (response?.headers ?? [])
    .filter(({ name }) => name.toLowerCase() === 'set-cookie')
    .flatMap(({ value }) => value.split('\n'))
    .map(cookieValue);
  const sent = (request.headers ?? [])
    .filter(({ name }) => name.toLowerCase() === 'cookie')
    .flatMap(({ value }) => value.split(';'))
    .map(cookieValue);
  return [...list, ...set, ...sent].filter((value) => value !== '');
}

/** The value in `name=value; Path=/`. */
export function cookieValue(cookie: string): string {
  return (cookie.split(';')[0] ?? '').split('=').slice(1).join('=').trim();
}
