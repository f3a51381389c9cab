import type { Account } from './accounts/sessions.ts';
import type { Doer } from './live/socket.ts';

/** A connection, while it lasts, its account, and by what it is counted; a socket is one. */
export interface Caller {
  readonly connected: boolean;
  readonly data: { readonly account?: Account; readonly doer: Doer };
}
