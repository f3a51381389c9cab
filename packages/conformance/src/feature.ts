import type { StackName } from '@meteor-vs-mean/testbed/stacks';
import { test } from 'vitest';
import type { Subject } from './subject.ts';

/** @param skip ends the case as skipped, with a reason */
type Run = (subject: Subject, skip: (why: string) => never) => Promise<void>;

/** Guards that an app with GUARDS=off doesn't have. */
export type Guard =
  | 'rates'
  | 'backlog'
  | 'idle'
  | 'snapshots'
  | 'origins'
  | 'log-in throttle'
  | 'size'
  | 'log'
  | 'requests';

interface Case {
  name: string;
  run: Run;
  /** It doesn't apply where only an app's own writes are noticed. */
  needsForeignWrites: boolean;
  /** The guard that it tests; skipped without guards. */
  guard?: Guard | undefined;
}

/** `npm test` runs the quick cases, `npm run test:slow` the others. */
export type Size = 'quick' | 'slow';

/** Cases of one feature, the same for every stack. */
export interface Feature {
  name: string;
  /** Its result depends on mode and transport. */
  basic: boolean;
  /** The only stack that has it. Absent: all have it. */
  stack?: StackName | undefined;
  cases: Case[];
}

/** Adds a case. */
export interface Add {
  (name: string, run: Run): void;
  /** Adds a case in which somebody else writes to the database. */
  foreign(name: string, run: Run): void;
  /** Adds a case about a guard. */
  guard(guard: Guard, name: string, run: Run): void;
}

export function feature(
  name: string,
  define: (add: Add) => void,
  { basic = false, stack }: Partial<Pick<Feature, 'basic' | 'stack'>> = {},
): Feature {
  const cases: Case[] = [];
  const adder =
    (needsForeignWrites: boolean): Add['foreign'] =>
    (name, run) => {
      cases.push({ name, run, needsForeignWrites });
    };
  const guarded: Add['guard'] = (guard, name, run) => {
    cases.push({ name, run, needsForeignWrites: false, guard });
  };
  define(Object.assign(adder(false), { foreign: adder(true), guard: guarded }));
  return { name, basic, stack, cases };
}

/** Registers one case with Vitest. */
export function registerCase({ name, run }: Case, subject: Subject): void {
  test(name, ({ skip }) => run(subject, skip));
}
