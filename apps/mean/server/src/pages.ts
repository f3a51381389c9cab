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
import type { Response as ExpressResponse, Request } from 'express';
import pLimit from 'p-limit';
import { hashedTokenIn } from './accounts/cookie.ts';
import { type Account, findSession } from './accounts/sessions.ts';
import type { Database } from './database.ts';
import type { Hooks } from './hooks.ts';
import { read } from './read.ts';

/** Pages that are rendered at one time. It takes time of the one thread that there is. */
const together = 2;

/** Pages that wait for their turn. With more, each would be rendered when its time is over. */
const mostWaiting = 8;

/** In these a page of one list or room looks up its own, which its address ends in: it shows none of the others. */
const directories: readonly PublicationName[] = ['lists.all', 'lists.mine', 'rooms.all'];

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

interface PagesContext {
  /** Of the client's build for browsers; that for servers is beside it, if there is one. */
  folder: string;
  database: Database;
  hooks: Pick<Hooks, 'call' | 'admit'>;
  log(line: string): void;
}

/**
 * Renders the client's pages, with what they show to whoever asks. Few at a time, few of one address, and none that is
 * large: what isn't rendered is sent without its data, and scripts bring them.
 */
export class Pages {
  readonly #entry: string;
  readonly #context: Omit<PagesContext, 'folder'>;
  readonly #turns = pLimit(together);
  #bundle: Bundle | undefined;

  constructor({ folder, ...context }: PagesContext) {
    this.#entry = path.join(folder, '../server/server.mjs');
    this.#context = context;
  }

  /** @returns what is to be sent in that very tick; undefined if it can't be had, or not in time */
  async render(request: Request, response: ExpressResponse, nonce: string): Promise<Page | undefined> {
    const given = new AbortController();
    const timer = setTimeout(() => given.abort(), limits.rendering_ms);
    const gone = () => given.abort();
    response.once('close', gone);
    const givenUp = new Promise<undefined>((resolve) => {
      given.signal.addEventListener('abort', () => resolve(undefined));
    });
    try {
      const { ip: address = '' } = request;
      this.#context.hooks.call({ address });
      if (this.#turns.pendingCount >= mostWaiting) return undefined;
      const rendered = () => Promise.race([this.#render(request, response, nonce, given), givenUp]);
      return await Promise.race([this.#turns(rendered), givenUp]);
    } catch (error) {
      // Who asks too often is told nothing: the page comes, with its scripts.
      if (!given.signal.aborted && !(error instanceof ContractError)) {
        this.#context.log(`a page could not be rendered: ${error}`);
      }
      return undefined;
    } finally {
      clearTimeout(timer);
      response.off('close', gone);
    }
  }

  async #render(
    request: Request,
    response: ExpressResponse,
    nonce: string,
    given: AbortController,
  ): Promise<Page | undefined> {
    if (given.signal.aborted) return undefined;
    const bundle = await this.#load();
    if (!bundle) return undefined;
    const account = await this.#accountOf(request);
    const rendering: Rendering = {
      nonce,
      account: account ?? null,
      read: (name, params) => {
        const isOfOne = request.path !== '/' && directories.includes(name);
        return this.#read(name, params, account, isOfOne ? path.basename(request.path) : undefined, given);
      },
    };
    const rendered = await bundle.render(request.originalUrl, rendering, given.signal);
    if (!rendered || given.signal.aborted) return undefined;
    const html = await rendered.text();
    await this.#context.hooks.admit(response, Buffer.byteLength(html));
    return { status: rendered.status, html };
  }

  async #accountOf({ headers }: Request): Promise<Account | undefined> {
    const hashedToken = hashedTokenIn(headers);
    return hashedToken ? (await findSession(this.#context.database.users, hashedToken))?.account : undefined;
  }

  /**
   * What is read here is never newer than the snapshot of a subscription that comes after.
   * @param only the id of the one document that is shown; undefined for all
   */
  async #read(
    name: PublicationName,
    params: Record<string, unknown>,
    account: Account | undefined,
    only: string | undefined,
    given: AbortController,
  ): Promise<WireDocument[]> {
    const most = limits.renderedDocuments;
    try {
      const documents = await read(this.#context.database, name, params, account, {
        readConcern: 'majority',
        timeoutMS: limits.rendering_ms,
        most: most + 1,
        only,
      });
      if (documents.length > most) {
        given.abort();
        return [];
      }
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
