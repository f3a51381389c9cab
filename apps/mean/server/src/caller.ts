import type { Account } from './accounts/sessions.ts';
import type { Requester } from './live/socket.ts';

/** A connection while it is open, its account, and its quota keys. A socket is one. */
export interface Caller {
  readonly connected: boolean;
  readonly data: { readonly account?: Account; readonly requester: Requester };
}
