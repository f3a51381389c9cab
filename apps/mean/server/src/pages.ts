import { access } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  ContractError,
  limits,
  type PublicationName,
  toWire,
  type WireDocument,
} from '@meteor-vs-mean/contract';
import type { Request } from 'express';
import { hashedTokenIn } from './accounts/cookie.ts';
import { type Account, findSession } from './accounts/sessions.ts';
import type { Database } from './database.ts';
import { read } from './read.ts';

/** What a page that is rendered asks of the server: the same as in the client's `rendering.ts`. */
interface Rendering {
  nonce: string;
  account: Account | null;
  read(name: PublicationName, params: Record<string, unknown>): Promise<WireDocument[]>;
}

/** What the client's build for servers exports. */
interface Bundle {
  /** @returns null for a page that only a browser can make */
  render(path: string, rendering: Rendering, signal: AbortSignal): Promise<Response | null>;
}

export interface Page {
  status: number;
  html: string;
}

/** Renders the client's pages, with what they show to whoever asks. */
export class Pages {
  readonly #entry: string;
  readonly #database: Database;
  readonly #log: (line: string) => void;
  #bundle: Bundle | undefined;

  /** @param folder of the client's build for browsers; that for servers is beside it, if there is one */
  constructor(folder: string, database: Database, log: (line: string) => void) {
    this.#entry = path.join(folder, '../server/server.mjs');
    this.#database = database;
    this.#log = log;
  }

  /** @returns undefined if it can't be had in time: then the page is sent without its data, and scripts bring them */
  async render(request: Request, nonce: string): Promise<Page | undefined> {
    const given = new AbortController();
    const timer = setTimeout(() => given.abort(), limits.rendering_ms);
    const givenUp = new Promise<undefined>((resolve) => {
      given.signal.addEventListener('abort', () => resolve(undefined));
    });
    try {
      return await Promise.race([this.#render(request, nonce, given), givenUp]);
    } catch (error) {
      if (!given.signal.aborted) this.#log(`a page could not be rendered: ${error}`);
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  async #render(request: Request, nonce: string, given: AbortController): Promise<Page | undefined> {
    const bundle = await this.#load();
    if (!bundle) return undefined;
    const account = await this.#accountOf(request);
    const rendering: Rendering = {
      nonce,
      account: account ?? null,
      read: (name, params) => this.#read(name, params, account, given),
    };
    const response = await bundle.render(request.originalUrl, rendering, given.signal);
    if (!response || given.signal.aborted) return undefined;
    return { status: response.status, html: await response.text() };
  }

  async #accountOf({ headers }: Request): Promise<Account | undefined> {
    const hashedToken = hashedTokenIn(headers);
    return hashedToken ? (await findSession(this.#database.users, hashedToken))?.account : undefined;
  }

  /** What is read here is never newer than the snapshot of a subscription that comes after. */
  async #read(
    name: PublicationName,
    params: Record<string, unknown>,
    account: Account | undefined,
    given: AbortController,
  ): Promise<WireDocument[]> {
    const options = { readConcern: 'majority', timeoutMS: limits.rendering_ms } as const;
    try {
      const documents = await read(this.#database, name, params, account, options);
      return toWire(documents) as unknown as WireDocument[];
    } catch (error) {
      if (error instanceof ContractError) return []; // such an address names nothing
      given.abort();
      return [];
    }
  }

  /** When the first page is asked for: a server that only serves sockets does without it. */
  async #load(): Promise<Bundle | undefined> {
    if (this.#bundle) return this.#bundle;
    const isBuilt = await access(this.#entry).then(
      () => true,
      () => false,
    );
    if (isBuilt) this.#bundle = (await import(pathToFileURL(this.#entry).href)) as Bundle;
    return this.#bundle;
  }
}
