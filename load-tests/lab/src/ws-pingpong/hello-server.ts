/** A web server that greets: the source compares one on Node and on Bun. Each has its runtime's own. */
import { createServer } from 'node:http';
import { host, listen } from '@meteor-vs-mean/testbed/process/port';
import { serve } from '../program-side.ts';

const text = 'hello, world';
let received = 0;
const commands = { count: () => received };

/** As much of Bun as is used here. */
interface Bun {
  serve(options: { hostname: string; port: number; fetch(): Response }): { port: number };
}
const { Bun: bun } = globalThis as unknown as { Bun?: Bun };

if (bun) {
  const fetch = () => {
    received += 1;
    return new Response(text);
  };
  serve({ port: bun.serve({ hostname: host, port: 0, fetch }).port }, commands);
} else {
  const server = createServer((_request, response) => {
    received += 1;
    response.end(text);
  });
  serve({ port: await listen(server) }, commands);
}
