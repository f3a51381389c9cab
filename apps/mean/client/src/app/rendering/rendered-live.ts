import { effect, Injectable, inject, PendingTasks, signal, TransferState } from '@angular/core';
import type { ParamsOf, PublicationName } from '@meteor-vs-mean/contract';
import type { Live, LiveQuery } from '../live/live';
import { Overlay } from '../live/overlay';
import { keyOf, renderedDocuments, Subscription } from '../live/subscription';
import { injectRendering } from './rendering';

/** The server's state for a server-rendered page: each query is read once, and included in the page. */
@Injectable()
export class RenderedLive
  implements Pick<Live, 'isOnline' | 'notice' | 'kept' | 'connectionNumber' | 'query'>
{
  readonly isOnline = signal(false).asReadonly();
  readonly notice = signal(undefined).asReadonly();
  readonly kept = signal<readonly string[]>([]).asReadonly();
  readonly connectionNumber = signal(0).asReadonly();
  readonly #rendering = injectRendering();
  readonly #transferState = inject(TransferState);
  readonly #pendingTasks = inject(PendingTasks);
  readonly #overlay = new Overlay();

  query<Name extends PublicationName>(name: Name, params: () => ParamsOf<Name> | undefined): LiveQuery<Name> {
    const held = signal<Subscription<Name> | undefined>(undefined);
    effect(() => {
      const wanted = params();
      if (wanted) this.#pendingTasks.run(async () => held.set(await this.#read(name, wanted)));
    });
    return {
      rows: () => held()?.rows() ?? [],
      stored: () => held()?.stored() ?? [],
      isReady: () => held()?.isReady() ?? false,
      params: () => held()?.params,
    } as LiveQuery<Name>;
  }

  async #read<Name extends PublicationName>(name: Name, params: ParamsOf<Name>): Promise<Subscription<Name>> {
    const documents = await this.#rendering.read(name, params);
    this.#transferState.set(renderedDocuments(keyOf(name, params)), documents);
    const subscription = new Subscription(name, params, this.#overlay);
    subscription.restore(documents);
    return subscription;
  }
}
