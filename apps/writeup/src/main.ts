import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createServer } from 'vitepress';
import { buildSite } from './build.ts';
import { openLibrary } from './library.ts';
import { reference, writeup } from './places.ts';
import { awaited, type Reference, references } from './references.ts';
import { serveFolder } from './serve.ts';

const help = `npm run writeup            builds the comparison and serves it, until Ctrl-C
npm run writeup:build      builds it: a folder for any file server

  --port 3300       where it is served
  --out dist        where it is built, in place of apps/writeup/dist
  --dev             pages are read anew when they change (for those who write them)
  --figures full200 lists the figures, charts and tables that a recorded result has, and ends
`;

const { values } = parse();
try {
  if (values.help) process.stdout.write(help);
  else if (values.figures !== undefined) await listFigures(values.figures);
  else if (values.build) await build();
  else await serve(portOf(values.port), values.dev);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

function parse() {
  try {
    return parseArgs({
      options: {
        build: { type: 'boolean', default: false },
        dev: { type: 'boolean', default: false },
        port: { type: 'string', default: '3300' },
        out: { type: 'string' },
        figures: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${help}`);
    process.exit(1);
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error(`--port is a number from 0 (any free one) to 65535, not ${text}`);
}

async function build(): Promise<string> {
  const { folder, missing } = await buildSite(values.out);
  process.stdout.write(`The write-up is built: ${path.relative(process.cwd(), folder) || folder}\n`);
  if (missing.length > 0) {
    process.stdout.write(`Not recorded yet, and said so on the pages: ${missing.join(', ')}.\n`);
  }
  return folder;
}

async function serve(port: number, dev: boolean): Promise<void> {
  if (dev) {
    const server = await createServer(writeup, { port, strictPort: true, host: '127.0.0.1' });
    await server.listen();
    process.stdout.write(
      `The write-up is at http://127.0.0.1:${server.config.server.port}/ (Ctrl-C ends it)\n`,
    );
    await interrupted();
    await server.close();
    return;
  }
  // A port that is taken is said before a build is waited for.
  const probe = await serveFolder(writeup, port);
  await probe.stop();
  const folder = await build();
  const served = await serveFolder(folder, port);
  process.stdout.write(`The write-up is at ${served.url} (Ctrl-C ends it)\n`);
  await interrupted();
  await served.stop();
}

/** Ctrl-C, or the end of whoever started this. While it builds, either ends it at once. */
async function interrupted(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}

async function listFigures(name: string): Promise<void> {
  const one = (references as Readonly<Record<string, Reference>>)[name];
  if (!one)
    throw new Error(`No recorded result is called ${name}: there are ${Object.keys(references).join(', ')}.`);
  const { recorded } = (await openLibrary(reference, { [name]: one }, awaited)).open(name);
  if (recorded === 'awaited') throw new Error(`${name} is not recorded yet: ${one.command}`);
  for (const path of recorded.names) {
    process.stdout.write(`{{ fig('${name}.${path}') }}  ${recorded.figure(path.split('.')) ?? ''}\n`);
  }
  const { slug } = await import('@meteor-vs-mean/report/drawing');
  for (const { id } of recorded.charts) process.stdout.write(`<Chart of="${name}/${id}"/>\n`);
  for (const { caption } of recorded.tables) process.stdout.write(`<Table of="${name}/${slug(caption)}"/>\n`);
  for (const { id } of recorded.sections) process.stdout.write(`<Section of="${name}/${id}"/>\n`);
  if (recorded.verdict.length > 0) process.stdout.write(`<Verdict of="${name}"/>\n`);
}
