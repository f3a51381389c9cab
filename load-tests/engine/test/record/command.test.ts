import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@meteor-vs-mean/testbed/process/port';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { type SharedBrowser, startSharedBrowser } from './browser.ts';

const main = join(import.meta.dirname, '../../src/record/main.ts');

/** @returns its status, and what it printed as an error, and else */
function run(...args: string[]): Promise<[number, string, string]> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], (error, stdout, stderr) =>
      resolve([Number(error?.code ?? 0), stderr, stdout]),
    );
  });
}

function file(content: object | string): string {
  const path = join(temporaryFolder(), 'session.har');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

let browser: SharedBrowser;
beforeAll(async () => {
  browser = await startSharedBrowser();
});
afterAll(() => browser.stop());

const socket = (url: string, ...messages: object[]) => ({
  log: {
    entries: [
      {
        startedDateTime: '2026-11-28T06:00:00.000Z',
        _resourceType: 'websocket',
        request: { method: 'GET', url },
        _webSocketMessages: messages,
      },
    ],
  },
});
const received = (data: string) => ({ type: 'receive', time: 1795849930.5, opcode: 1, data });
const sent = (data: string) => ({ ...received(data), type: 'send' });

test.each<[string, () => string[] | Promise<string[]>, RegExp]>([
  ['a HAR that isn’t there', () => ['--har', '/nowhere/x.har'], /x\.har can't be read: ENOENT/],
  [
    'a HAR that is no JSON',
    () => ['--har', file('<html>')],
    /session\.har is not a HAR: save one in Chrome's DevTools/,
  ],
  [
    'a HAR of something else',
    () => ['--har', file({ log: { entries: [{}] } })],
    /is not a HAR of Chrome's DevTools/,
  ],
  [
    'no WebSocket in it',
    () => ['--har', file({ log: { entries: [] } })],
    /there is no WebSocket in it: open DevTools before the page/,
  ],
  [
    'a socket that opened before DevTools did',
    () => [
      '--har',
      file(socket('ws://localhost/socket.io/?EIO=4&transport=websocket&sid=x', received('42["news"]'))),
    ],
    /a WebSocket opened before the recording began: open DevTools before the page, or reload it/,
  ],
  [
    'another protocol',
    () => [
      '--har',
      file(socket('ws://localhost/graphql?token=secret', received('{"type":"connection_ack"}'))),
    ],
    /ws:\/\/localhost\/graphql is neither Socket\.io nor DDP, and there is no other WebSocket/,
  ],
  [
    'a browser that can’t start',
    () => ['http://127.0.0.1:1', '--browser', '/nowhere/chrome'],
    /\/nowhere\/chrome can't be started/,
  ],
  [
    'a program that is no browser',
    () => ['http://127.0.0.1:1', '--browser', '/bin/false'],
    /\/bin\/false ended with 1/,
  ],
  [
    'no browser at an address',
    async () => ['http://127.0.0.1:1', '--cdp', `http://127.0.0.1:${await freePort()}`],
    /no browser's DevTools at http.*ECONNREFUSED/,
  ],
  [
    'an app that is down',
    async () => [`http://127.0.0.1:${await freePort()}`, '--cdp', browser.devTools],
    /can't be loaded: net::ERR_CONNECTION_REFUSED \(is the app running there\?\)/,
  ],
  ['neither a page nor a HAR', () => [], /Name one page/],
])('%s: one line, and 1', async (_name, args, expected) => {
  const [status, stderr] = await run(...(await args()));
  expect(status).toBe(1);
  expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(expected)]);
  expect(stderr).not.toContain('secret');
});

test('--try says what the first user that failed saw, and the command ends with 1', async () => {
  const frames = [received('0{"sid":"x"}'), sent('40'), sent('420["hello"]'), received('430[]')];
  const address = `127.0.0.1:${await freePort()}`;
  const har = file(socket(`ws://${address}/socket.io/?EIO=4&transport=websocket`, ...frames));
  const out = join(temporaryFolder(), 'recorded.yml');
  const [status, , stdout] = await run('--har', har, '--out', out, '--try');
  expect([status, stdout]).toEqual([
    1,
    expect.stringMatching(/0 of 5 users did all steps\. .*127\.0\.0\.1.*is the app running there\?/),
  ]);
});
