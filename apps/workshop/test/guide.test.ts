import { expect, test } from 'vitest';
import { freePorts, start } from './command.ts';

test('npm run workshop serves the guide, and leaves nothing behind', { timeout: 240_000 }, async () => {
  const port = await freePorts(1);
  const guide = start('apps/writeup/src/guide.ts', ['--no-open', '--port', String(port)]);
  const address = `http://127.0.0.1:${port}/workshop/`;
  await guide.line(new RegExp(`^The guide is at ${address} \\(Ctrl-C ends it\\)$`));
  const page = await fetch(address).then((answer) => answer.text());
  expect(page.includes('A workshop of 90 minutes')).toBe(true);
  const bad = await fetch(`${address}4-bad-chart.html`).then((answer) => answer.text());
  // Made during the site's build, from the recorded rounds.
  expect(/outliers \(5\s%\) removed/.test(bad)).toBe(true);

  guide.child.kill('SIGINT');
  expect(await guide.ended).toBe(0);
  await expect(fetch(address)).rejects.toThrow('fetch failed');
});
