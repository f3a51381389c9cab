import { type SubscriberReadings, subscriberRules, type WriteReadings, writeRules } from './account.ts';
import { type GeneratorReadings, generatorRules } from './generator.ts';
import { type GridReadings, measuringRules } from './grid.ts';
import { clockSet, type MachineReadings, machineRules, swapping } from './machine.ts';
import { type ProcessReadings, processRules } from './processes.ts';
import { remarkRules } from './remarks.ts';
import type { Rule } from './rule.ts';

/** What a round of a memory experiment reads of itself: its clients only hold. */
type MemoryReadings = ProcessReadings & SubscriberReadings & MachineReadings;
/** What a delivery round reads of itself. Null where it couldn't be read: then its rule is passed over. */
export type Readings = MemoryReadings & WriteReadings & GeneratorReadings;

/** The rules of a delivery round. */
export const deliveryRules: readonly Rule<Readings>[] = [
  ...processRules,
  ...subscriberRules,
  ...writeRules,
  ...generatorRules,
  ...machineRules,
];

/** The rules of a memory round: memory doesn't grow with what else the machine does, but swapping changes it. */
export const memoryRules: readonly Rule<MemoryReadings>[] = [
  ...processRules,
  ...subscriberRules,
  clockSet,
  swapping,
];

/** The rules of a round of loads and targets. */
export const gridRules: readonly Rule<GridReadings & MachineReadings>[] = [
  ...measuringRules,
  ...machineRules,
];

const byCode = new Map<string, Rule<never>>(
  [...deliveryRules, ...gridRules, ...remarkRules].map((rule) => [rule.code, rule]),
);

/** @returns what a code means; one that no rule has (any longer) blames the run, and isn't of speed */
export function ruleOf(code: string): Pick<Rule<never>, 'blames' | 'ofSpeed' | 'eitherWay'> {
  return byCode.get(code) ?? { blames: 'run' };
}

/** Whether a void round says nothing of its load because of what else the machine did: then it is worth another. */
export function isSpoiled({ reasons }: { reasons: readonly { code: string }[] }): boolean {
  return reasons.some(({ code }) => ruleOf(code).blames === 'machine');
}
