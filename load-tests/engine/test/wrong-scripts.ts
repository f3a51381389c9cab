/** As far as these tests change it. */
export interface WrongScript {
  config: Record<string, unknown> & { engines: { pubsub: Record<string, unknown> } };
  scenarios: (Record<string, unknown> & { flow: unknown[] })[];
  [key: string]: unknown;
}

type Wrong = [what: string, change: (script: WrongScript) => void, message: string];

/** A script in which nothing is wrong. */
export function rightScript(target = 'http://127.0.0.1:1'): WrongScript {
  return {
    config: {
      target,
      phases: [{ duration: 1, arrivalCount: 3 }],
      engines: { pubsub: { transport: 'socketio' } },
    },
    scenarios: [{ engine: 'pubsub', flow: [{ call: { name: 'post', params: [{ id: 'x' }] } }] }],
  };
}

/** Makes the flow consist of these steps. */
const flow =
  (...steps: unknown[]) =>
  ({ scenarios: [scenario] }: WrongScript) => {
    if (scenario) scenario.flow = steps;
  };
const config = (more: Record<string, unknown>) => (script: WrongScript) => Object.assign(script.config, more);
const scenario = (more: Record<string, unknown>) => (script: WrongScript) =>
  Object.assign(script.scenarios[0] as object, more);

/** Scripts that the schema and the engine refuse, before a virtual user connects. */
export const wrongScripts: Wrong[] = [
  [
    'an option next to its step',
    flow({ call: { name: 'x' }, ack: false }),
    'flow[0].ack is not known next to call; known there are ifTrue, name; options of the step belong in flow[0].call',
  ],
  [
    'a second step in one item',
    flow({ call: { name: 'x' }, think: 1 }),
    'flow[0] has two steps, call and think: each needs its own item',
  ],
  [
    'an option next to a step of writers',
    flow({
      publish: { call: 'x', params: ['{{ $writeId }}'], before: [{ call: { name: 'x' }, namespace: '/x' }] },
    }),
    'flow[0].publish.before[0].namespace is not known next to call: it belongs in the step',
  ],
  [
    'an option next to a step in a loop of writers',
    flow({
      publish: {
        call: 'x',
        params: ['{{ $writeId }}'],
        before: [{ loop: [{ wait: { event: 'x' }, timeout: 3 }], count: 2 }],
      },
    }),
    'flow[0].publish.before[0].loop[0].timeout is not known next to wait',
  ],
  [
    'parameters in the path',
    flow({ connect: { path: '/socket.io/?token=x' } }),
    'flow[0].connect.path should be a path such as /socket.io; parameters belong in query',
  ],
  ['a name of what has none', flow({ think: 1, name: 'pause' }), 'flow[0].name is not known next to think'],
  [
    'a step of Artillery’s own engine',
    flow({ emit: ['x'] }),
    'flow[0].emit is not a step: call: { name, params } sends an event',
  ],
  [
    'an unknown option of connect',
    flow({ connect: { qery: {} } }),
    'flow[0].connect.qery is not known; known are transport',
  ],
  [
    'an unknown option of call',
    flow({ call: { name: 'x', respond: {} } }),
    'flow[0].call.respond is not known',
  ],
  [
    'an unknown option of subscribe',
    flow({ subscribe: { name: 'x', captures: {} } }),
    'flow[0].subscribe.captures is not known',
  ],
  [
    'an unknown option in a loop',
    flow({ loop: [{ call: { nme: 'x' } }], count: 2 }),
    'flow[0].loop[0].call.name should be',
  ],
  [
    'an option of the wrong type',
    flow({ call: { name: 'x', ack: 'maybe' } }),
    'flow[0].call.ack should be true or false, not "maybe"',
  ],
  [
    'a step without its name',
    flow({ call: { params: ['{{ x }}'] } }),
    'flow[0].call.name should be the name of a method',
  ],
  [
    'an unknown option of owes',
    flow({ call: { name: 'x', owes: { audience: 'a', id: 'b', kinds: 'c' } } }),
    'flow[0].call.owes.kinds is not known; known are audience, id, kind, own',
  ],
  [
    'owes without an id',
    flow({ call: { name: 'x', owes: { audience: 'a' } } }),
    'flow[0].call.owes.id should be the id that deliveries find, not nothing',
  ],
  [
    'a loss without an end',
    flow({ disconnect: {} }),
    'flow[0].disconnect.for should be seconds above 0, not nothing',
  ],
  [
    'a loop that never ends',
    flow({ loop: [{ think: 1 }] }),
    'flow[0].loop should have count, over or whileTrue next to it',
  ],
  ['a loop over a number', flow({ loop: [{ think: 1 }], over: 3 }), 'flow[0].loop: over should be a list'],
  [
    'a time that is none',
    flow({ think: 'a while' }),
    'flow[0].think should be seconds, or a time such as 500ms, not "a while"',
  ],
  [
    'a hold without an end',
    flow({ hold: {} }),
    'flow[0].hold.until should be ready, drained, released, or give for',
  ],
  [
    'an option of the engine in the scenario',
    scenario({ pubsub: { namespace: '/chat' } }),
    'scenarios[0].pubsub is not known; known are name, engine, flow, weight, beforeScenario, afterScenario; ' +
      'options of this engine belong in config.engines.pubsub',
  ],
  [
    'options under config.socketio',
    config({ socketio: { path: '/elsewhere' } }),
    'config.socketio is for the engine socketio, which no scenario uses; options of this engine belong in config.engines.pubsub',
  ],
  ['a timeout for HTTP', config({ timeout: 5 }), 'config.timeout is for the engine http'],
  [
    'an option of the engine in config',
    config({ transport: 'ddp' }),
    'config.transport is not known; known are target',
  ],
  ['a misspelt word of config', config({ phase: [] }), 'config.phase is not known'],
  [
    'an option that TLS hasn’t here',
    config({ tls: { pfx: 'x' } }),
    'config.tls.pfx is not known; known are ca, servername, rejectUnauthorized',
  ],
  [
    'thresholds without their plugin',
    config({ ensure: { thresholds: [{ 'pubsub.lost': 1 }] } }),
    'config.ensure needs its plugin: plugins: { ensure: {} } in config',
  ],
  [
    'a misspelt word of a phase',
    config({ phases: [{ duration: 1, arrivals: 5 }] }),
    'config.phases[0].arrivals is not known; known are name, duration, arrivalCount',
  ],
  [
    'phases among the engine’s options',
    ({ config: { engines } }) => Object.assign(engines.pubsub, { phases: [] }),
    'config.engines.pubsub.phases is not known; known are transport',
  ],
  [
    'a word of config next to it',
    (script) => Object.assign(script, { phases: [] }),
    'phases belongs in config: config.phases',
  ],
];
