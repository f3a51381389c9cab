/** What a user did: connections, subscriptions, calls and requests, each with its answer, and the events that came. */
import type { AnswerShape, Transport } from '@meteor-vs-mean/pubsub-client';
import type { Reading } from './answers.ts';
import { type Leaf, leavesOf } from './leaves.ts';
import type { Connection, Message } from './messages.ts';

export type EventMessage = Extract<Message, { kind: 'event' }>;

/** What a virtual user does instead of the page. */
export interface Step {
  kind: 'connect' | 'subscribe' | 'unsubscribe' | 'call' | 'get' | 'post';
  /** When it was sent, and when its answer came. */
  at_ms: number;
  done_ms: number;
  name: string;
  /** Of `connect`: auth and query. Of `get` and `post`: path, body, and headers. */
  params: unknown[];
  namespace: string;
  connection: string;
  /** Whether it asks for an answer. */
  asks: boolean;
  /** Undefined while there is no answer, or one that can't be read. */
  answer: Reading | undefined;
  /** What can't be said by a step. */
  comments: Comment[];
  /** Of a subscription: what ends it. */
  as?: string;
  /** Of a post: whether its body is a form, and not JSON. */
  isForm?: boolean;
}

/** Whether a step writes. */
export const isWrite = ({ kind }: Step): boolean => kind === 'call' || kind === 'post';

/** What a step says to the app: of a request, its body. */
export const contentOf = ({ kind, params }: Step): Leaf[] =>
  leavesOf(params).filter(({ path }) => !['get', 'post'].includes(kind) || path[0] === '1');

/** A remark, and the frame that it is about. */
export interface Comment {
  text: string;
  frame?: unknown;
}

export interface Session {
  transport: Transport;
  /** The address of its first connection. */
  url: string;
  connections: Connection[];
  namespace: string;
  /** Socket.io: how the app answers. */
  shape: AnswerShape | undefined;
  /** Whether events `subscribe` and `unsubscribe` make subscriptions, as in apps that name what they publish. */
  subscribes: boolean;
  steps: Step[];
  events: EventMessage[];
  comments: Comment[];
}

/** Where an app is: without the path of its transport. */
export function appAddress(url: string): string {
  const { protocol, host, pathname, searchParams } = new URL(url);
  const base = searchParams.has('EIO')
    ? ''
    : pathname.replace(/(\/sockjs\/[^/]+\/[^/]+\/\w+|\/websocket)$/, '');
  return `${protocol.replace(/^ws/, 'http')}//${host}${base}`;
}
