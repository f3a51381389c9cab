import { afterEach, expect, test, vi } from 'vitest';
import { meteor } from '../../src/stacks/index.ts';
import { environmentOf, fakeBundle } from './fake-bundle.ts';

afterEach(() => vi.unstubAllEnvs());

const settingsIn = (env: Record<string, string | undefined>) =>
  JSON.parse(env.METEOR_SETTINGS as string).packages['ddp-server'];

test.each(['3.4.1', '3.5.2'])(
  'the server transport of Meteor %s is set by us, never by who runs us',
  async (release) => {
    const build = await fakeBundle(release);
    vi.stubEnv('DDP_TRANSPORT', 'uws');
    const env = await environmentOf(build);
    expect(env).toMatchObject({ DDP_TRANSPORT: 'sockjs' });
    expect(settingsIn(env)).toEqual({ transport: 'sockjs' });
  },
);

test('nothing else that is set where we run reaches a server, but what every program needs', async () => {
  const build = await fakeBundle('3.5.2');
  const names = ['DISABLE_SOCKJS', 'DISABLE_WEBSOCKETS', 'METEOR_REACTIVITY_ORDER', 'HTTP_FORWARDED_COUNT'];
  for (const name of [...names, 'LC_ALL']) vi.stubEnv(name, 'C');
  const env = await environmentOf(build);
  expect(Object.keys(env).filter((name) => names.includes(name))).toEqual([]);
  expect(env).toMatchObject({ PATH: process.env.PATH, LC_ALL: 'C', NODE_ENV: 'production' });
});

test('two apps over uws have a port of it each, and keep the settings that they were given', async () => {
  const build = await fakeBundle('3.5.2');
  const settings = { packages: { 'ddp-server': { transport: 'sockjs', uws: { port: 5001 }, other: 1 } } };
  const one = await environmentOf(build, { serverTransport: 'uws', settings });
  const two = await environmentOf(build, { serverTransport: 'uws' });
  const ports = [one, two].map((env) => settingsIn(env).uws.port as number);
  expect(one.DDP_TRANSPORT).toBe('uws');
  expect(settingsIn(one)).toEqual({ transport: 'uws', uws: { port: ports[0] }, other: 1 });
  expect(new Set([...ports, Number(one.PORT), Number(two.PORT), 5001]).size).toBe(5);
});

test('uws is refused in one line before 3.5, and so is what no Meteor has', async () => {
  const old = await fakeBundle('3.4.1');
  const refused = "Meteor has the server transport 'uws' from 3.5 on, and this is 3.4.1: choose sockjs.";
  expect(() => old.checkServerTransport?.('uws')).toThrow(refused);
  await expect(environmentOf(old, { serverTransport: 'uws' })).rejects.toThrow(refused);
  expect(() => old.checkServerTransport?.('sockjs')).not.toThrow();
  const young = await fakeBundle('3.5.2');
  expect(() => young.checkServerTransport?.('uws')).not.toThrow();
  expect(() => young.checkServerTransport?.('ws')).toThrow(
    "Meteor has no server transport 'ws': choose sockjs or uws.",
  );
});

test('a server transport carries none but transports of its stack, and its own the default one', () => {
  const carried = meteor.serverTransports?.map(({ carries }) => carries) ?? [];
  expect(new Set(carried.flat())).toEqual(new Set(meteor.transports));
  expect(carried[0]).toContain(meteor.defaultTransport);
});
