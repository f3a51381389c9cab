import { setTimeout as pause } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { feature } from '../feature.ts';
import type { Peer } from '../peer.ts';
import { openCarrier } from '../raw-socket.ts';
import type { Subject } from '../subject.ts';

/** A frame that is no message of a stack; SockJS puts several messages into one. */
function garbageOf({ environment }: Subject): string {
  if (environment.stack === 'mean') return '4garbage';
  return JSON.stringify(Array.from({ length: 500 }, () => '{}'));
}

const closed = (socket: WebSocket) => new Promise((resolve) => socket.addEventListener('close', resolve));

/** The number of connections per address, and what closes one. */
export const connections = feature('connections', (add) => {
  add.guard('rates', 'an address has a limited number at a time, and others are served', async (subject) => {
    const { url } = await subject.another({ CONNECTIONS_PER_ADDRESS: '2', HTTP_FORWARDED_COUNT: '1' });
    const from = (address: string): Promise<Peer> =>
      subject.peer({ url, headers: { 'X-Forwarded-For': address } });
    const [first] = [await from('2001:db8::1'), await from('2001:db8::2')];
    // A household has 2 ** 64 IPv6 addresses.
    await expect(from('2001:db8::3')).rejects.toThrow();
    await (await from('192.0.2.1')).subscribe('lists.all');
    await first.client.close();
    const again = await vi.waitFor(() => from('2001:db8::3'), { timeout: 5000 });
    await again.subscribe('lists.all');
    await expect(from('2001:db8::4')).rejects.toThrow();
  });

  add.guard('backlog', 'one that only sends garbage is closed, and others are answered', async (subject) => {
    const other = await subject.peer();
    const socket = await openCarrier(subject);
    const end = closed(socket);
    for (let n = 0; n < 10; n += 1) socket.send(garbageOf(subject));
    await end;
    await other.subscribe('lists.all');
  });

  add.guard(
    'backlog',
    'one that is closed with queued messages closes nothing else',
    async (subject, skip) => {
      if (subject.environment.stack === 'mean') skip('its frames carry one message each');
      const other = await subject.peer();
      const socket = await openCarrier(subject);
      const end = closed(socket);
      const unknown = JSON.stringify({ msg: 'connect', version: 'none', support: [] });
      socket.send(JSON.stringify([unknown, unknown]));
      await end;
      await other.subscribe('lists.all');
    },
  );

  add.guard('idle', 'one that sends nothing is closed', async (subject) => {
    const end = closed(await openCarrier(subject));
    // The frameworks' own timeout is 45 s.
    await expect(Promise.race([end, pause(20_000, 'still open')])).resolves.not.toBe('still open');
  });
});
