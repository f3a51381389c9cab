import type { Response } from 'express';
import type { LiveSocket, Requester } from './live/socket.ts';

/** Handles a client's message. Resolves once the message is answered. */
export type Answer = (event: string, args: unknown[]) => Promise<void>;

/** A client that is sent large data. */
export type Recipient = LiveSocket | Response;

/** The guards' hooks into the app. Without guards, everything is allowed at once. */
export interface Hooks {
  /** Counts a call before it runs. @throws ContractError `too-many-requests` */
  call(requester: Requester): void;
  /** Counts the start or the end of a subscription. @throws ContractError `too-many-requests` */
  subscription(requester: Requester): void;
  /** A call changed this many documents, which are all delivered. */
  changed(requester: Requester, count: number): void;
  /** Resolves when this many bytes may be sent, in the same tick. */
  admit(to: Recipient, bytes: number): Promise<unknown> | undefined;
  /** Reads an answer for one client that may be large, to be sent in the same tick. */
  read<Read extends { bytes: number }>(to: Recipient, read: () => Promise<Read>): Promise<Read>;
  /** Data was sent to a socket. */
  sent(socket: LiveSocket): void;
  /** Handles a socket's messages. */
  listen(socket: LiveSocket, answer: Answer): void;
  /**
   * Verifies a password.
   * @param verify throws ContractError `403` if the password is wrong
   * @throws as `verify`, or ContractError `too-many-requests`
   */
  logIn<Result>(name: string, address: string, verify: () => Promise<Result>): Promise<Result>;
  /** Counts an account before it is created. @throws ContractError `too-many-requests` */
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
