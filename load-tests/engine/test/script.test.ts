import { expect, test } from 'vitest';
import type { ScenarioSpec, Script } from '../src/script/artillery.ts';
import { parseConfig } from '../src/script/config.ts';
import { assertScript, flowOf, runnable } from '../src/script/script.ts';
import { compileFlow } from '../src/steps/flow.ts';
import { rightScript, wrongScripts } from './wrong-scripts.ts';

function compileFirst(script: Script): void {
  const spec = script.scenarios?.[0] as ScenarioSpec;
  assertScript(spec, script);
  compileFlow(spec, script, parseConfig(script), flowOf(spec, script));
}

test('a right script is accepted', () => {
  compileFirst(rightScript() as Script);
});

test.each(wrongScripts)('%s is refused before the run', (_, change, message) => {
  const script = rightScript();
  change(script);
  expect(() => compileFirst(script as Script)).toThrow(message);
});

test.each<[unknown, string]>([
  [{ function: 'nobody' }, 'flow[0].function: the processor has no function "nobody"; it has pick'],
  [
    { loop: [{ think: 1 }], whileTrue: 'more' },
    'flow[0].loop, whileTrue: the processor has no function "more"; it has pick',
  ],
  [
    { call: { name: '{{ a || b }}' } },
    'flow[0].call: {{ a || b }} should be a variable, a path into one, or a function such as $randomString(10)',
  ],
  [{ hold: { until: 'drained' } }, 'flow[0].hold.until: drained needs a publish step before it'],
])('%j is refused before the run', (step, message) => {
  const script = rightScript() as Script;
  script.config.processor = { pick: () => {}, colours: ['red'] };
  (script.scenarios as ScenarioSpec[])[0] = { engine: 'pubsub', flow: [step] };
  expect(() => compileFirst(script)).toThrow(message);
});

const owes = { audience: 'a', id: 'b', kind: 'done' };
const deliveries = [
  { event: 'added', path: '0.id' },
  { event: 'edited', path: '0.id', kind: 'edited' },
];
const publish = { publish: { call: 'x', params: ['{{ $writeId }}'], rate: 1, duration: 1 } };
const rendezvous = { url: 'mongodb://127.0.0.1/x', run: 'r', machines: 2 };

test.each<[string, object, unknown[], string]>([
  [
    'without deliveries',
    {},
    [],
    'config.engines.pubsub.deliveries should say which changes show a write: a list of { event, path, kind }',
  ],
  [
    'of a kind that no delivery shows',
    { deliveries },
    [],
    'flow[0].call.owes.kind should be added or edited, as config.engines.pubsub.deliveries names them, not "done"',
  ],
  [
    'next to publish',
    { deliveries },
    [publish],
    'a flow with publish can have no owes and no follows: its subscribers follow one schedule',
  ],
  [
    'on several machines',
    { deliveries, rendezvous },
    [],
    'config.engines.pubsub.rendezvous should be absent with owes or follows: a journey is on one machine, by its clock',
  ],
])('a journey %s is refused before the run', (_, pubsub, steps, message) => {
  const script = rightScript() as Script;
  Object.assign(script.config.engines?.pubsub as object, pubsub);
  (script.scenarios as ScenarioSpec[])[0] = {
    engine: 'pubsub',
    flow: [{ call: { name: 'x', owes } }, ...steps],
  };
  expect(() => compileFirst(script)).toThrow(message);
});

test.each(['beforeScenario', 'afterScenario'])('%s that doesn’t exist is refused before the run', (hook) => {
  const script = rightScript() as Script;
  Object.assign(script.scenarios?.[0] as object, { [hook]: 'nobody' });
  const message = `${hook}: the processor has no function "nobody"; config.processor names the file that has it`;
  expect(() => compileFirst(script)).toThrow(message);
});

test('a step that is a template is read with the values of each virtual user', () => {
  const script = rightScript() as Script;
  (script.scenarios as ScenarioSpec[])[0] = {
    engine: 'pubsub',
    flow: [
      {
        connect: {
          login: '{{ login }}',
          timeout: '{{ t }}',
          compression: '{{ c }}',
          tls: { ca: '{{ ca }}' },
        },
      },
      { call: { name: '{{ name }}', params: '{{ params }}', ack: '{{ ack }}' } },
      { hold: { until: '{{ end }}', for: '{{ seconds }}' } },
      { think: '{{ pause }}' },
      { loop: [{ log: '{{ $loopCount }}' }], count: '{{ times }}' },
    ],
  };
  compileFirst(script);
});

test('a publish step needs a single scenario, or --scenario-name, because weights are random', () => {
  const [listeners, workers] = [
    { name: 'listeners', engine: 'pubsub', flow: [{ publish: {} }] },
    { name: 'workers', engine: 'pubsub', flow: [{ think: 1 }] },
  ];
  const script = { config: {}, scenarios: [listeners, workers] } as Script;
  expect(() => runnable(script, undefined)).toThrow(
    /^there are 2 scenarios, one of them with a publish step: keep that one/,
  );
  expect(runnable(script, 'listeners')).toEqual([listeners]);
  expect(runnable(script, 'work')).toEqual([workers]);
  expect(runnable({ ...script, scenarios: [listeners, { ...workers, weight: 0 }] } as Script)).toEqual([
    listeners,
  ]);
});
