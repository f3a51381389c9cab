import { expect, onTestFinished, test } from 'vitest';
import { startDdpServer } from '../../../packages/pubsub-client/test/ddp-server.ts';
import { runScript, socketServer } from './script-run.ts';

/** After a connection the server sends the client its room, and `enter` is only for that room. */
async function roomServer(after_ms: number) {
  const counts = { entered: 0, wrong: 0 };
  const { io, url } = await socketServer();
  let n = 0;
  io.on('connection', (socket) => {
    const room = `r-${++n}`;
    setTimeout(() => socket.emit('assigned', { room }), after_ms);
    socket.on('enter', (given, answer) => {
      if (given === room) counts.entered++;
      else counts.wrong++;
      answer(given === room ? { result: true } : { error: 'wrong-room' });
    });
  });
  return { url, counts };
}

test.each([
  ['before the step begins', 0, 0.5],
  ['while the step waits', 300, 0],
])(
  'an event that the app sends by itself is waited for and captured: it comes %s',
  async (_when, after_ms, think) => {
    const { url, counts } = await roomServer(after_ms);
    const { code, metric, histogram } = await runScript(url, {
      flow: [
        { connect: {} },
        { think },
        { wait: { event: 'assigned', capture: { json: '$.room', as: 'room' } } },
        { name: 'go in', call: { name: 'enter', params: ['{{ room }}'], match: { json: '$', value: true } } },
      ],
    });
    expect(counts).toEqual({ entered: 5, wrong: 0 });
    expect(code).toBe(0);
    expect(metric('pubsub.step.assigned.count')).toBe(5);
    expect(metric('pubsub.step.assigned.failed')).toBe(0);
    expect(metric('pubsub.step.go in.count')).toBe(5);
    if (after_ms === 0) expect(histogram('pubsub.step.assigned')?.max).toBe(0);
    else expect(histogram('pubsub.step.assigned')?.min).toBeGreaterThan(100);
  },
);

test('a function of the processor waits for an event, and has the client', async () => {
  const { url, counts } = await roomServer(100);
  const processor = `
    export async function enter(context) {
      const [{ room }] = await context.pubsub.wait('assigned', { timeout: 5, match: { json: '$.room', regexp: '^r-' } });
      await context.pubsub.client.call('enter', room);
    }`;
  const { code } = await runScript(url, { processor, flow: [{ connect: {} }, { function: 'enter' }] });
  expect(counts).toEqual({ entered: 5, wrong: 0 });
  expect(code).toBe(0);
});

test('a question and an answer by two events: the time counts from the question', async () => {
  const counts = { asked: 0, answered: 0 };
  const { io, url } = await socketServer();
  io.on('connection', (socket) => {
    socket.on('quote', ({ id }) => {
      counts.asked++;
      // The answer to another question comes first.
      socket.emit('quoted', { id: 'other', price: 1 });
      setTimeout(() => {
        counts.answered++;
        socket.emit('quoted', { id, price: 7 }, 'EUR');
      }, 150);
    });
  });
  const { code, metric, histogram, output } = await runScript(url, {
    flow: [
      {
        name: 'quote',
        call: {
          name: 'quote',
          params: [{ id: '{{ $vu }}' }],
          ack: false,
          response: {
            event: 'quoted',
            match: { path: '0.id', value: '{{ $vu }}' },
            capture: [
              { json: '$[0].price', as: 'price' },
              { path: '1', as: 'currency' },
            ],
          },
        },
      },
      { log: 'paid {{ price }} {{ currency }}' },
    ],
  });
  expect(counts).toEqual({ asked: 5, answered: 5 });
  expect(output.match(/paid 7 EUR/g)).toHaveLength(5);
  expect(code).toBe(0);
  expect(metric('pubsub.step.quote.count')).toBe(5);
  expect(metric('pubsub.step.quote.failed')).toBe(0);
  expect(histogram('pubsub.step.quote')?.min).toBeGreaterThan(140);
});

test('a wait that times out names the events that came instead, and counts as failed under its name', async () => {
  const { io, url } = await socketServer();
  io.on('connection', (socket) => {
    for (const event of ['a', 'b', 'b', 'c', 'c', 'c', 'd', 'd', 'd', 'd']) socket.emit(event);
    socket.emit('price', { of: 'tea' });
  });
  const { metric, output } = await runScript(url, {
    users: 3,
    flow: [
      { connect: {} },
      { wait: { event: 'price', match: { json: '$.of', value: 'milk' }, timeout: 0.5 } },
    ],
  });
  expect(output).toContain(
    'flow[1].wait: no "price" in 0.5 s; 1 came that did not match ($.of: expected "milk", got "tea"); what came is 4 "d", 3 "c", 2 "b"',
  );
  expect(metric('errors.timeout')).toBe(3);
  expect(metric('pubsub.step.price.failed')).toBe(3);
  expect(metric('vusers.failed')).toBe(3);
});

