import type { Peer } from '../peer.ts';
import type { Writers } from '../writers.ts';
import type { Session } from './accounts.ts';

/** An account of a case, with its first session. */
export interface Account extends Session {
  readonly password: string;
  /** A connection with its session. @param url default: the app under test */
  peer(options?: { url?: string; reconnect?: boolean }): Promise<Peer>;
  writers(): Writers;
  /** Inserts a private list. @returns its id */
  list(): Promise<string>;
}
