import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { ask } from '../accounts/http-request.ts';
import { feature } from '../feature.ts';
import { answerUntilClosed, sendRaw } from '../raw-socket.ts';
import type { Subject } from '../subject.ts';

const webSocket = 'Upgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

/** Upgrades to an unknown protocol, or on an unknown path. */
function strangeUpgrades({ environment }: Subject): string[] {
  const [own, polled] =
    environment.stack === 'mean'
      ? ['/socket.io/?EIO=4&transport=websocket', '/socket.io/?EIO=4&transport=polling']
      : ['/websocket', '/sockjs/info'];
  const upgrade = (method: string, path: string, rest: string) =>
    `${method} ${path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\n${rest}\r\n`;
  const current = `${webSocket}Sec-WebSocket-Version: 13\r\n`;
  return [
    upgrade('GET', polled, 'Upgrade: x\r\n'),
    upgrade('GET', own, 'Upgrade: x\r\n'),
    upgrade('POST', own, current),
    upgrade('GET', own, `${webSocket}Sec-WebSocket-Version: 99\r\n`),
    upgrade('GET', own, 'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'),
    upgrade('GET', '/x/websocket', current),
    upgrade('GET', '/sockjs/a/websocket', current),
  ];
}

/**
 * A framework's endpoint in several spellings that no page uses, and that would look up each name in the file system.
 */
const importing = [
  '/__meteor__/dynamic-import/fetch',
  '/__METEOR__/Dynamic-Import/fetch/',
  '/__meteor__/dynamic-import',
  '/%5f_meteor__/dynamic%2dimport/fetch',
];

async function expectServing(subject: Subject): Promise<void> {
  expect((await ask(`${subject.app.url}/health`)).status).toBe(200);
  await subject.list();
}

/** Upgrades, and endpoints of the frameworks. */
export const upgrades = feature('upgrades', (add) => {
  add.guard(
    'requests',
    'an unknown one is rejected and closed, and affects nothing else',
    async (subject) => {
      const peer = await subject.peer();
      const answers = strangeUpgrades(subject).map((text) => answerUntilClosed(sendRaw(subject, text)));
      for (const answer of await Promise.all(answers)) expect(answer ?? '').not.toContain(' 101 ');
      await expectServing(subject);
      await peer.subscribe('lists.all');
    },
  );

  add.guard(
    'requests',
    'one whose client disconnects before the answer affects nothing else',
    async (subject) => {
      for (const text of strangeUpgrades(subject)) {
        const resets = Array.from({ length: 20 }, async (_, n) => {
          const socket = sendRaw(subject, text);
          await new Promise((resolve) => socket.once('connect', resolve));
          await pause(n % 4);
          socket.resetAndDestroy();
        });
        await Promise.all(resets);
      }
      await expectServing(subject);
    },
  );

  add.guard('requests', "a page can't import code later", async (subject) => {
    for (const path of importing) {
      const { status } = await ask(`${subject.app.url}${path}`, { method: 'POST', body: { x: 1 } });
      expect(status, path).toBe(404);
    }
  });
});
