#!/usr/bin/env node
/** The command `pubsub-record`: a browser session of any Meteor or Socket.io app, as a scenario for this engine. */
import { writeFile } from 'node:fs/promises';
import {
  exit,
  flag,
  nonEmpty,
  OptionError,
  onStopSignal,
  runCommand,
  value,
} from '@meteor-vs-mean/testbed/process';
import { startBrowser } from './browser.ts';
import { recordPage } from './cdp.ts';
import { readHar } from './har.ts';
import { type Scenario, scenarioFrom } from './record.ts';
import { trialOf } from './trial.ts';
import type { Recording } from './wire.ts';

const command = {
  name: 'pubsub-record',
  typed: 'npx pubsub-record',
  usage: 'npx pubsub-record <url> [options]\n  npx pubsub-record --har <file> [options]',
  about:
    'Opens a page of a Meteor or Socket.io app, records what its user does, and writes a scenario that repeats it. Ctrl-C, or closing the page, ends the recording.',
  words: '<url>',
  options: {
    har: value('<file>', 'reads a HAR that Chrome’s DevTools saved, instead of opening a browser', nonEmpty),
    cdp: value(
      '<url>',
      'opens the page in a running browser: its DevTools’ address, e.g. http://127.0.0.1:9222',
      nonEmpty,
    ),
    browser: value(
      '<path>',
      'the browser that is started. Default: Chrome, Chromium or Playwright’s',
      nonEmpty,
    ),
    out: value('<file>', 'where the scenario goes', nonEmpty, 'recorded.yml'),
    try: flag('runs the scenario with 5 users for 5 s, and says whether every delivery came'),
  },
};

await runCommand(command, async ({ values, words }) => {
  const { har, cdp, browser, out } = values;
  const [url, ...others] = words;
  if ((url === undefined) === (har === undefined) || others.length > 0) {
    throw new OptionError('Name one page, e.g. http://127.0.0.1:3000, or a HAR with --har');
  }
  if (url !== undefined && !/^https?:\/\/./.test(url)) {
    throw new OptionError(`${url}: must be like http://127.0.0.1:3000`);
  }
  const stopped = Promise.withResolvers<void>();
  const release = onStopSignal(() => stopped.resolve());
  const recording =
    har === undefined ? await record(url as string, { cdp, browser }, stopped.promise) : await readHar(har);
  release();
  const scenario = scenarioFrom(recording);
  await writeFile(out, scenario.yaml).catch(({ message }) => {
    throw new OptionError(`--out ${out}: can't be written (${message})`);
  });
  console.log(`${out}: ${summaryOf(scenario)}`);
  if (!values.try) return exit.done;
  const trying = new AbortController();
  const releaseTrial = onStopSignal(() => trying.abort(new Error('interrupted')));
  const { passed, line } = await trialOf(out, scenario, trying.signal).finally(releaseTrial);
  console.log(line);
  return passed ? exit.done : exit.failed;
});

/** Until the page is closed, or Ctrl-C. */
async function record(
  url: string,
  { cdp, browser }: { cdp: string | undefined; browser: string | undefined },
  stopped: Promise<void>,
): Promise<Recording> {
  const started = cdp === undefined ? await startBrowser(browser) : undefined;
  try {
    const tooEarly = stopped.then(() => {
      throw new Error(`${url} had not answered when Ctrl-C came`);
    });
    tooEarly.catch(() => {}); // later it is no error
    const recorder = await Promise.race([recordPage(started?.url ?? (cdp as string), url), tooEarly]);
    console.error(`recording ${url}: use the app, then close the page or press Ctrl-C here`);
    await Promise.race([recorder.closed, stopped]);
    return await recorder.stop();
  } finally {
    await started?.stop();
  }
}

function summaryOf({ kind, calls, shown, env }: Scenario): string {
  const names = Object.keys(env);
  const what = kind === 'publish' ? 'subscribers and a publish step' : 'a journey';
  return `${what}, ${calls} calls, the event that showed it found for ${shown}${names.length > 0 ? `; set ${names.join(', ')} before a run` : ''}`;
}
