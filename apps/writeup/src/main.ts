import path from 'node:path';
import { reference } from '@meteor-vs-mean/measure/results';
import {
  claimPort,
  exit,
  flag,
  host,
  interrupted,
  nonEmpty,
  runCommand,
  value,
  wholeFrom,
} from '@meteor-vs-mean/testbed/process';
import { buildSite } from './build.ts';
import { openLibrary } from './library.ts';
import { writeup } from './places.ts';
import { openSources } from './references.ts';
import { serveFolder } from './serve.ts';

const command = {
  name: 'writeup',
  usage: `npm run writeup -- [options]         builds the comparison and serves it, until Ctrl-C
npm run writeup:build -- [options]   builds it: a folder for any file server`,
  about: 'The comparison as a site, from recorded results.',
  options: {
    build: flag(),
    dev: flag('pages reload when they change, while you write them'),
    port: value('<number>', 'where it is served; 0: any free one', wholeFrom(0, 65_535), 3300),
    release: flag('refuses to build if a figure is not recorded yet'),
    out: value('<folder>', 'where it is built, in place of apps/writeup/dist', nonEmpty),
    figures: value('<name>', 'lists the figures, charts and tables of a recorded result, and ends', nonEmpty),
  },
};

await runCommand(command, async ({ values: { figures, build: isBuild, release, out, port, dev } }) => {
  if (figures !== undefined) await listFigures(figures);
  else if (isBuild) await build({ out, isRelease: release });
  else await serve(port, dev, { out, isRelease: release });
  return exit.done;
});

type BuildOptions = Parameters<typeof buildSite>[0];

async function build(options: BuildOptions): Promise<string> {
  const { folder, missing } = await buildSite(options);
  process.stdout.write(`The write-up is built: ${path.relative(process.cwd(), folder) || folder}\n`);
  if (missing.length > 0) {
    process.stdout.write(`Not recorded yet, and said so on the pages: ${missing.join(', ')}.\n`);
  }
  return folder;
}

/** @param port 0: any free one */
async function serve(port: number, dev: boolean, options: BuildOptions): Promise<void> {
  // A port that is taken is said before a build is waited for.
  await claimPort(port, 'choose another one with --port');
  if (dev) {
    const { createServer } = await import('vitepress');
    const server = await createServer(writeup, { port, strictPort: true, host });
    await server.listen();
    process.stdout.write(
      `The write-up is at http://${host}:${server.config.server.port}/ (Ctrl-C ends it)\n`,
    );
    await interrupted();
    await server.close();
    return;
  }
  const folder = await build(options);
  const served = await serveFolder(folder, port);
  process.stdout.write(`The write-up is at ${served.url} (Ctrl-C ends it)\n`);
  await interrupted();
  await served.stop();
}

async function listFigures(name: string): Promise<void> {
  const sources = await openSources();
  const one = sources[name];
  if (!one) {
    throw new Error(`No recorded result is called ${name}: there are ${Object.keys(sources).join(', ')}.`);
  }
  const { recorded } = (await openLibrary(reference, { [name]: one })).open(name);
  if (recorded === null) throw new Error(`${name} is not recorded yet: ${one.command}`);
  for (const path of recorded.names) {
    process.stdout.write(`{{ fig('${name}.${path}') }}  ${recorded.figure(path.split('.')) ?? ''}\n`);
  }
  const { slug } = await import('@meteor-vs-mean/report/drawing');
  for (const { id } of recorded.charts) process.stdout.write(`<Chart of="${name}/${id}"/>\n`);
  for (const { caption } of recorded.tables) process.stdout.write(`<Table of="${name}/${slug(caption)}"/>\n`);
  for (const { id } of recorded.sections) process.stdout.write(`<Section of="${name}/${id}"/>\n`);
  if (recorded.verdict.length > 0) process.stdout.write(`<Verdict of="${name}"/>\n`);
}
