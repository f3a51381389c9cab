import type { TestApp } from './app.ts';

export interface Answer {
  status: number;
  body: unknown;
  /** The cookie's new value, or cleared; undefined if the response didn't set it. */
  setCookie: string | undefined;
}

/** A user with a cookie jar for one cookie. */
export class Person {
  readonly #server: TestApp;
  cookie: string | undefined;

  constructor(server: TestApp) {
    this.#server = server;
  }

  /** A user who has just signed up. */
  static async signedUp(
    server: TestApp,
    username: string,
    password = `${username}-password`,
  ): Promise<Person> {
    const person = new Person(server);
    const { status, body } = await person.ask('POST', '/api/accounts', { username, password });
    if (status !== 201) throw new Error(`sign-up of ${username}: ${JSON.stringify(body)}`);
    return person;
  }

  async ask(method: string, path: string, body?: unknown, headers: object = {}): Promise<Answer> {
    const response = await fetch(this.#server.url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...headers,
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const setCookie = response.headers.getSetCookie()[0];
    if (setCookie) this.cookie = setCookie.split(';')[0];
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : undefined, setCookie };
  }

  /** @returns the status, and the code of an error */
  async try(method: string, path: string, body?: unknown, headers: object = {}): Promise<[number, string?]> {
    const answer = await this.ask(method, path, body, headers);
    const code = (answer.body as { error?: { code: string } } | null | undefined)?.error?.code;
    return code ? [answer.status, code] : [answer.status];
  }

  /** A socket that is opened with this user's cookie. */
  connect(options: object = {}) {
    return this.#server.connect({ extraHeaders: this.cookie ? { cookie: this.cookie } : {}, ...options });
  }
}
