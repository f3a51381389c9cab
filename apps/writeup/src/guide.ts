/** `npm run workshop`: serves the write-up on this machine, and opens its guide to the workshop in the browser. */
import { execFile } from 'node:child_process';
import {
  claimPort,
  exit,
  interrupted,
  portNumber,
  runCommand,
  unless,
  value,
} from '@meteor-vs-mean/testbed/process';
import { workshop_minutes } from '@meteor-vs-mean/workshop/exercises';
import { buildSite } from './build.ts';
import { serveFolder } from './serve.ts';

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
  // A port that is taken is said before a build is waited for.
  await claimPort(port, 'choose another one with --port');
  console.error('Building the guide; it takes a moment');
  const { folder } = await buildSite();
  const served = await serveFolder(folder, port);
  const guide = `${served.url}workshop/`;
  console.log(`The guide is at ${guide} (Ctrl-C ends it)`);
  if (open) {
    // Not awaited: an opener may last as long as its browser.
    void openInBrowser(guide).then((opened) => {
      if (!opened) console.log('No browser opened by itself: open that address in yours');
    });
  }
  await interrupted();
  await served.stop();
  return exit.done;
});
