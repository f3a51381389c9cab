import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { OptionError, root } from '@meteor-vs-mean/testbed/process';
import { stackNamed } from '@meteor-vs-mean/testbed/stacks';
import { parse } from 'yaml';
import type { ScenarioName } from '../options/sizes.ts';
import { scenarios } from '../rounds/scenario.ts';

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
    const environments = new Set(stacks.map((stack) => stackNamed(stack).environment));
    const missing = [...environments].filter((environment) => !there.includes(environment));
    if (missing.length === 0) continue;
    throw new OptionError(
      `--scenarios: ${name} has no environment for ${missing.join(' and ')}: add one to ${path.relative(root, file)}, ` +
        `as for ${there[0]}, if that app has the publications and methods which the file names; else leave one out`,
    );
  }
}
