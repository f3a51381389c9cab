/** `npm run workshop`: serves the write-up on this machine, and opens its guide to the workshop in the browser. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import {
  exit,
  interrupted,
  portNumber,
  root,
  runCommand,
  startChild,
  unless,
  value,
} from '@meteor-vs-mean/process';
import { workshop_minutes } from './exercises.ts';

const command = {
  name: 'workshop',
  about: `Builds the write-up, serves it on this machine, and opens its guide to the workshop of ${workshop_minutes} minutes in the
browser. It works without network. Ctrl-C ends it.`,
  options: {
    port: value('<number>', 'where it is served', portNumber, 3500),
    open: unless('print the address only'),
  },
};

/** By the system's own opener. @returns false if there is none, or it fails */
function openInBrowser(address: string): Promise<boolean> {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', address]
        : ['xdg-open', address];
  return new Promise((resolve) => {
    execFile(program as string, args, (error) => resolve(error === null));
  });
}

await runCommand(command, async ({ values: { port, open } }) => {
  const over = interrupted();
  console.error('Building the guide; it takes a moment');
  const served = Promise.withResolvers<string>();
  const writeup = await startChild(
    process.execPath,
    [path.join(root, 'apps/writeup/src/main.ts'), '--port', String(port)],
    {
      cwd: root,
      log: (line) => {
        const address = /The write-up is at (\S+)/.exec(line)?.[1];
        if (address) served.resolve(address);
      },
    },
  );
  try {
    const ended = writeup.exited.then(() => {
      throw new Error(writeup.lastLines.at(-1) ?? 'the write-up ended without a word');
    });
    ended.catch(() => {});
    const address = await Promise.race([served.promise, ended, over]);
    if (!address) return exit.done;
    const guide = new URL('workshop/', address).href;
    console.log(`The guide is at ${guide} (Ctrl-C ends it)`);
    if (open) {
      // Not awaited: an opener may last as long as its browser.
      void openInBrowser(guide).then((opened) => {
        if (!opened) console.log('No browser opened by itself: open that address in yours');
      });
    }
    await Promise.race([over, ended]);
    return exit.done;
  } finally {
    await writeup.stop();
  }
});
