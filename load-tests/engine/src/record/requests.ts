/** Which requests of a page become steps. */
import { bodyOf, ownHeaders } from './secrets.ts';
import type { Comment, Step } from './session.ts';
import type { HttpRequest } from './wire.ts';

/**
 * Sorts the requests of a page to its app: a POST is a write, and a GET may bring an id that is sent later.
 * @param app the address of its connection
 */
export function stepsOf(
  requests: readonly HttpRequest[],
  app: string,
): { steps: Step[]; comments: Comment[] } {
  const steps: Step[] = [];
  const left = new Set<string>();
  for (const request of requests) {
    const { method, url, type, body, headers } = request;
    const { host, pathname, search, origin } = new URL(url);
    const isOwn = host === new URL(app).host;
    const isForm = Object.entries(headers).some(([, value]) => /x-www-form-urlencoded/.test(value));
    const leave = (why: string) => left.add(`left out: ${method} ${isOwn ? '' : origin}${pathname}${why}`);
    if (method === 'GET') {
      if (isOwn && /^\s*[[{]/.test(request.answer))
        steps.push(stepOf(request, 'get', [pathname + search, null]));
    } else if (!isOwn) leave(', to another server');
    else if (method !== 'POST') leave(': there are steps for GET and POST alone');
    else if (!['document', 'xhr', 'fetch', ''].includes(type)) leave(', whose answer the page never saw');
    else if (body !== '' && !isForm && !isJson(body)) leave(': it is neither JSON nor a form');
    else {
      const step = stepOf(request, 'post', [pathname + search, body === '' ? null : bodyOf(body)]);
      steps.push({ ...step, isForm });
    }
  }
  return { steps, comments: [...left].map((text) => ({ text })) };
}

function stepOf(
  { url, headers, at_ms, done_ms, status, answer }: HttpRequest,
  kind: 'get' | 'post',
  params: unknown[],
): Step {
  return {
    kind,
    at_ms,
    done_ms,
    name: new URL(url).pathname,
    params: [...params, ownHeaders(headers)],
    namespace: '/',
    connection: '',
    asks: true,
    answer: status >= 400 ? { code: String(status) } : { result: isJson(answer) ? JSON.parse(answer) : {} },
    comments: [],
  };
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}
