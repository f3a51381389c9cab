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

/** Pages rendered at a time, because rendering occupies the only thread. */
const atOnce = 2;

/** Pages that may queue. With more, each would only start after its timeout. */
const mostWaiting = 8;

/** A page of one list or room reads only its own document of these publications, by the id in its path. */
const directories: readonly PublicationName[] = ['lists.all', 'lists.mine', 'rooms.all'];

/** What a rendered page reads from the server: the same as in the client's `rendering.ts`. */
interface Rendering {
  nonce: string;
  account: Account | null;
  read(name: PublicationName, params: Record<string, unknown>): Promise<WireDocument[]>;
}

/** The exports of the client's server build. */
interface Bundle {
  /** @returns null for a page that only a browser can render */
  render(path: string, rendering: Rendering, signal: AbortSignal): Promise<Response | null>;
}

export interface Page {
  status: number;
  html: string;
}

interface PagesContext {
  /** The client's browser build; the server build is next to it, if there is one. */
  folder: string;
  database: Database;
  hooks: Pick<Hooks, 'call' | 'admit'>;
  log(line: string): void;
}

/**
 * Renders the client's pages with the reader's data. It limits the number of pages at a time, the requests per address
 * and the size of a page: a page beyond a limit is sent without data, which its scripts then load.
 */
export class Pages {
  readonly #entry: string;
  readonly #context: Omit<PagesContext, 'folder'>;
  readonly #turns = pLimit(atOnce);
  #bundle: Bundle | undefined;

  constructor({ folder, ...context }: PagesContext) {
    this.#entry = path.join(folder, '../server/server.mjs');
    this.#context = context;
  }

  /** @returns the page, to be sent in the same tick; undefined if it fails or takes too long */
  async render(request: Request, response: ExpressResponse, nonce: string): Promise<Page | undefined> {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), limits.rendering_ms);
    const gone = () => abort.abort();
    response.once('close', gone);
    const aborted = new Promise<undefined>((resolve) => {
      abort.signal.addEventListener('abort', () => resolve(undefined));
    });
    try {
      const { ip: address = '' } = request;
      this.#context.hooks.call({ address });
      if (this.#turns.pendingCount >= mostWaiting) return undefined;
      const rendered = () => Promise.race([this.#render(request, response, nonce, abort), aborted]);
      return await Promise.race([this.#turns(rendered), aborted]);
    } catch (error) {
      // A client over its limit gets the empty page without an error.
      if (!abort.signal.aborted && !(error instanceof ContractError)) {
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
    abort: AbortController,
  ): Promise<Page | undefined> {
    if (abort.signal.aborted) return undefined;
    const bundle = await this.#load();
    if (!bundle) return undefined;
    const account = await this.#accountOf(request);
    const rendering: Rendering = {
      nonce,
      account: account ?? null,
      read: (name, params) => {
        const isOfOne = request.path !== '/' && directories.includes(name);
        return this.#read(name, params, account, isOfOne ? path.basename(request.path) : undefined, abort);
      },
    };
    const rendered = await bundle.render(request.originalUrl, rendering, abort.signal);
    if (!rendered || abort.signal.aborted) return undefined;
    const html = await rendered.text();
    await this.#context.hooks.admit(response, Buffer.byteLength(html));
    return { status: rendered.status, html };
  }

  async #accountOf({ headers }: Request): Promise<Account | undefined> {
    const hashedToken = hashedTokenIn(headers);
    return hashedToken ? (await findSession(this.#context.database.users, hashedToken))?.account : undefined;
  }

  /**
   * The data is never newer than the snapshot of a later subscription.
   * @param only the id of the only document on the page; undefined for all
   */
  async #read(
    name: PublicationName,
    params: Record<string, unknown>,
    account: Account | undefined,
    only: string | undefined,
    abort: AbortController,
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
        abort.abort();
        return [];
      }
      return toWire(documents) as unknown as WireDocument[];
    } catch (error) {
      if (error instanceof ContractError) return []; // no such list or room
      abort.abort();
      return [];
    }
  }

  /** Loads on the first page, because a server for sockets alone doesn't need it. */
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
