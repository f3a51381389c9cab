import type { Script } from '../src/script/artillery.ts';
import { parseConfig } from '../src/script/config.ts';
import { needsOf } from '../src/script/needs.ts';
import { compileFlow } from '../src/steps/flow.ts';
import type { Setting, Step } from '../src/steps/step.ts';

const deliveries = [{ event: 'said', path: '0' }];

/** What steps are compiled with in these tests; `pubsub` changes the engine's options. */
export function settingOf(flow: unknown = [], pubsub: Record<string, unknown> = {}): Setting {
  const engines = { pubsub: { transport: 'socketio', subscribers: 1, deliveries, ...pubsub } };
  const script: Script = { config: { target: 'http://127.0.0.1:1', engines } };
  return { script, config: parseConfig(script), needs: needsOf({ flow }), hasPublished: false };
}

export function compile(flow: unknown, pubsub?: Record<string, unknown>): Step {
  const { script, config } = settingOf(flow, pubsub);
  return compileFlow({ flow }, script, config);
}
