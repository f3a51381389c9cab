import { createWriteStream } from 'node:fs';
import path from 'node:path';
import type { StackFacts } from '@meteor-vs-mean/measure/results';
import type { Progress } from '@meteor-vs-mean/measure/run';
import { abortable } from '@meteor-vs-mean/testbed/process';
import {
  type Build,
  describeWeight,
  findOrOffer,
  type Stack,
  stackNamed,
} from '@meteor-vs-mean/testbed/stacks';
import type { Options } from '../options/options.ts';
import { newestRecorded } from '../past.ts';

interface FoundStack {
  stack: Stack;
  version: string;
}

/** By the stack's name. */
export type Facts = Record<string, StackFacts>;

/** Looks for what each stack needs, and offers Meteor's own installer where that is missing. */
export async function findStacks(
  options: Options,
  progress: Progress,
): Promise<{ stacks: FoundStack[]; facts: Facts }> {
  const stacks: FoundStack[] = [];
  const facts: Facts = {};
  for (const name of options.stacks) {
    const stack = stackNamed(name);
    const found = await findOrOffer(stack, options.install);
    if (found.found) {
      stacks.push({ stack, version: found.version });
      continue;
    }
    const remedy = sentence(found.remedy);
    const reason = sentence(found.reason, { isFirst: false });
    const recorded = await newestRecorded(name, options, { say: (line) => progress.say(line) });
    facts[name] = { ran: false, title: stack.title, reason, remedy, recorded };
    progress.say(`Skipping ${stack.title}: ${reason} ${remedy}`);
  }
  if (stacks.length === 0) throw new Error('No stack can be run here, so there is nothing to measure');
  if (options.strict && stacks.length < options.stacks.length) {
    throw new Error('A requested stack can’t be run, and --strict makes that an error');
  }
  return { stacks, facts };
}

/**
 * What is measured where no stacks were named and Meteor is missing: MEAN in both of its modes, and its baseline, so that
 * the run has ratios.
 */
export async function withoutMeteor(
  options: Options,
  { stacks, facts }: { stacks: FoundStack[]; facts: Facts },
): Promise<{ options: Options; stacks: FoundStack[]; facts: Facts }> {
  if (!options.isOpen || facts.meteor?.ran !== false) return { options, stacks, facts };
  const baseline = stackNamed('smallest');
  const found = await baseline.find();
  if (!found.found) return { options, stacks, facts };
  return {
    options: {
      ...options,
      stacks: [...options.stacks, baseline.name],
      modes: ['mean:changestream', 'mean:emit'],
    },
    stacks: [...stacks, { stack: baseline, version: found.version }],
    facts,
  };
}

/** @param facts gets what was built */
export async function buildStacks(
  stacks: readonly FoundStack[],
  facts: Facts,
  work: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<Map<string, Build>> {
  const builds = new Map<string, Build>();
  for (const { stack, version } of stacks) {
    progress.step(`Building ${stack.title}`);
    const log = createWriteStream(path.join(work, `build-${stack.name}.log`));
    const building = stack.build({ log: (line) => log.write(`${line}\n`) }).finally(() => log.end());
    const build = await abortable(building, signal);
    builds.set(stack.name, build);
    if (build.javascript) progress.say(describeWeight(stack.title, build.javascript));
    facts[stack.name] = {
      ran: true,
      title: stack.title,
      version,
      node: build.nodeVersion,
      versions: build.versions,
      build: build.hash,
      ...(stack.floorOf ? { floorOf: stack.floorOf } : {}),
      ...(build.javascript ? { javascript: build.javascript } : {}),
    };
  }
  return builds;
}

function sentence(text: string, { isFirst = true } = {}): string {
  const first = text.charAt(0);
  return `${isFirst ? first.toUpperCase() : first}${text.slice(1).replace(/\.$/, '')}.`;
}
