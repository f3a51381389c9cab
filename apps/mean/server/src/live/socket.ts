import type { ClientToServerEvents, ServerToClientEvents } from '@meteor-vs-mean/contract';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { Account } from '../accounts/sessions.ts';
import type { View } from './view.ts';

/** By what a caller is counted: a socket's id, or the address that asks over HTTP. */
export interface Doer {
  readonly connection?: string;
  readonly address?: string;
}

/** What the server keeps with each socket. */
export interface SocketData {
  /** Whose it is, for all its life; absent: a guest's. */
  account?: Account;
  /** By what it is counted. */
  doer: Doer;
  /** The channels that it subscribed to, whether it sees anything there or not. */
  channels: Set<string>;
  /** Those that it subscribed to. */
  views: Set<View>;
  /** Settles when its latest subscription was counted in, or refused. */
  admitted?: Promise<void>;
}

export type LiveServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
