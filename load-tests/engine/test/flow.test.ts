import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Handle, startDdpServer } from '../../../packages/pubsub-client/test/ddp-server.ts';
import { runArtillery } from './generator.ts';

async function ddpServer(handle: Handle) {
  const server = await startDdpServer(handle);
  onTestFinished(() => server.close());
  return server;
}

test('a flow has Artillery’s variables, payloads, captures, loops, conditions and hooks', async () => {
  let made = false;
  const server = await ddpServer(({ msg, id, method }, session) => {
    const answer = (rest: Record<string, unknown>) => session.send({ msg: 'result', id, ...rest });
    if (msg === 'sub') session.send({ msg: 'ready', subs: [id] });
    else if (msg === 'unsub') session.send({ msg: 'nosub', id });
    else if (method === 'setUp' && made)
      answer({ error: { error: 'duplicate-id', reason: 'there already' } });
    else if (method === 'setUp') {
      made = true;
      answer({ result: { id: 'list-1' } });
    } else if (method === 'login') answer({ result: { id: 'u', token: 't' } });
    else if (method === 'whoAmI') answer({ result: { who: 'anna' } });
    else if (msg === 'method') answer({ result: null });
  });
  const generator = runArtillery(['--target', server.url, join(import.meta.dirname, 'flow.yml')]);
  expect([await generator.ended, generator.output()]).toEqual([
    0,
    expect.stringContaining('color of anna: red'),
  ]);
  expect(generator.output()).toMatch(/goodbye\.anna: \.+ 2\n/);
  expect(generator.output()).toMatch(/vusers\.completed: \.+ 2\n/);

  const [before, one, two] = server.sessions.map(({ received }) =>
    received
      .filter(({ msg }) => msg === 'method' || msg === 'sub' || msg === 'unsub')
      .map(({ msg, method, name, params }) => [method ?? name ?? msg, ...((params as unknown[]) ?? [])]),
  );
  expect(before).toEqual([
    ['setUp', 'groceries'],
    ['setUp', 'again'],
  ]);
  expect(one).toEqual([
    ['login', { resume: 'token-of-anna' }],
    ['todos', { list: 'groceries', made: 'list-1' }],
    ['whoAmI'],
    ['note', 0, 'anna', { who: 'anna' }, 'red'],
    ['note', 1, 'anna', { who: 'anna' }, 'red'],
    ['each', 'a'],
    ['each', 'b'],
    ['unsub'],
  ]);
  expect(two).toEqual(one);
});

test('an unexpected error fails its virtual user with its code, and is reported once', async () => {
  const server = await ddpServer(({ msg, id }, session) => {
    if (msg === 'method')
      session.send({ msg: 'result', id, error: { error: 'not-found', reason: 'no such list' } });
  });
  const overrides = JSON.stringify({
    before: { flow: [] },
    scenarios: [{ engine: 'pubsub', flow: [{ call: { name: 'look' } }] }],
  });
  const args = ['--target', server.url, '--overrides', overrides, join(import.meta.dirname, 'flow.yml')];
  const generator = runArtillery(args);
  const code = await generator.ended;
  expect(generator.output()).toMatch(/errors\.not-found: \.+ 2\n/);
  expect(generator.output().match(/pubsub: call look: not-found, no such list/g)).toHaveLength(1);
  expect(generator.output()).toContain(
    'pubsub: nobody-completed, app: the flow failed for each of 2 virtual users; the first: call look: not-found, no such list\n',
  );
  expect(code).toBe(1);
});
