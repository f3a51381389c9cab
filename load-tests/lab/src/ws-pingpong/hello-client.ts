/** The client of hello-server: autocannon, each connection with one request under way. */
import autocannon from 'autocannon';
import { serve } from '../program-side.ts';

export interface Asked {
  /** Answers with the status 200. */
  right: number;
  /** Until the last of them. */
  took_ms: number;
}

async function ask(given: { port: number; connections: number; amount: number }): Promise<Asked> {
  const { port, connections, amount } = given;
  const began = performance.now();
  let took_ms = 0;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const cannon = autocannon({ url: `http://127.0.0.1:${port}`, connections, amount }, (error, done) =>
      error ? reject(error) : resolve(done),
    );
    // It looks only once a second whether all is done, so its own end can be a second late.
    cannon.on('response', () => {
      took_ms = performance.now() - began;
    });
  });
  return { right: result['2xx'], took_ms };
}

serve({}, { ask });
