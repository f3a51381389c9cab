import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { makeCertificate } from '../../../packages/pubsub-client/test/certificate.ts';
import { temporaryFolder } from './folder.ts';
import { runArtillery } from './generator.ts';
import { type Copies, startNewsApp } from './news-app.ts';
import { newsScript } from './news-script.ts';
import { rightScript, type WrongScript } from './wrong-scripts.ts';

async function newsApp(...options: Parameters<typeof startNewsApp>) {
  const app = await startNewsApp(...options);
  onTestFinished(() => app.close());
  return app;
}

interface Ran {
  code: unknown;
  output: string;
  /** What the engine said. */
  said: string[];
}

async function ran(file: string, args: string[] = [], prefix: string[] = []): Promise<Ran> {
  const generator = runArtillery([...args, file], {}, { prefix });
  const code = await generator.ended;
  const output = generator.output();
  return {
    code,
    output,
    said: output.split('\n').filter((line) => /^pubsub: (?!answers were read)/.test(line)),
  };
}

/** Runs a script of calls against an app. */
function run(url: string, change: (script: WrongScript) => void, args: string[] = []): Promise<Ran> {
  const script = rightScript(url);
  change(script);
  const folder = temporaryFolder();
  const processor =
    'export async function nothing() {}\nexport async function setRow(c) { c.vars.row = { id: "set" } }\n';
  writeFileSync(join(folder, 'processor.mjs'), processor);
  if (JSON.stringify(script).includes('"function"')) script.config.processor = './processor.mjs';
  const file = join(folder, 'script.yml');
  writeFileSync(file, stringify(script));
  return ran(file, args);
}

const flow =
  (...steps: unknown[]) =>
  ({ scenarios: [scenario] }: WrongScript) => {
    if (scenario) scenario.flow = steps;
  };

describe('connections', () => {
  test.each([[{ think: 0.2 }], [{ log: 'hello' }], [{ function: 'nothing' }]])(
    'a flow of %j alone connects',
    async (step) => {
      const app = await newsApp();
      expect(await run(app.url, flow(step))).toMatchObject({ code: 0 });
      expect(app.connected).toBe(3);
    },
  );

  test('a run in which no user connects reports it, and Artillery exits with 1', async () => {
    const app = await newsApp();
    const { code, said } = await run(app.url, flow({ call: { name: 'post' }, ifTrue: '{{ never }}' }));
    expect([code, said, app.connected]).toEqual([
      1,
      ['pubsub: nobody-connected, none of 3 virtual users connected'],
      0,
    ]);
  });

  test.each<[string, (script: WrongScript) => void, RegExp]>([
    [
      'nobody answers',
      ({ config }) => Object.assign(config, { target: 'http://127.0.0.1:1' }),
      /ECONNREFUSED/,
    ],
    [
      'the app refuses all',
      ({ config: { engines } }) => Object.assign(engines.pubsub, { auth: { token: 'wrong' } }),
      /who are you\?/,
    ],
  ])('%s: the engine reports the reason, and Artillery exits with 1', async (_, change, reason) => {
    const app = await newsApp();
    const { code, said } = await run(app.url, change);
    expect(said).toEqual([
      expect.stringMatching(reason),
      'pubsub: nobody-connected, none of 3 virtual users connected',
    ]);
    expect([code, app.connected]).toEqual([1, 0]);
  });
});

