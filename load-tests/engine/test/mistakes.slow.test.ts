import { expect, onTestFinished, test } from 'vitest';
import { assertNode } from '../src/process/node-version.ts';
import { temporaryFolder } from './folder.ts';
import { runArtillery } from './generator.ts';
import { startNewsApp } from './news-app.ts';
import { newsScript, type Script } from './news-script.ts';

/** What Artillery ends with, and what the engine says, of a script that isn't quite right. */
async function runWith(change: (script: Script) => void): Promise<{ code: unknown; said: string[] }> {
  const app = await startNewsApp();
  onTestFinished(() => app.close());
  const file = newsScript(app.url, temporaryFolder(), change);
  const generator = runArtillery([file]);
  const code = await generator.ended;
  return {
    code,
    said: generator
      .output()
      .split('\n')
      .filter((line) => /^pubsub: (?!answers were read)/.test(line)),
  };
}

const flowOf = ({ scenarios }: Script) => scenarios[0]?.flow as Record<string, Record<string, unknown>>[];
const publishOf = (script: Script) =>
  flowOf(script).find((step) => step.publish)?.publish as Record<string, unknown>;

test('a right script exits with 0, and reports each number', async () => {
  const { code, said } = await runWith(() => {});
  expect(said).toEqual([
    expect.stringContaining(
      '30 writes scheduled, 30 sent, 30 acknowledged, 0 refused, 0 unanswered; to 6 subscribers 180 deliveries owed ' +
        '(of acknowledged writes), 180 seen, 0 lost, 0 doubled, 0 out of order; p50',
    ),
  ]);
  expect(code).toBe(0);
});

test.each<[string, (script: Script) => void, RegExp]>([
  [
    'an event that nobody sends',
    (script) => {
      script.config.engines.pubsub.deliveries = [{ event: 'message', path: '0.item.id' }];
    },
    /^pubsub: deliveries-lost, script: 180 of 180 .*no event "message" came; what came is 180 "news"; the first was \[\{/,
  ],
  [
    'a path that leads nowhere',
    (script) => {
      script.config.engines.pubsub.deliveries = [{ event: 'news', path: '0.id' }];
    },
    /^pubsub: deliveries-lost, .*180 events "news" came without a write id of this run at path 0\.id; the first was \[\{/,
  ],
  [
    'a pattern that finds nothing',
    (script) => {
      script.config.engines.pubsub.deliveries = [{ event: 'news', path: '0.item.id', pattern: '^#(.*)' }];
    },
    /^pubsub: deliveries-lost, .*at path 0\.item\.id by the pattern \^#\(\.\*\); the first was/,
  ],
  [
    'a room that the writes don’t go to',
    (script) => {
      publishOf(script).params = [{ id: '{{ $writeId }}', paper: 'local-1' }];
    },
    /^pubsub: deliveries-lost, 180 of 180 deliveries are missing: no event "news" came, and no other/,
  ],
  [
    'writes that the app refuses',
    (script) => {
      publishOf(script).params = [{ id: '{{ $writeId }}', note: 'refuse' }];
    },
    /^pubsub: writes-refused, app: 30 of 30 writes were refused \(too-many-requests 30; the first: later\)$/,
  ],
  [
    'a variable that nobody sets',
    (script) => {
      (flowOf(script)[0] as Record<string, unknown>).subscribe = { name: 'follow', params: ['{{ papr }}'] };
    },
    /^pubsub: void, \S+script\.yml: flow\[0\]\.subscribe: the variable papr isn't set/,
  ],
  [
    'refusals of a shape that the script doesn’t name',
    (script) => {
      script.config.engines.pubsub.answer = 'result';
      publishOf(script).params = [{ id: '{{ $writeId }}', note: 'refuse in words' }];
    },
    /^pubsub: writes-unanswered, script: 30 of 30 writes got an answer that was not recognised: the answer \["later"\] doesn't fit/,
  ],
  [
    'refusals in words, where the script leaves it to the engine to read answers',
    (script) => {
      publishOf(script).params = [{ id: '{{ $writeId }}', note: 'refuse in words' }];
    },
    /^pubsub: writes-refused, app: 30 of 30 writes were refused \(later 30\)/,
  ],
  [
    'nobody at the address',
    ({ config }) => {
      config.target = 'http://127.0.0.1:1';
    },
    /^pubsub: void, http:\/\/127\.0\.0\.1:1: .*ECONNREFUSED.* \(is the app running there\?\)/,
  ],
  [
    'an app that answers and refuses',
    ({ config }) => {
      config.engines.pubsub.namespace = '/nowhere';
    },
    /^pubsub: void, http:\S+: Invalid namespace \(/,
  ],
  [
    'a hold for all before the publish step',
    (script) => {
      flowOf(script).splice(1, 0, { hold: { until: 'ready' } });
    },
    /^pubsub: \S+script\.yml: flow\[1\]\.hold\.until: ready can only come after publish/,
  ],
  [
    'answers of another shape',
    (script) => {
      script.config.engines.pubsub.answer = 'ok';
      flowOf(script).splice(0, 1);
    },
    /^pubsub: writes-unanswered, script: 30 of 30 writes got an answer that was not recognised: the answer .* doesn't fit/,
  ],
])('%s: one line with the cause, and Artillery exits with 1', async (_, change, line) => {
  const { code, said } = await runWith(change);
  expect(said).toEqual(expect.arrayContaining([expect.stringMatching(line)]));
  expect(code).toBe(1);
});

test('with failOnLoss: false, Artillery exits with 0', async () => {
  const { code, said } = await runWith((script) => {
    script.config.engines.pubsub.deliveries = [{ event: 'message', path: '0.id' }];
    script.config.engines.pubsub.failOnLoss = false;
  });
  expect(said.join('\n')).toContain('deliveries-lost');
  expect(code).toBe(0);
});

test('two scenarios are refused in one line', async () => {
  const { code, said } = await runWith((script) => {
    script.scenarios.push({ engine: 'pubsub', flow: [{ call: { name: 'post', params: [{}] } }] });
  });
  expect(said).toEqual([expect.stringMatching(/: there are 2 scenarios, one of them with a publish step/)]);
  expect(code).toBe(1);
});

test('a step after publish starts after the drain', async () => {
  const { code, said } = await runWith((script) => {
    script.scenarios[0]?.flow.splice(2, 1, { call: { name: 'post', params: [{ id: 'late', n: 99 }] } });
  });
  expect(said[0]).toContain('180 seen, 0 lost');
  expect(code).toBe(0);
});

test('a hold before the publish step delays the writes', async () => {
  const { code, said } = await runWith((script) => {
    flowOf(script).splice(1, 0, { hold: { for: 0.1 } });
  });
  expect(said[0]).toContain('180 seen, 0 lost');
  expect(code).toBe(0);
});

test('an old Node is reported in one line', () => {
  expect(() => assertNode('20.20.2')).toThrow(
    /^artillery-engine-pubsub needs Node 22\.18 or newer, but this is 20\.20\.2: get it from \S+$/,
  );
  expect(() => assertNode('22.17.9')).toThrow('22.18');
  for (const version of ['22.18.0', '24.0.0']) assertNode(version);
});
