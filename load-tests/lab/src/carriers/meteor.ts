import type { MeteorApp, MeteorBundle } from '@meteor-vs-mean/testbed/stacks';
import type { Program } from '../program.ts';
import type { LabTestbed } from '../testbed.ts';
import { versionsOf } from '../versions.ts';
import type { Carrier, ServerOptions } from './carrier.ts';
import { forMeteor } from './deflate.ts';

const app: MeteorApp = {
  title: "the lab's Meteor app",
  path: 'load-tests/lab/src/carriers/meteor-app',
  linked: [],
};

/** Of this process: three targets share it. */
let built: Promise<MeteorBundle> | undefined;

/**
 * DDP, which a Meteor server alone speaks.
 * @param publicationStrategy Default: Meteor's
 */
export function meteorCarrier(
  key: string,
  title: string,
  transport: 'ddp' | 'ddp-sockjs',
  publicationStrategy?: string,
): Carrier {
  return {
    key,
    title,
    async find() {
      const { findMeteor } = await stacks();
      const tool = await findMeteor(app);
      if (tool) return { versions: { meteor: tool.version, ...versionsOf(['ws'], import.meta.url) } };
      return {
        notRun:
          'no meteor on PATH or in ~/.meteor. Remedy: npx meteor install (https://docs.meteor.com/about/install)',
      };
    },
    async prepare(log) {
      const { nodeVersion } = await bundleOf(log);
      return { node: nodeVersion };
    },
    start: (testbed, options) => startMeteor(testbed, options, publicationStrategy),
    async connect(options) {
      const { subscribeByPubSub } = await import('./pubsub-subscriber.ts');
      return subscribeByPubSub(transport, options);
    },
  };
}

/** On Meteor's own Node. */
async function startMeteor(
  testbed: LabTestbed,
  { deflate, env }: ServerOptions,
  publicationStrategy?: string,
): Promise<Program> {
  const { dir, node } = await bundleOf((line) => console.error(line));
  return testbed.program(new URL('./meteor-server.ts', import.meta.url), {
    node,
    args: [dir],
    env: {
      ...env,
      // Meteor's default so far; 3.5 has another one, too (docs.meteor.com/performance/ddp-transport).
      DDP_TRANSPORT: 'sockjs',
      PORT: '0',
      BIND_IP: '127.0.0.1',
      ROOT_URL: 'http://127.0.0.1',
      METEOR_SETTINGS: JSON.stringify(publicationStrategy === undefined ? {} : { publicationStrategy }),
      SERVER_WEBSOCKET_COMPRESSION: deflate ? forMeteor : 'false',
    },
  });
}

function bundleOf(log: (line: string) => void): Promise<MeteorBundle> {
  built ??= (async () => {
    const { buildMeteorApp, findMeteor } = await stacks();
    const tool = await findMeteor(app);
    if (!tool) throw new Error('Meteor is not here: no meteor on PATH or in ~/.meteor');
    return buildMeteorApp(tool, app, log);
  })();
  return built;
}

/** Only when it is wanted: the clients, which load a target's file, too, have no use for it. */
function stacks() {
  return import('@meteor-vs-mean/testbed/stacks');
}
