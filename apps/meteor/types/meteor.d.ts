// Missing in @types/meteor.
import 'meteor/meteor';

declare module 'meteor/meteor' {
  namespace Meteor {
    /** In a browser: whether it gets the modern build. */
    const isModern: boolean;
    function logoutAllClients(callback: (error?: unknown) => void): void;
    function applyAsync(
      name: string,
      args: unknown[],
      options?: { noRetry?: boolean; returnServerResultPromise?: boolean },
    ): Promise<unknown>;
    /** Called before a message is dispatched, with the message and its session. */
    function onMessage<Message, Session>(callback: (message: Message, session: Session) => void): void;
    const server: {
      setPublicationStrategy(collection: string, strategy: object | undefined): void;
      /** Undocumented, but packages that measure or guard methods have always wrapped it. */
      method_handlers: Record<string, (this: Meteor.MethodThisType, ...args: unknown[]) => unknown>;
      /** Undocumented, like everything below: the guards need what no documented API offers. */
      publish_handlers: Record<string, unknown>;
      sessions: Map<string, unknown>;
      stream_server: {
        server?: { options: { faye_server_options?: unknown } };
        register(follow: (stream: never) => void): void;
      };
    };
  }
}

declare module 'meteor/mongo' {
  namespace Mongo {
    interface Collection<T, U = T> {
      _name: string;
    }
  }
}

declare module 'meteor/webapp' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Handler = (
    request: IncomingMessage & { body?: unknown },
    response: ServerResponse,
    next: () => void,
  ) => unknown;

  /** Express recognises an error handler by its four parameters. */
  type ErrorHandler = (
    error: unknown,
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) => unknown;

  interface Application
    extends Record<'get' | 'post' | 'delete', (path: string, ...handlers: Handler[]) => void> {
    use(path: string, handler: Handler | ErrorHandler): void;
    use(handler: Handler): void;
  }

  namespace WebAppInternals {
    function setInlineScriptsAllowed(value: boolean): Promise<void>;
  }

  namespace WebApp {
    function addHtmlAttributeHook(hook: () => Record<string, string>): void;
    /** An Express application. */
    const handlers: Application;
    /** Runs before all of Meteor's own handlers. */
    const rawHandlers: Application;
    const express: { json(options: { limit: string }): Handler };
  }
}

declare module 'meteor/ddp-rate-limiter' {
  namespace DDPRateLimiter {
    function setErrorMessageOnRule(rule: string, message: string): void;
    function addRule<Reply, Event>(
      matcher: object,
      count: number,
      per_ms: number,
      callback: (reply: Reply, event: Event) => void,
    ): string;
    /** Undocumented, but Meteor's server itself calls it. */
    function _increment(event: object): void;
    function _check(event: object): { allowed: boolean };
  }
}
