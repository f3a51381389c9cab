import type { Account } from './session';

/** Answers the server's account requests in tests. */
export class FakeAccounts {
  /** The account of the browser's cookie. */
  account: Account | null = null;
  isReachable = true;
  /** Every request, as `METHOD path`. */
  readonly requests: string[] = [];
  /** Called when a request arrives, before it is answered. */
  onRequest: (request: string) => void = () => {};

  /** @returns a function that restores the original */
  install(): () => void {
    const { fetch: before } = globalThis;
    globalThis.fetch = (path, init) =>
      this.#answer(`${init?.method} ${path}`, init?.body as string | undefined);
    return () => {
      globalThis.fetch = before;
    };
  }

  async #answer(request: string, body: string | undefined): Promise<Response> {
    if (!this.isReachable) throw new TypeError('Failed to fetch');
    this.requests.push(request);
    this.onRequest(request);
    switch (request) {
      case 'GET /api/account':
        return Response.json(this.account);
      case 'POST /api/session':
      case 'POST /api/accounts': {
        const { username } = JSON.parse(body ?? '');
        this.account = { userId: `id-of-${username}`, username };
        return Response.json(this.account);
      }
      case 'DELETE /api/session':
      case 'DELETE /api/sessions':
      case 'DELETE /api/account':
        this.account = null;
        return new Response(null, { status: 204 });
      default:
        return Response.json({ error: { code: '404', message: request } }, { status: 404 });
    }
  }
}
