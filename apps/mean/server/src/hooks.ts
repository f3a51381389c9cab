import type { Response } from 'express';
import type { Doer, LiveSocket } from './live/socket.ts';

/** Listens for what a client sends. Resolves once the message is answered. */
export type Answer = (event: string, args: unknown[]) => Promise<void>;

/** A client that is sent something large. */
export type Recipient = LiveSocket | Response;

/** What the app asks and reports while it serves. An app without guards lets everybody do everything at once. */
export interface Hooks {
  /** Counts a call, before it is done. @throws ContractError `too-many-requests` */
  call(doer: Doer): void;
  /** Counts the beginning or the end of a subscription. @throws ContractError `too-many-requests` */
  subscription(doer: Doer): void;
  /** A call changed so many documents, and all of them are delivered. */
  changed(doer: Doer, count: number): void;
  /** Resolves when so many bytes may be sent, in that very tick. */
  admit(to: Recipient, bytes: number): Promise<unknown> | undefined;
  /** Reads an answer that nobody shares, and may be large, to be sent in that very tick. */
  read<Read extends { bytes: number }>(to: Recipient, read: () => Promise<Read>): Promise<Read>;
  /** A socket was sent something. */
  sent(socket: LiveSocket): void;
  /** Has a socket's messages answered. */
  listen(socket: LiveSocket, answer: Answer): void;
  /**
   * Has somebody prove a password.
   * @param verify throws ContractError `403` if it is wrong
   * @throws what `verify` throws, or ContractError `too-many-requests`
   */
  logIn<Result>(name: string, address: string, verify: () => Promise<Result>): Promise<Result>;
  /** Counts an account that is about to be made. @throws ContractError `too-many-requests` */
  signUp(address: string): void;
  /** How many clients were disconnected because they read too slowly. */
  readonly cuts: number;
}

export const noHooks: Hooks = {
  call: () => {},
  subscription: () => {},
  changed: () => {},
  admit: () => undefined,
  read: (_to, read) => read(),
  sent: () => {},
  listen: (socket, answer) => void socket.onAny((event, ...args) => answer(String(event), args)),
  logIn: (_name, _address, verify) => verify(),
  signUp: () => {},
  cuts: 0,
};
