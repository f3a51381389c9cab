import { expect, test } from 'vitest';
import experiment from '../src/ws-vs-sse/index.ts';
import { playToy } from './toy.ts';

test('each batch comes once and whole, and takes the bytes of its frame', async () => {
  const { rounds, notRun } = await playToy(experiment);
  expect(notRun).toEqual([]);
  expect(new Set(rounds.map(({ contestant }) => contestant)).size).toBe(experiment.targets.length);
  for (const { load, contestant, accounts, reasons, figures } of rounds) {
    const where = `${load}, ${contestant}`;
    expect(reasons, where).toEqual([]);
    for (const { what, owed, seen } of accounts) expect(seen, `${where}: ${what}`).toBe(owed);
    expect(accounts[0]?.seen, where).toBeGreaterThan(0);
    if (load !== 'batches') continue;
    // A batch of 50 is 6,501 bytes of JSON. A WebSocket adds 4 bytes; an event 8, and its chunk 4 digits and 4 more.
    const bytes = accounts.find(({ what }) => what === 'bytes to the client')?.seen;
    if (contestant.startsWith('ws-')) expect(bytes, where).toBe(20 * (6501 + 4));
    else if (contestant.startsWith('sse-http1-')) expect(bytes, where).toBe(20 * (6501 + 8 + 4 + 4));
    // TLS and HTTP/2 add what they like, but not much.
    else expect(figures.bytes_per_event, where).toSatisfy((each: number) => each > 130 && each < 140);
  }
  // A browser opens six connections on HTTP/1.1 and keeps the others waiting.
  const six = rounds.find(
    ({ load, contestant }) => load === 'batches' && contestant === 'sse-http1-chromium',
  );
  expect(six?.figures.connections).toBe(6);
}, 110_000);
