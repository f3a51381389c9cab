import { afterEach, expect, test, vi } from 'vitest';
import { meteor } from '../../src/stacks/index.ts';
import { isSince35, modesSince } from '../../src/stacks/meteor-modes.ts';
import { environmentOf, fakeBundle } from './fake-bundle.ts';

afterEach(() => vi.unstubAllEnvs());

const oplogUrl = 'mongodb://127.0.0.1:9/local?replicaSet=rs0';

test.each([
  ['changestream', ['changeStreams', 'oplog', 'polling'], oplogUrl],
  ['oplog', ['oplog', 'polling'], oplogUrl],
  ['polling', ['polling'], undefined],
])(
  'Meteor 3.5 gets the drivers of mode %s in their order, and the oplog where it may be needed',
  async (mode, order, url) => {
    const env = await environmentOf(await fakeBundle('3.5.2'), { mode });
    expect(JSON.parse(env.METEOR_SETTINGS as string).packages.mongo.reactivity).toEqual(order);
    expect(env.MONGO_OPLOG_URL).toBe(url);
  },
);

test('a window is observed by another driver than the rest where change streams refuse it', async () => {
  const build = await fakeBundle('3.5.2');
  const drivers = (mode: string) => [build.observeDriver(mode, false), build.observeDriver(mode, true)];
  expect(drivers('changestream')).toEqual(['ChangeStreamObserveDriver', 'OplogObserveDriver']);
  expect(drivers('oplog')).toEqual(['OplogObserveDriver', 'OplogObserveDriver']);
  expect(drivers('polling')).toEqual(['PollingObserveDriver', 'PollingObserveDriver']);
});

const changeStreams = 'class ChangeStreamObserveDriver {}';

test.each([
  ['3.4.1', '', ['oplog', 'polling'], 'oplog'],
  ['3.5', '', ['oplog', 'polling', 'changestream'], 'changestream'],
  ['3.10.2', '', ['oplog', 'polling', 'changestream'], 'changestream'],
  ['4.0', '', ['oplog', 'polling', 'changestream'], 'changestream'],
  [null, 'class OplogObserveDriver {}', ['oplog', 'polling'], 'oplog'],
  [null, changeStreams, ['oplog', 'polling', 'changestream'], 'changestream'],
])(
  'of Meteor %s (%s) the modes are known, and which one it has by itself',
  async (release, mongo, modes, own) => {
    const build = await fakeBundle(release, mongo);
    expect(build).toMatchObject({ modes, defaultMode: own });
    expect(await meteor.find()).toMatchObject({ found: true, modes, defaultMode: own });
    const env = await environmentOf(build);
    const [first] = JSON.parse(env.METEOR_SETTINGS as string).packages.mongo.reactivity;
    expect(first).toBe(own === 'changestream' ? 'changeStreams' : 'oplog');
  },
);

test('a mode that a Meteor has not is refused in one line, also where its version is not known', async () => {
  const refused = (version: string) =>
    `Meteor has mode 'changestream' from 3.5 on, and this is ${version}: choose oplog or polling.`;
  const old = await fakeBundle('3.4.1');
  expect(() => old.checkMode('changestream')).toThrow(refused('3.4.1'));
  const unknown = await fakeBundle(null);
  expect(() => unknown.checkMode('changestream')).toThrow(refused('a checkout of an unknown version'));
  expect(() => unknown.checkMode('oplog')).not.toThrow();
});

test('a version that is not known before the build rules no mode out', () => {
  const unknown = modesSince(isSince35('a checkout of an unknown version'));
  expect(unknown).toEqual({ modes: ['oplog', 'polling', 'changestream'], defaultMode: 'oplog' });
});