test('each step has its own times, by its name', async () => {
  const counts = { quick: 0, slow: 0 };
  const { io, url } = await socketServer();
  io.on('connection', (socket) => {
    socket.on('quick', (answer) => {
      counts.quick++;
      answer({ result: 1 });
    });
    socket.on('slow', (answer) => {
      counts.slow++;
      setTimeout(() => answer(counts.slow % 2 ? { result: 1 } : { error: 'tired' }), 200);
    });
  });
  const { metric, histogram } = await runScript(url, {
    users: 10,
    flow: [
      { name: 'quick call', call: { name: 'quick' } },
      { name: 'slow call', call: { name: 'slow' } },
    ],
  });
  expect(counts).toEqual({ quick: 10, slow: 10 });
  expect(metric('pubsub.step.quick call.count')).toBe(10);
  expect(histogram('pubsub.step.quick call')?.median).toBeLessThan(100);
  expect(histogram('pubsub.step.slow call')?.min).toBeGreaterThan(190);
  expect(metric('pubsub.step.slow call.count')).toBe(10);
  expect(metric('pubsub.step.slow call.failed')).toBe(metric('errors.tired'));
  expect(metric('pubsub.step.slow call.failed')).toBeGreaterThan(0);
});

test('over DDP, a flow captures the documents of a snapshot, and subscribes for each', async () => {
  const ids = ['qWe', '-aSd', 'zXc'];
  const subscribed: unknown[] = [];
  const server = await startDdpServer(({ msg, id, name, params, method }, session) => {
    if (msg === 'sub' && name === 'publicLists') {
      for (const list of ids) {
        session.send({
          msg: 'added',
          collection: 'lists',
          id: list.replace(/^-/, '--'),
          fields: { name: list, at: { $date: 5 } },
        });
      }
      session.send({ msg: 'ready', subs: [id] });
    } else if (msg === 'sub') {
      subscribed.push(params);
      session.send({ msg: 'ready', subs: [id] });
    } else if (method === 'insert') {
      session.send({ msg: 'result', id, result: null });
      session.send({ msg: 'added', collection: 'lists', id: 'new', fields: { name: 'new' } });
    }
  });
  onTestFinished(() => server.close());
  const { code, output } = await runScript(server.url, {
    pubsub: { transport: 'ddp' },
    users: 3,
    flow: [
      {
        subscribe: {
          name: 'publicLists',
          match: { json: '$.lists[0].name', value: 'qWe' },
          capture: { json: '$.lists[*]._id', as: 'lists' },
        },
      },
      { loop: [{ subscribe: { name: 'items', params: ['{{ $loopElement }}'] } }], over: 'lists' },
      { call: { name: 'insert' } },
      // Of the documents that came, only this one is news.
      { wait: { event: 'added', collection: 'lists', capture: { json: '$.id', as: 'added' } } },
      { log: 'added {{ added }}' },
    ],
  });
  expect(code).toBe(0);
  expect(subscribed).toHaveLength(9);
  for (const id of ids) expect(subscribed.filter((params) => String(params) === id)).toHaveLength(3);
  expect(output.match(/added new/g)).toHaveLength(3);
});

test('events that the app sends by itself have a count, a rate and a latency', async () => {
  const { io, url } = await socketServer();
  let sent = 0;
  io.on('connection', (socket) => {
    const timer = setInterval(() => {
      sent++;
      socket.emit('tick', { at: new Date(Date.now() - 250).toISOString() });
    }, 100);
    socket.on('stop', (answer) => {
      clearInterval(timer);
      answer({ result: sent });
    });
  });
  const { metric, histogram, code } = await runScript(url, {
    pubsub: { pushes: [{ event: 'tick', sent: '0.at' }] },
    users: 1,
    // Nothing comes after the last call, so that no tick is on its way at the end.
    flow: [{ connect: {} }, { think: 2 }, { call: { name: 'stop' } }],
  });
  expect(code).toBe(0);
  expect(sent).toBeGreaterThan(10);
  expect(metric('pubsub.push.tick')).toBe(sent);
  expect(histogram('pubsub.push_latency.tick')?.min).toBeGreaterThanOrEqual(249);
  expect(histogram('pubsub.push_latency.tick')?.median).toBeLessThan(350);
});
