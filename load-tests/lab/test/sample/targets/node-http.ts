import { createServer } from 'node:http';
import { listen } from '@meteor-vs-mean/testbed/process';
import type { Target } from '../../../src/experiment.ts';
import { serve } from '../../../src/program-side.ts';

export default {
  key: 'node-http',
  title: 'Node’s http',
  find: async () => ({ versions: { node: process.versions.node } }),
} satisfies Target;

if (import.meta.main) {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.end('hello');
  });
  serve({ port: await listen(server) }, { requests: () => requests });
}
