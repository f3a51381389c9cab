import type { ClientToServerEvents, ServerToClientEvents } from '@meteor-vs-mean/contract';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { Account } from '../accounts/sessions.ts';
import type { View } from './view.ts';

/** The quota keys of a caller: a socket's id, or an HTTP client's address. */
export interface Requester {
  readonly connection?: string;
  readonly address?: string;
}

/** The server's data about each socket. */
export interface SocketData {
  /** Its account, which never changes; absent for a guest. */
  account?: Account;
  /** Its quota keys. */
  requester: Requester;
  /** The channels that it subscribes to, with or without access. */
  channels: Set<string>;
  /** The views that it subscribes to. */
  views: Set<View>;
  /** Settles when its latest subscription was counted or rejected. */
  admitted?: Promise<void>;
}

export type LiveServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
