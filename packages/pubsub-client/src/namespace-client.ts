import type { Client } from './client.ts';
import type { SocketIoNamespace } from './socketio-namespace.ts';

/** How a client reaches one of its namespaces. */
interface Access {
  /** Connects the namespace at its first use. */
  use(what: string): Promise<SocketIoNamespace>;
  send(name: string, params: unknown[]): void;
}

/** The same connection in another namespace. */
export function clientOf(client: Client, namespace: string, { use, send }: Access): Client {
  return {
    transport: client.transport,
    namespace,
    negotiated: client.negotiated,
    answers: client.answers,
    get login_ms() {
      return client.login_ms;
    },
    subscribe: async (name, ...params) => (await use(`subscribe to ${name}`)).subscribe(name, params),
    call: async (name, ...params) => (await use(`call ${name}`)).ask(`method ${name}`, name, params),
    send: (name, ...params) => send(name, params),
    onChange: (listener) =>
      client.onChange((change, at_ns) => {
        if (change.namespace === namespace) listener(change, at_ns);
      }),
    onDisconnect: (listener) => client.onDisconnect(listener),
    onReconnect: (listener) => client.onReconnect(listener),
    of: (other) => client.of(other),
    ready: async () => void (await use('use it')),
    cut: (away_ms) => client.cut(away_ms),
    close: () => client.close(),
  };
}

/** As the server takes `of('chat')` for `/chat`. */
export function withSlash(namespace: string): string {
  return namespace.startsWith('/') ? namespace : `/${namespace}`;
}
