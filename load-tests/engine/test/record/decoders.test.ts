/** Frames as a browser and Meteor 3.4.1 sent them, with SockJS over a WebSocket and, without one, over XHR. */
import { expect, test } from 'vitest';
import { decode } from '../../src/record/decode.ts';
import { scenarioFrom } from '../../src/record/record.ts';
import { emptyRecording, type Recording, type WireEvent } from '../../src/record/wire.ts';

const list = 'EH29GqQfsvxv5pFvJ';
const todo = 'QQvHYKCx67Wu2vsu8';
const base = '127.0.0.1:3458/sockjs/409/ljikzwsg';

/** A frame a line: its carrier, its direction, its data. */
function recordingOf(frames: readonly (readonly [path: string, data: string])[]): Recording {
  const events = frames.map(([path, data], i): WireEvent => {
    const carrier = path.endsWith('websocket') ? 'websocket' : 'http';
    return {
      connection: carrier === 'websocket' ? 'socket' : `exchange ${i}`,
      url: `${carrier === 'websocket' ? 'ws' : 'http'}://${base}/${path.replace('> ', '')}`,
      direction: path.startsWith('> ') ? 'sent' : 'received',
      carrier,
      data,
      at_ms: i * 50,
    };
  });
  return { ...emptyRecording(), events };
}

const xhr = [
  [
    '> xhr_send',
    String.raw`["{\"msg\":\"connect\",\"version\":\"1\",\"support\":[\"1\",\"pre2\",\"pre1\"]}"]`,
  ],
  ['xhr', 'o\n'],
  ['xhr', `${String.raw`a["{\"msg\":\"connected\",\"session\":\"YgEmvukLg3eCp6YX5\"}"]`}\n`],
  [
    '> xhr_send',
    String.raw`["{\"msg\":\"sub\",\"id\":\"MGHcT4od76j5DsgDH\",\"name\":\"lists.all\",\"params\":[]}","{\"msg\":\"sub\",\"id\":\"arRX7kM3L7HKkKxWr\",\"name\":\"todos.byList\",\"params\":[{\"listId\":\"EH29GqQfsvxv5pFvJ\"}]}"]`,
  ],
  [
    'xhr',
    `${String.raw`a["{\"msg\":\"added\",\"collection\":\"lists\",\"id\":\"EH29GqQfsvxv5pFvJ\",\"fields\":{\"name\":\"Groceries here\",\"createdAt\":{\"$date\":1795849335079}}}","{\"msg\":\"ready\",\"subs\":[\"MGHcT4od76j5DsgDH\",\"arRX7kM3L7HKkKxWr\"]}","{\"msg\":\"ping\"}"]`}\nh\n`,
  ],
  [
    '> xhr_send',
    String.raw`["{\"msg\":\"method\",\"id\":\"1\",\"method\":\"todos.insert\",\"params\":[{\"_id\":\"QQvHYKCx67Wu2vsu8\",\"listId\":\"EH29GqQfsvxv5pFvJ\",\"text\":\"By polling alone\"}],\"randomSeed\":\"c2f1\"}"]`,
  ],
  [
    'xhr',
    `${String.raw`a["{\"msg\":\"added\",\"collection\":\"todos\",\"id\":\"QQvHYKCx67Wu2vsu8\",\"fields\":{\"listId\":\"EH29GqQfsvxv5pFvJ\",\"text\":\"By polling alone\",\"done\":false,\"createdAt\":{\"$date\":1795849933503}}}"]`}\n`,
  ],
  ['xhr', `${String.raw`a["{\"msg\":\"result\",\"id\":\"1\",\"result\":\"QQvHYKCx67Wu2vsu8\"}"]`}\n`],
  ['xhr', `${String.raw`a["{\"msg\":\"updated\",\"methods\":[\"1\"]}"]`}\n`],
  ['xhr', 'c[3000,"Go away!"]\n'],
] as const;

/** The same frames over a WebSocket, where none ends in a new line. */
const websocket = xhr.flatMap(([path, data]) =>
  data
    .split('\n')
    .filter((frame) => frame !== '')
    .map((frame) => [path.startsWith('> ') ? '> websocket' : 'websocket', frame] as const),
);

test.each([
  ['XHR', xhr],
  ['a WebSocket', websocket],
] as const)('SockJS and DDP over %s: batches are taken apart, heartbeats left out', (_name, frames) => {
  const { connections, messages } = decode(recordingOf(frames));
  expect(connections).toMatchObject([{ transport: 'ddp-sockjs', isComplete: true }]);
  expect(messages.map(({ kind }) => kind)).toEqual([
    ...['connect', 'subscribe', 'subscribe', 'event', 'ready', 'ready', 'call', 'event', 'answer'],
  ]);
  expect(messages[6]).toMatchObject({ name: 'todos.insert', params: [{ _id: todo, listId: list }], id: '1' });
});

test('what isn’t a frame is shown in a comment', () => {
  const frames = [...websocket.slice(0, 3), ['websocket', 'x["?"]'], ['websocket', 'a["no DDP"]']] as const;
  const { yaml } = scenarioFrom(recordingOf(frames));
  expect(yaml).toContain('# not understood, received: no frame of SockJS: x["?"]');
  expect(yaml).toContain('# not understood, received: no message of DDP: no DDP');
});

