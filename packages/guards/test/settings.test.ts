import { expect, test } from 'vitest';
import { areGuardsOn, guardSettings } from '../src/settings.ts';

const allowance = { count: 5, per_ms: 100 };
const defaults = {
  loginsPerAccount: allowance,
  loginsPerAddress: allowance,
  signUpsPerAddress: allowance,
  callsPerAddress: allowance,
  subscriptionsPerAddress: allowance,
  connectionsPerAddress: 7,
  snapshotBytes: 8,
};

test('the environment sets counts, the window of calls and subscriptions, and origins', () => {
  expect(guardSettings({ LOGINS_PER_ACCOUNT: '' }, defaults)).toEqual({
    ...defaults,
    origins: [],
    frameAncestors: [],
    forwardedCount: 0,
  });
  const env = {
    LOGINS_PER_ACCOUNT: '12',
    CALLS_PER_ADDRESS: '3',
    CALLS_WINDOW_MS: '9',
    CONNECTIONS_PER_ADDRESS: '2',
    SNAPSHOT_BYTES: '1',
    ORIGINS: 'https://one.example, http://127.0.0.1:4200',
    HTTP_FORWARDED_COUNT: '0',
  };
  expect(guardSettings(env, defaults)).toMatchObject({
    loginsPerAccount: { count: 12, per_ms: 100 },
    callsPerAddress: { count: 3, per_ms: 9 },
    subscriptionsPerAddress: { count: 5, per_ms: 9 },
    connectionsPerAddress: 2,
    snapshotBytes: 1,
    origins: ['https://one.example', 'http://127.0.0.1:4200'],
    forwardedCount: 0,
  });
});

test('an invalid count or origin is rejected by name', () => {
  for (const value of ['0', '-1', '1.5', 'many', '1e3', '99999999999999999999']) {
    expect(() => guardSettings({ SIGN_UPS_PER_ADDRESS: value }, defaults)).toThrow(
      `SIGN_UPS_PER_ADDRESS is '${value}'`,
    );
  }
  for (const name of ['ORIGINS', 'FRAME_ANCESTORS']) {
    for (const value of ['example.org', 'https://example.org/', 'ftp://example.org']) {
      expect(() => guardSettings({ [name]: value }, defaults)).toThrow(`${name} contains '${value}'`);
    }
  }
});

test('guards are on unless GUARDS says off', () => {
  expect([{}, { GUARDS: '' }, { GUARDS: 'on' }, { GUARDS: 'off' }].map(areGuardsOn)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(() => areGuardsOn({ GUARDS: 'no' })).toThrow("GUARDS is 'no', but must be on or off");
});
