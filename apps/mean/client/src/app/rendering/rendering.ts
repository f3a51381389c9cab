import { inject, REQUEST_CONTEXT } from '@angular/core';
import type { ParamsOf, PublicationName, WireDocument } from '@meteor-vs-mean/contract';
import type { Account } from '../accounts/session';

/** What the server provides for a page that it renders. */
export interface Rendering {
  /** The response's nonce, for its inline scripts and styles. */
  nonce: string;
  /** The account of the request's cookie; null for a guest. */
  account: Account | null;
  /** The documents of that account's snapshot. */
  read<Name extends PublicationName>(name: Name, params: ParamsOf<Name>): Promise<WireDocument[]>;
}

/** In an injection context, while the server renders. */
export function injectRendering(): Rendering {
  const rendering = inject(REQUEST_CONTEXT) as Rendering | null;
  if (!rendering) throw new Error('Only the MEAN server can render a page');
  return rendering;
}
