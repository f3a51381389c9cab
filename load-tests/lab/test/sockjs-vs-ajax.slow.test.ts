import { findToxiproxy, ToxiproxyMissing } from '@meteor-vs-mean/testbed/network';
import { expect, test } from 'vitest';
import experiment from '../src/sockjs-vs-ajax/index.ts';
import { playToy } from './toy.ts';

const slowed = await findToxiproxy(() => {}).then(
  () => true,
  (error) => {
    if (!(error instanceof ToxiproxyMissing)) throw error;
    console.log(`Skipped where toxiproxy isn't: ${error.message}`);
    return false;
  },
);

/** Of one message at a time: counts 0 to 19 go up, 1 to 20 come down. */
const messages = 20;

/** The mean over the messages. */
function mean(sizeOf: (count: number) => number, from: number): number {
  return (
    Array.from({ length: messages }, (_, index) => sizeOf(from + index)).reduce((a, b) => a + b) / messages
  );
}

/** `{"count":7}` as SockJS frames it: six bytes of header with a mask, two without; an "a" goes before an answer. */
const sent = (count: number) => '["{\\"count\\":7}"]'.length - 1 + `${count}`.length + 6;
const returned = (count: number) => 'a["{\\"count\\":7}"]'.length - 1 + `${count}`.length + 2;

/** As Node's own server writes it; a date has always as many letters. */
function response(count: number): number {
  const body = `{"count":${count}}`;
  return [
    'HTTP/1.1 200 OK',
    'content-type: application/json',
    `content-length: ${body.length}`,
    'cache-control: no-store',
    'Date: Sat, 21 Nov 2026 10:16:38 GMT',
    'Connection: keep-alive',
    'Keep-Alive: timeout=5',
    '',
    body,
  ].join('\r\n').length;
}

test.runIf(slowed)(
  'every message comes back once, and every byte is counted twice alike',
  async () => {
    const { rounds, notRun } = await playToy(experiment);
    expect(notRun).toEqual([]);
    const objections = rounds.filter(({ load }) => load === 'objections-0');
    const played = objections.map(({ contestant }) => contestant);
    expect(played.toSorted()).toEqual(experiment.targets.map(({ key }) => key).toSorted());
    expect(rounds.length).toBe(objections.length + 3);
    for (const { load, contestant, accounts, reasons, figures } of rounds) {
      const where = `${load}, ${contestant}`;
      expect(reasons, where).toEqual([]);
      for (const { what, owed, seen } of accounts) expect(seen, `${where}: ${what}`).toBe(owed);
      expect(
        accounts.map(({ what }) => what),
        where,
      ).toContain('bytes up, by sockets and by the relay');
      for (const [name, figure] of Object.entries(figures)) expect(figure, `${where}: ${name}`).not.toBeNaN();
    }
    const figuresOf = (key: string) => objections.find(({ contestant }) => contestant === key)?.figures ?? {};
    for (const key of ['sockjs', 'sockjs-auth']) {
      expect(figuresOf(key).up_bytes, key).toBeCloseTo(mean(sent, 0));
      expect(figuresOf(key).down_bytes, key).toBeCloseTo(mean(returned, 1));
    }
    for (const key of ['ajax', 'fetch', 'fetch-auth', 'fetch-post']) {
      expect(figuresOf(key).down_bytes, key).toBeCloseTo(mean(response, 1));
    }
  },
  180_000,
);
