import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Server } from 'socket.io';
import { expect, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { temporaryFolder } from './folder.ts';
import { runArtillery } from './generator.ts';

interface Script {
  config?: Record<string, unknown>;
  /** `config.engines.pubsub`. */
  pubsub?: Record<string, unknown>;
  users?: number;
  flow: unknown[];
  /** Text of the processor. */
  processor?: string;
  /** Text of the payload. */
  csv?: string;
  /** How many threads Artillery makes of what arrives. */
  threads?: number;
  phases?: unknown[];
}

interface Ended {
  code: unknown;
  output: string;
  /** A number of Artillery's last report; undefined if it has none of that name. */
  metric(name: string): number | undefined;
  /** Of a histogram of the last report. */
  histogram(name: string): Record<'min' | 'max' | 'median', number> | undefined;
  /** The folder of the run. */
  out: string;
}

/** Runs one flow with Artillery, in a folder of its own. */
export async function runScript(
  target: string,
  { config, pubsub, users = 5, flow, processor, csv, phases, threads }: Script,
): Promise<Ended> {
  const folder = temporaryFolder();
  const out = join(folder, 'out');
  if (processor !== undefined) writeFileSync(join(folder, 'processor.mjs'), processor);
  if (csv !== undefined) writeFileSync(join(folder, 'rows.csv'), csv);
  const script = {
    config: {
      target,
      phases: phases ?? [{ duration: 1, arrivalCount: users }],
      ...(processor === undefined ? {} : { processor: './processor.mjs' }),
      ...(csv === undefined
        ? {}
        : {
            payload: {
              path: 'rows.csv',
              fields: csv.split('\n')[0]?.split(','),
              order: 'sequence',
              skipHeader: true,
            },
          }),
      engines: { pubsub: { transport: 'socketio', out, ...pubsub } },
      ...config,
    },
    scenarios: [{ engine: 'pubsub', flow }],
  };
  const file = join(folder, 'script.yml');
  const report = join(folder, 'report.json');
  writeFileSync(file, stringify(script));
  // Artillery makes a thread for each CPU but one.
  const cpus = { NODE_OPTIONS: `--require ${join(import.meta.dirname, 'many-cpus.cjs')}` };
  const env = threads === undefined ? {} : { ...cpus, CPUS: String(threads + 1) };
  const generator = runArtillery(['--output', report, file], env);
  const code = await generator.ended;
  expect(existsSync(report), `Artillery ended with ${code}:\n${generator.output()}`).toBe(true);
  const { aggregate } = JSON.parse(readFileSync(report, 'utf8'));
  return {
    code,
    output: generator.output(),
    metric: (name) => aggregate.counters[name] ?? aggregate.rates[name],
    histogram: (name) => aggregate.summaries[name],
    out,
  };
}

/** A Socket.io server that ends with the test. */
export async function socketServer(onRequest?: RequestListener): Promise<{ io: Server; url: string }> {
  const http = createServer(onRequest);
  const io = new Server(http, { serveClient: false });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => io.close());
  return { io, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` };
}
