import { readFile } from 'node:fs/promises';
import { constants, deflateRawSync } from 'node:zlib';
import { limits } from '@meteor-vs-mean/contract';
import { makeSchedule } from 'artillery-engine-pubsub';
import { expect, test } from 'vitest';
import experiment from '../src/carriers/index.ts';
import { todosOf } from '../src/carriers/message.ts';
import { playToy } from './toy.ts';

/** To build a Meteor app may take minutes, the first time. */
const patience_ms = 900_000;
const seed = 2;
const { due_us } = makeSchedule({
  seed,
  rate_per_s: 100,
  duration_ms: 200,
  writers: 1,
  arrivals: 'poisson',
});
const subscribers = 3;

/** The texts that go into a websocket frame, by the protocols' own documents. */
const framed: Record<string, (document: Document) => string> = {
  ws: (document) => JSON.stringify(document),
  'sockjs-raw': (document) => JSON.stringify(document),
  sockjs: (document) => `a${JSON.stringify([JSON.stringify(document)])}`,
  socketio: (document) => `42["added",${JSON.stringify(document)}]`,
  ddp: ddpMessage,
  'ddp-sockjs': (document) => `a${JSON.stringify([ddpMessage(document)])}`,
  'ddp-sockjs-unmerged': (document) => `a${JSON.stringify([ddpMessage(document)])}`,
};

interface Document {
  _id: string;
  listId: string;
  text: string;
  done: boolean;
  createdAt: { $date: number };
}

function ddpMessage({ _id, ...fields }: Document): string {
  return `{"msg":"added","collection":"todos","id":"${_id}","fields":${JSON.stringify(fields)}}`;
}

/** A date of today has 13 digits, so only what is deflated depends on when it was sent. */
function documentsOf(text_length: number): Document[] {
  return todosOf({ tag: 'main', seed, count: due_us.length, text_length }).map((todo) => ({
    ...todo,
    createdAt: { $date: Date.now() },
  }));
}

function frameBytes(payload: number): number {
  return payload + (payload < 126 ? 2 : 4);
}

/** RFC 7692, 7.2.1: an empty block that ends in 00 00 ff ff is added, and these four are taken off. */
function deflated(text: string): number {
  const options = { level: 1, memLevel: 1, windowBits: 9, finishFlush: constants.Z_SYNC_FLUSH };
  return deflateRawSync(text, options).length - 4;
}

const texts: Record<string, number> = {
  todo: 40,
  'long-deflate': limits.messageTextLength,
};

test(
  'every carrier brings each message to each subscriber once, in frames of the right size',
  async () => {
    const { rounds, notRun } = await playToy(experiment);
    for (const { title, notRun: why } of notRun) {
      expect(title).toMatch(/^DDP/);
      expect(why).toMatch(/^no meteor on PATH or in ~\/\.meteor.*npx meteor install/);
    }
    const runs = (contestant: string) => !notRun.some(({ key }) => key === contestant);
    const owed = experiment.plan('toy').loads.flatMap(({ contestants }) => contestants.filter(runs));
    expect(rounds).toHaveLength(owed.length);
    expect(owed.length).toBeGreaterThanOrEqual(7);

    for (const { load, contestant, accounts, figures, reasons } of rounds) {
      const where = `${contestant}, ${load}`;
      expect(reasons, where).toEqual([]);
      for (const { what, owed, seen } of accounts) expect(seen, `${where}: ${what}`).toBe(owed);
      expect(accounts).toContainEqual({
        what: 'deliveries',
        owed: due_us.length * subscribers,
        seen: due_us.length * subscribers,
      });
      expect(accounts.map(({ what }) => what)).toContain('bytes through the relay');

      const payloads = documentsOf(texts[load] as number).map(
        (document) => framed[contestant]?.(document) as string,
      );
      const isDeflated = load.endsWith('-deflate');
      const bytes = payloads.map((text) => frameBytes(isDeflated ? deflated(text) : Buffer.byteLength(text)));
      const mean = bytes.reduce((sum, each) => sum + each, 0) / bytes.length;
      // Digits of other dates deflate to some bytes more or less.
      if (isDeflated) expect(Math.abs((figures.down_bytes as number) - mean), where).toBeLessThan(4);
      else expect(figures.down_bytes, where).toBeCloseTo(mean, 9);
    }
  },
  patience_ms,
);

test('the app of the lab is of the release that is compared', async () => {
  const release = (path: string) => readFile(new URL(`${path}/.meteor/release`, import.meta.url), 'utf8');
  expect(await release('../src/carriers/meteor-app')).toBe(await release('../../../apps/meteor'));
});
