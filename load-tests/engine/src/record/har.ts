import { readFile } from 'node:fs/promises';
import { emptyRecording, type HttpRequest, isTransport, mayBeStep, type Recording } from './wire.ts';

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
    status?: number;
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
  const recording = emptyRecording();
  for (const [i, entry] of entries.entries()) {
    const { request } = entry;
    const { url } = request;
    const connection = `har-${i}`;
    recording.cookies.push(...cookiesOf(entry));
    if (entry._webSocketMessages !== undefined) {
      takeFrames(recording, connection, url, entry._webSocketMessages);
      const header = request.headers?.find(({ name }) => name.toLowerCase() === 'cookie')?.value;
      if (header) recording.cookieHeaders.set(connection, header);
      continue;
    }
    if (!/^https?:/.test(url)) continue;
    const found = requestOf(entry);
    const { body, answer, at_ms, done_ms, type } = found;
    if (isTransport(url)) {
      const common = { connection, url, carrier: 'http' } as const;
      if (body !== '') recording.events.push({ ...common, direction: 'sent', data: body, at_ms });
      if (answer !== '')
        recording.events.push({ ...common, direction: 'received', data: answer, at_ms: done_ms });
    } else if (mayBeStep(found)) recording.requests.push(found);
    else if (type === 'document') recording.pages.push({ url, at_ms, isLoad: true, html: answer });
  }
  return recording;
}

function requestOf({ startedDateTime, time = 0, _resourceType = '', request, response }: Entry): HttpRequest {
  const { text = '', encoding } = response?.content ?? {};
  const at_ms = Date.parse(startedDateTime);
  return {
    method: request.method,
    url: request.url,
    type: _resourceType,
    headers: Object.fromEntries((request.headers ?? []).map(({ name, value }) => [name, value])),
    body: request.postData?.text ?? '',
    at_ms,
    done_ms: at_ms + time,
    status: response?.status ?? 0,
    answer: encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text,
  };
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
