import { startMongo } from '@meteor-vs-mean/testbed/mongo';
import { findNetwork, findToxiproxy, startNetwork, ToxiproxyMissing } from '@meteor-vs-mean/testbed/network';
import { MongoClient } from 'mongodb';
import { expect, test } from 'vitest';
import { openNetwork } from '../src/context/network.ts';

/** Tests run beside each other: pings may take much longer than the network makes them. */
const busy_ms = 2000;

const here = await findToxiproxy(() => {}).then(
  () => true,
  (error) => {
    if (error instanceof ToxiproxyMissing) return false;
    throw error;
  },
);

test.runIf(here)(
  'a network is proved: its round trip is what was asked for, and MongoDB is not behind it',
  async () => {
    const mongo = await startMongo({ url: '' });
    const client = await MongoClient.connect(mongo.url);
    try {
      const said: string[] = [];
      const link = { latency_ms: 40, jitter_ms: 5, loss: 0 };
      const makers = { find: findNetwork, start: startNetwork, spare_ms: busy_ms };
      const opened = await openNetwork(link, client, (line) => said.push(line), makers);
      await opened.stop();
      expect(opened.network).toMatchObject({
        by: expect.stringMatching(/^toxiproxy /),
        latency_ms: 40,
        jitter_ms: 5,
      });
      const { measured } = opened.network;
      expect(measured?.roundTrip_ms).toBeGreaterThan(70);
      // Pings of MongoDB and pings without delay take no part of it.
      expect(measured?.own_ms).toBeLessThan(40);
      expect(measured?.mongoAfter_ms).toBeLessThan(40);
      expect(said.at(-1)).toMatch(
        /^Network by toxiproxy .*: asked for 40 ms one way, give or take 5 ms; measured \d+\.\d ms/,
      );
    } finally {
      await client.close();
      await mongo.stop();
    }
  },
);
