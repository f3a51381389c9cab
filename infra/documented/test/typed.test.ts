import { type Mongo, startMongo } from '@meteor-vs-mean/testbed/mongo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Checkout, copyCheckout } from '../../checkout/copy.ts';
import { environmentOf } from '../../checkout/environment.ts';
import { documentedPages } from '../src/documented-pages.ts';
import { Terminal } from '../src/terminal.ts';

let mongo: Mongo;
let checkout: Checkout;
let terminal: Terminal;
beforeAll(async () => {
  mongo = await startMongo();
  checkout = await copyCheckout({ packages: 'linked' });
  terminal = new Terminal(checkout.folder, { ...(await environmentOf(checkout)), MONGO_URL: mongo.url });
}, 300_000);
afterAll(async () => {
  await terminal?.close();
  await checkout?.[Symbol.asyncDispose]();
  await mongo?.stop();
});

test('three documented commands work as written: serving an app, putting it under load, and reporting a run', {
  timeout: 300_000,
}, async () => {
  const [serve, load] = [
    'npm run serve -- mean',
    'npx artillery run -e mean load-tests/scenarios/fan-out.yml',
  ] as const;
  const written = documentedPages().flatMap(({ commands }) => commands.map(({ text }) => text));
  expect(written).toEqual(expect.arrayContaining([serve, load]));
  const served = await terminal.keep(serve);
  await terminal.run(load);
  await served.interrupt();
  const report = written.find((text) => /^npm run report -- load-tests\/\S+$/.test(text)) as string;
  expect(await terminal.run(report)).toContain('Report: ');
});