describe('a wrong script', () => {
  test.each<[string, (script: WrongScript) => void, RegExp]>([
    [
      'an option that connect hasn’t',
      flow({ connect: { qery: {} } }),
      /script\.yml: flow\[0\]\.connect\.qery is not known/,
    ],
    [
      'an option next to a step',
      flow({ call: { name: 'post' }, think: 1 }),
      /script\.yml: flow\[0\] has two steps, call and think/,
    ],
    [
      'options under config.socketio',
      ({ config }) => Object.assign(config, { socketio: { path: '/elsewhere' } }),
      /script\.yml: config\.socketio is for the engine socketio/,
    ],
    [
      'an option of the engine in the scenario',
      ({ scenarios: [scenario] }) => Object.assign(scenario as object, { pubsub: { namespace: '/x' } }),
      /script\.yml: scenarios\[0\]\.pubsub is not known/,
    ],
    [
      'thresholds without their plugin, before and after the run',
      (script) => {
        Object.assign(script.config, { ensure: { thresholds: [] } });
        Object.assign(script, { before: script.scenarios[0], after: script.scenarios[0] });
      },
      /script\.yml: config\.ensure needs its plugin/,
    ],
  ])('%s: one line, exit 1, and no connection', async (_, change, line) => {
    const app = await newsApp();
    const { code, said } = await run(app.url, change);
    expect(said).toEqual([expect.stringMatching(line)]);
    expect([code, app.connected]).toEqual([1, 0]);
  });

  test('a variable that isn’t set fails its virtual user, and nothing is sent', async () => {
    const app = await newsApp();
    const { code, said, output } = await run(
      app.url,
      flow({ connect: {} }, { call: { name: 'post', params: [{ id: 'a-{{ rwo.id }}' }] } }),
    );
    expect(said).toEqual([
      expect.stringMatching(/script\.yml: flow\[1\]\.call: the variable rwo\.id isn't set$/),
      expect.stringMatching(
        /^pubsub: nobody-completed, script: the flow failed for each of 3 virtual users; the first: .*isn't set$/,
      ),
    ]);
    expect(output).toMatch(/errors\.variable: \.+ 3\n/);
    expect([code, app.connected, app.items]).toEqual([1, 3, 0]);
  });

  test('Artillery’s variables and functions, and those of a processor, are set', async () => {
    const app = await newsApp();
    const id =
      '{{ row.id }} {{ $uuid }} {{ $testId }} {{ $env.PATH }} {{ target }} {{ $vu }} {{ $loopCount }}';
    const { code, said } = await run(
      app.url,
      flow(
        { function: 'setRow' },
        {
          loop: [
            { call: { name: 'post', params: [{ id }], capture: { json: '$.taken', as: 'taken' } } },
            { call: { name: 'post', params: [{ id: '{{ taken }}', note: '{{ $randomString(5) }}' }] } },
          ],
          count: 2,
        },
      ),
    );
    expect([code, said, app.items]).toEqual([0, [], 12]);
  });

  test('a refusal names its call or subscription', async () => {
    const app = await newsApp();
    const { said } = await run(app.url, flow({ call: { name: 'post', params: [{ note: 'refuse' }] } }));
    expect(said[0]).toBe('pubsub: call post: too-many-requests, later');
    const { said: second } = await run(app.url, flow({ subscribe: { name: 'follow', params: ['moon'] } }));
    expect(second[0]).toBe('pubsub: subscribe follow: not-found, no paper moon');
  });
});

describe('two scenarios, one with publish', () => {
  const two = (script: WrongScript) => {
    script.config.phases = [{ duration: 1, arrivalCount: 4 }];
    script.config.engines.pubsub.deliveries = [{ event: 'news', path: '0.item.id' }];
    const publish = { call: 'post', params: [{ id: '{{ $writeId }}' }], rate: 5, duration: 1, drain: 1 };
    script.scenarios = [
      {
        name: 'listeners',
        engine: 'pubsub',
        flow: [{ subscribe: { name: 'follow', params: ['times'] } }, { publish }],
      },
      { name: 'workers', engine: 'pubsub', flow: [{ call: { name: 'post', params: [{ id: 'x' }] } }] },
    ];
  };

  test('are refused once', async () => {
    const app = await newsApp();
    const { code, said } = await run(app.url, two);
    expect(said).toEqual([expect.stringMatching(/there are 2 scenarios, one of them with a publish step/)]);
    expect([code, app.connected]).toEqual([1, 0]);
  });

  test('--scenario-name runs either', async () => {
    const app = await newsApp();
    const workers = await run(app.url, two, ['--scenario-name', 'workers']);
    expect([workers.code, workers.said, app.items]).toEqual([0, [], 4]);
    const listeners = await run(app.url, two, ['--scenario-name', 'listeners']);
    expect(listeners.code).toBe(0);
    expect(listeners.said).toEqual([expect.stringContaining(`${app.sent} seen, 0 lost`)]);
  });
});

test.each<[string, Record<string, unknown>, string[], number]>([
  ['config.tls', { tls: { rejectUnauthorized: false } }, [], 0],
  ['-k', {}, ['-k'], 0],
  ['neither', {}, [], 1],
])('an unknown certificate, with %s', async (_, config, args, code) => {
  const app = await newsApp(undefined, { tls: await makeCertificate('news.test') });
  const { code: ended } = await run(app.url, (script) => Object.assign(script.config, config), args);
  expect([ended, app.items]).toEqual([code, code === 0 ? 3 : 0]);
});

test.each<[string, Copies, number, string]>([
  ['holds', (_item, _reader, isOwed) => (isOwed ? 1 : 0), 0, 'ok: pubsub.lost < 1'],
  ['fails', (item, reader) => (item.n === 3 && reader === 0 ? 0 : 1), 1, 'fail: pubsub.lost < 1'],
])('the threshold of README %s', async (_, copies, code, line) => {
  const app = await newsApp(copies);
  const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');
  const [, example = ''] = /```yaml\n(config:\n {2}plugins:[^`]*)```/.exec(readme) ?? [];
  const file = newsScript(app.url, temporaryFolder(), ({ config }) => {
    Object.assign(config, parse(example).config);
    // So that the threshold alone decides.
    config.engines.pubsub.failOnLoss = false;
  });
  const { code: ended, output } = await ran(file);
  expect(output).toContain(line);
  expect(ended).toBe(code);
});

test('a hold has one account, even if its virtual users don’t overlap', async () => {
  const app = await newsApp();
  const { said } = await run(app.url, (script) => {
    script.config.phases = [{ duration: 2, arrivalCount: 6 }];
    flow({ call: { name: 'post', params: [{ id: 'x' }] } }, { hold: { for: 0 } })(script);
  });
  expect(said).toEqual([expect.stringMatching(/^pubsub: 6 clients held/)]);
});

test.runIf(process.platform === 'linux')(
  'too few files: one line with what is needed, and Artillery ends with 1',
  async () => {
    const app = await newsApp();
    const file = newsScript(app.url, temporaryFolder(), ({ config }) => {
      config.phases = [{ duration: 2, arrivalCount: 400 }];
    });
    const { code, said, output } = await ran(file, [], ['sh', '-c', 'ulimit -n 300; exec "$@"', 'sh']);
    expect(said).toEqual([
      expect.stringContaining(
        'void, EMFILE: a process may open 300 files here, 403 connections need about 603: ulimit -n 603',
      ),
    ]);
    expect(output).not.toContain('worker error');
    expect(code).toBe(1);
  },
);
