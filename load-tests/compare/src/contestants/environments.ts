import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ScenarioName } from '@meteor-vs-mean/scenarios';
import { scenarios } from '@meteor-vs-mean/scenarios';
import { OptionError, root } from '@meteor-vs-mean/testbed/process';
import { stackNamed } from '@meteor-vs-mean/testbed/stacks';
import { parse } from 'yaml';

/** The environment that talks to a stack over a transport. */
export function environmentOf(stack: string, transport: string): string {
  return stackNamed(stack).environment ?? (transport === 'socketio' ? 'mean' : 'meteor');
}

/** @throws OptionError if a stack that stores nothing takes part in a scenario that holds documents or reads them */
export function assertStores(stacks: readonly string[], names: readonly ScenarioName[]): void {
  const stack = stacks.find((name) => stackNamed(name).storesNothing);
  const name = names.find((one) => one !== 'fan-out');
  if (stack === undefined || name === undefined) return;
  throw new OptionError(
    `--scenarios: ${stack} stores nothing, so it can't run ${name}: use --scenarios fan-out`,
  );
}

/**
 * Looks, before anything is started, whether Artillery finds the environment of every stack in every scenario.
 * @param stacks their names
 * @throws OptionError for the first scenario that lacks one: what to add, and where
 */
export async function assertEnvironments(
  stacks: readonly string[],
  names: readonly ScenarioName[],
): Promise<void> {
  for (const name of names) {
    const { file } = scenarios[name];
    const { config } = parse(await readFile(file, 'utf8'));
    const there = Object.keys(config.environments);
    const environments = new Set(stacks.flatMap((stack) => stackNamed(stack).environment ?? []));
    const missing = [...environments].filter((environment) => !there.includes(environment));
    if (missing.length === 0) continue;
    throw new OptionError(
      `--scenarios: ${name} has no environment for ${missing.join(' and ')}: add one to ${path.relative(root, file)}, ` +
        `as for ${there[0]}, if that app has the publications and methods which the file names; else leave one out`,
    );
  }
}
