import type { Peer } from '../peer.ts';
import type { Writers } from '../writers.ts';
import type { Session } from './accounts.ts';

/** An account that a case has made, with the session that came with it. */
export interface Account extends Session {
  readonly password: string;
  /** A connection of its session. @param url default: the app under test */
  peer(options?: { url?: string; reconnect?: boolean }): Promise<Peer>;
  writers(): Writers;
  /** A private list of its own. @returns its id */
  list(): Promise<string>;
}