test('an id that a subscription sent first is a constant, one that came before is captured, a write is published', () => {
  const { yaml, kind } = scenarioFrom(recordingOf(xhr));
  expect(kind).toBe('publish');
  expect(yaml).toContain(`variables: { listId: ${list}, rate: 5, duration: 15 }`);
  expect(yaml).toContain('deliveries: [{ event: added, collection: todos, path: "0.id" }]');
  expect(yaml).toContain(
    'params: [{ _id: "{{ $writeId }}", listId: "{{ listId }}", text: By polling alone }]',
  );
});

test('an id that the server made from a seed is captured from the answer, although the page used it earlier', () => {
  const lines = [
    ...websocket.slice(0, 3),
    [
      '> websocket',
      String.raw`["{\"msg\":\"method\",\"id\":\"1\",\"method\":\"lists.create\",\"params\":[\"My list\"],\"randomSeed\":\"c2f1\"}"]`,
    ],
    [
      '> websocket',
      String.raw`["{\"msg\":\"sub\",\"id\":\"s1aaaaaaaaaaaaaaa\",\"name\":\"todos.byList\",\"params\":[\"dcYXzfKtoxZzAxcJ3\"]}"]`,
    ],
    ['websocket', String.raw`a["{\"msg\":\"result\",\"id\":\"1\",\"result\":\"dcYXzfKtoxZzAxcJ3\"}"]`],
    ['websocket', String.raw`a["{\"msg\":\"ready\",\"subs\":[\"s1aaaaaaaaaaaaaaa\"]}"]`],
  ] as const;
  const { yaml } = scenarioFrom(recordingOf(lines));
  expect(yaml).toContain(
    'call: { name: lists.create, params: ["My list {{ $vu }}"], capture: { as: listValue } }',
  );
  expect(yaml).toContain('subscribe: { name: todos.byList, params: ["{{ listValue }}"] }');
});

test('an id of a snapshot is captured from its subscription', () => {
  const lines = [
    ...websocket.slice(0, 3),
    [
      '> websocket',
      String.raw`["{\"msg\":\"sub\",\"id\":\"s1\",\"name\":\"lists.all\",\"params\":[]}","{\"msg\":\"sub\",\"id\":\"s2\",\"name\":\"rooms.all\",\"params\":[]}"]`,
    ],
    [
      'websocket',
      String.raw`a["{\"msg\":\"added\",\"collection\":\"lists\",\"id\":\"Ab9GqQfsvxv5pFvJ2\",\"fields\":{}}","{\"msg\":\"added\",\"collection\":\"lists\",\"id\":\"EH29GqQfsvxv5pFvJ\",\"fields\":{}}","{\"msg\":\"ready\",\"subs\":[\"s1\"]}","{\"msg\":\"ready\",\"subs\":[\"s2\"]}"]`,
    ],
    [
      '> websocket',
      String.raw`["{\"msg\":\"method\",\"id\":\"1\",\"method\":\"lists.rename\",\"params\":[\"EH29GqQfsvxv5pFvJ\",\"by ann\"]}"]`,
    ],
    ['websocket', String.raw`a["{\"msg\":\"result\",\"id\":\"1\"}"]`],
  ] as const;
  const { yaml } = scenarioFrom(recordingOf(lines));
  expect(yaml).toContain('subscribe: { name: lists.all, capture: { json: "$.lists[1]._id", as: listId } }');
  expect(yaml).toContain('params: ["{{ listId }}", "by ann {{ $vu }}"]');
});

test('a password’s digest and a resume token are not in the scenario', () => {
  const digest = 'aaeb127ab19f0567b1a1fdc677e0917a839db5efa7d04bc88938d2053dc5930c';
  const lines = [
    ...websocket.slice(0, 3),
    [
      '> websocket',
      String.raw`["{\"msg\":\"method\",\"id\":\"1\",\"method\":\"login\",\"params\":[{\"user\":{\"username\":\"ann\"},\"password\":{\"digest\":\"DIGEST\",\"algorithm\":\"sha-256\"}}]}"]`,
    ],
    [
      'websocket',
      String.raw`a["{\"msg\":\"result\",\"id\":\"1\",\"result\":{\"id\":\"HeGo53QksoZyeoktE\",\"token\":\"nEHr-UHBYTItiI8lf\"}}"]`,
    ],
    [
      '> websocket',
      String.raw`["{\"msg\":\"method\",\"id\":\"2\",\"method\":\"login\",\"params\":[{\"resume\":\"nEHr-UHBYTItiI8lf\"}]}"]`,
    ],
    ['websocket', 'a["nEHr-UHBYTItiI8lf is not DDP"]'],
  ] as const;
  const { yaml, env } = scenarioFrom(
    recordingOf(lines.map(([path, data]) => [path, data.replace('DIGEST', digest)] as const)),
  );
  expect(yaml).not.toContain(digest);
  expect(yaml).not.toContain('nEHr-UHBYTItiI8lf');
  // The server gave the token: each user sends its own.
  expect(env).toEqual({ PASSWORD_DIGEST: digest });
  expect(yaml).toContain('capture: { json: $.token, as: token }');
  expect(yaml).toContain('params: [{ resume: "{{ token }}" }]');
  expect(yaml).toContain('variables: { username: ann }');
});

test('sockets that opened before the recording are named in one line', () => {
  expect(() => scenarioFrom(recordingOf(websocket.slice(4)))).toThrow(
    /^a WebSocket opened before the recording began: .*reload it/,
  );
});
