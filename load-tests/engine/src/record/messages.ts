import type { Transport } from '@meteor-vs-mean/pubsub-client';

/** One session of a transport, over however many HTTP exchanges and WebSockets. */
export interface Connection {
  id: string;
  transport: Transport;
  url: string;
  /** Whether its first messages are in the recording. */
  isComplete: boolean;
}

/** What a frame says, whatever the protocol. */
export type Message = { connection: string; at_ms: number } & (
  | { kind: 'connect'; namespace: string; auth: unknown }
  | { kind: 'refusal'; namespace: string; reason: unknown }
  /** A method or an event of the page; `id` where it asks for an answer. */
  | { kind: 'call'; namespace: string; name: string; params: unknown[]; id: string | undefined }
  | { kind: 'answer'; namespace: string; id: string; args: unknown[]; error?: unknown }
  | { kind: 'subscribe'; id: string; name: string; params: unknown[] }
  | { kind: 'unsubscribe'; id: string }
  | { kind: 'ready'; id: string }
  | { kind: 'nosub'; id: string; error: unknown }
  | { kind: 'event'; namespace: string; event: string; collection?: string; args: unknown[] }
  | { kind: 'unknown'; direction: 'sent' | 'received'; frame: string | Buffer; why: string }
);

/** A message before its connection and time are known to it. */
export type Content = Message extends infer One
  ? One extends Message
    ? Omit<One, 'connection' | 'at_ms'>
    : never
  : never;

export interface Decoded {
  connections: Connection[];
  /** In the order of time. */
  messages: Message[];
  /** WebSockets that carry neither protocol, each with its first frame. */
  strangers: { url: string; frame: string | Buffer; why: string }[];
}
