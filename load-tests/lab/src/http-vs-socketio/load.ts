import type { AskerOptions, Open } from './asker.ts';

export interface LoadAsked {
  /** Scheme, host and port. */
  url: string;
  connections: number;
  /** Requests a connection. */
  each: number;
}

export interface LoadPlayed {
  /** Of all connections. */
  asked: number;
  /** Of these, how many came back with the id that was asked for. */
  right: number;
  /** From before the first connection was opened until the last answer was there. */
  took_ms: number;
  /** What the tool itself says that it took; null: it is no tool. */
  tool_ms: number | null;
}

/** Opens all connections at once, asks over each, and closes them. */
export type PlayLoad = (asked: LoadAsked, options: AskerOptions) => Promise<LoadPlayed>;

/** The id that the original asked for. */
const id = 'testing';

/**
 * By one asker a connection.
 * @param pace `one by one`: the next when the last is back, as autocannon does. `at once`: as websocket-bench did, whose
 *   worker called the generator for all messages of a connection in one loop.
 */
export function loadOver(open: Open, pace: 'one by one' | 'at once'): PlayLoad {
  return async ({ url, connections, each }, options) => {
    let right = 0;
    const began = performance.now();
    const askers = await Promise.all(
      Array.from({ length: connections }, async () => {
        const asker = await open(url, options);
        const ask = async () => {
          if ((await asker.ask(id)) === id) right += 1;
        };
        if (pace === 'at once') await Promise.all(Array.from({ length: each }, ask));
        else for (let count = 0; count < each; count++) await ask();
        return asker;
      }),
    );
    const took_ms = performance.now() - began;
    for (const asker of askers) asker.close();
    return { asked: connections * each, right, took_ms, tool_ms: null };
  };
}

/** By autocannon, as the original. */
export const loadByAutocannon: PlayLoad = async ({ url, connections, each }) => {
  const { default: autocannon } = await import('autocannon');
  const asked = connections * each;
  let took_ms = 0;
  const began = performance.now();
  const result = await new Promise<import('autocannon').Result>((resolve, reject) => {
    const cannon = autocannon(
      {
        url: `${url}/messages/${id}`,
        connections,
        amount: asked,
        expectBody: JSON.stringify({ id }),
        // A server that is busy with 100 of them may let one wait.
        timeout: 60,
      },
      (error, done) => (error ? reject(error) : resolve(done)),
    );
    // It looks only once a second whether all is done, so its own end can be a second late.
    cannon.on('response', () => {
      took_ms = performance.now() - began;
    });
  });
  return {
    asked,
    right: result['2xx'] - result.mismatches,
    took_ms,
    tool_ms: result.duration * 1000,
  };
};
