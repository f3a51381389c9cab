import { inject, REQUEST_CONTEXT } from '@angular/core';
import type { ParamsOf, PublicationName, WireDocument } from '@meteor-vs-mean/contract';
import type { Account } from '../accounts/session';

/** What the server gives a page that it renders. */
export interface Rendering {
  /** Of the response, for its inline scripts and styles. */
  nonce: string;
  /** Whose cookie came with the request; null for a guest's. */
  account: Account | null;
  /** What a subscriber with that cookie would get as a snapshot. */
  read<Name extends PublicationName>(name: Name, params: ParamsOf<Name>): Promise<WireDocument[]>;
}

/** In an injection context, while the server renders. */
export function injectRendering(): Rendering {
  const rendering = inject(REQUEST_CONTEXT) as Rendering | null;
  if (!rendering) throw new Error('A page is rendered by the MEAN server only');
  return rendering;
}
