import { expect, test } from 'vitest';
import experiment from '../src/ws-pingpong/index.ts';
import { playToy } from './toy.ts';

test('each message comes once, as text, and takes the bytes of its frame', async () => {
  const { rounds, notRun } = await playToy(experiment);
  // Nothing but uWebSockets.js may be missing: npm brings the rest.
  expect(notRun.map(({ key }) => key).filter((key) => key !== 'uwebsockets')).toEqual([]);
  const servers = experiment.targets.length - notRun.length - 2;
  expect(rounds).toHaveLength(3 * servers + 2);
  for (const { load, contestant, accounts, reasons } of rounds) {
    const where = `client ${load}, server ${contestant}`;
    expect(reasons, where).toEqual([]);
    for (const { what, owed, seen } of accounts) expect(seen, `${where}: ${what}`).toBe(owed);
    if (load === 'http') continue;
    // Four frames a round trip: 10 bytes each from clients, 6 each from the server; 25 of them go through the relay.
    expect(accounts.find(({ what }) => what === 'bytes')?.seen, where).toBe(25 * (2 * 10 + 2 * 6));
    expect(accounts[0]?.seen, where).toBeGreaterThan(2 * 25);
  }
}, 90_000);
