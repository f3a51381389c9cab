import { codeIn, type HttpAnswer } from '@meteor-vs-mean/pubsub-client';
import { RunError } from '../failures/error.ts';
import type { Fields } from '../script/fields.ts';
import { assertTakes, take } from '../users/take.ts';
import type { VirtualUser } from '../users/virtual-user.ts';
import { stepName } from './name.ts';
import { type CompileStep, withOptions } from './step.ts';

const right = '{ url, json, capture, ... }';
const mostRedirects = 10;

interface HttpOptions {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** The right statuses; undefined for all below 400. */
  expected: readonly number[] | undefined;
  followRedirect: boolean;
}

/**
 * `get: { url, ... }` and `post: { url, json, ... }`, with the options of Artillery's HTTP engine. The `url` is relative to
 * the virtual user's instance of the app.
 */
export const compileHttp: CompileStep = (spec, where) => {
  const method = Object.hasOwn(spec, 'get') ? 'GET' : 'POST';
  const given = spec[method.toLowerCase()];
  const value = typeof given === 'string' ? { url: given } : given;
  const { url, capture, match } = (value ?? {}) as Record<string, unknown>;
  const captures = [capture ?? []].flat().map(withHeaderAsPath);
  const matches = [match ?? []].flat().map(withHeaderAsPath);
  return withOptions({
    value,
    where,
    right,
    later: ['capture', 'match'],
    parse: (fields) => {
      for (const name of ['capture', 'match']) fields.any(name);
      assertTakes(
        { capture: captures.map(({ spec }) => spec), match: matches.map(({ spec }) => spec) },
        where,
      );
      return parseHttp(fields, method);
    },
    take: async (user, options) => {
      // Not filled in: each virtual user may have another path.
      const path = String(url).replace(/\?.*/, '');
      await user.time(stepName(spec, user, path), async () => {
        const answer = await exchange(user, options);
        assertStatus(answer, options, where);
        const body = parsedBody(answer);
        const partOf = (isHeader: boolean) => (isHeader ? answer.headers : body);
        for (const { spec, isHeader } of captures) take(user, { capture: spec }, partOf(isHeader), where);
        for (const { spec, isHeader } of matches) take(user, { match: spec }, partOf(isHeader), where);
      });
    },
  });
};

function parseHttp(fields: Fields, method: HttpOptions['method']): HttpOptions {
  const path = fields.text('url') ?? fields.fail('url', 'a path of the app, or an address');
  const query = new URLSearchParams(textsOf(fields.object('qs') ?? {})).toString();
  const headers = textsOf(fields.object('headers') ?? {});
  const json = fields.any('json');
  const form = fields.object('form');
  const text = fields.text('body');
  const has = (name: string) => Object.keys(headers).some((one) => one.toLowerCase() === name);
  let body = text;
  if (json !== undefined) {
    body = JSON.stringify(json);
    if (!has('content-type')) headers['Content-Type'] = 'application/json';
  } else if (form !== undefined) {
    body = new URLSearchParams(textsOf(form)).toString();
    if (!has('content-type')) headers['Content-Type'] = 'application/x-www-form-urlencoded';
  }
  if (!has('accept')) headers.Accept = '*/*';
  return {
    method,
    url: query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`,
    headers,
    body,
    expected: fields.isOpen('expect')
      ? undefined
      : fields.list('expect')?.flatMap((one) => statusesOf(one, fields)),
    followRedirect: fields.flag('followRedirect') ?? true,
  };
}

/** `201`, or as Artillery's plugin `expect` has it `{ statusCode: 201 }`. */
function statusesOf(value: unknown, fields: Fields): number[] {
  const { statusCode = value } = Object(value) as { statusCode?: unknown };
  const statuses = [statusCode].flat().map(Number);
  if (statuses.some((status) => !(status >= 100 && status <= 599)))
    fields.fail('expect', 'a status such as 201, or a list');
  return statuses;
}

/** Follows redirects, as browsers do, and keeps the cookies of each answer. */
async function exchange(user: VirtualUser, options: HttpOptions): Promise<HttpAnswer> {
  let { method, body, headers } = options as {
    method: string;
    body: string | undefined;
    headers: Record<string, string>;
  };
  let url = new URL(options.url, user.connection.url.replace(/^ws/, 'http'));
  for (let redirects = 0; ; redirects++) {
    const answer = await user
      .http()
      .send({ method, url, headers: user.cookies.into(headers, url.href), body });
    user.reached();
    user.cookies.take(url.href, answer.headers['set-cookie'] ?? []);
    const { location } = answer.headers;
    if (!options.followRedirect || answer.status < 300 || answer.status > 399 || location === undefined)
      return answer;
    if (redirects === mostRedirects) {
      throw new RunError(
        'redirects',
        `${options.method} ${options.url}: more than ${mostRedirects} redirects`,
        'app',
      );
    }
    url = new URL(location, url);
    if (answer.status !== 307 && answer.status !== 308 && method !== 'GET') {
      method = 'GET';
      body = undefined;
      headers = Object.fromEntries(Object.entries(headers).filter(([name]) => !/^content-/i.test(name)));
    }
  }
}

/** The message doesn't repeat the answer: an app can return the text that it received, even a password. */
function assertStatus(
  { status, text }: HttpAnswer,
  { method, url, expected }: HttpOptions,
  where: string,
): void {
  if (expected === undefined ? status < 400 : expected.includes(status)) return;
  const code = codeIn(text) ?? String(status);
  const wanted = expected === undefined ? '' : ` instead of ${expected.join(' or ')}`;
  const said = code === String(status) ? '' : ` (${code})`;
  throw new RunError(
    code,
    `${where}: ${method} ${url.replace(/\?.*/, '')} was answered with ${status}${wanted}${said}`,
    'app',
  );
}

function parsedBody({ text, headers }: HttpAnswer): unknown {
  if (!/\bjson\b/.test(headers['content-type'] ?? '') && !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Turns Artillery's `header: location` into a path. Node has the names of headers in lower case. */
function withHeaderAsPath(spec: unknown): { spec: unknown; isHeader: boolean } {
  if (typeof spec !== 'object' || spec === null || !Object.hasOwn(spec, 'header'))
    return { spec, isHeader: false };
  const { header, ...rest } = spec as Record<string, unknown>;
  return { spec: { ...rest, path: String(header).toLowerCase() }, isHeader: true };
}

function textsOf(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
