import { openTestbed, type Testbed } from '@meteor-vs-mean/testbed';
import { apps, type Found, type StackName, stackNamed } from '@meteor-vs-mean/testbed/stacks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest';
import { crossStack } from '../src/cases/cross-stack.ts';
import { environments, titleOf } from '../src/environment.ts';
import type { Size } from '../src/feature.ts';
import { featuresOf, registerFeatures } from '../src/features.ts';
import { removeForeignClient } from '../src/foreign-client.ts';
import { expectNoErrorsLeft } from '../src/no-errors-left.ts';
import { Subject } from '../src/subject.ts';

/** To build an app may take minutes, the first time. */
const timeout_ms = 900_000;
const run = `${process.pid.toString(36)}_${Date.now().toString(36)}`;

const found = new Map<StackName, Found>();
for (const stack of apps) found.set(stack.name, await stack.find());
const isHere = (name: StackName) => found.get(name)?.found === true;
for (const [name, result] of found) {
  if (!result.found)
    console.log(
      `Skipping ${stackNamed(name).title}'s cases: ${result.reason}. To run them: ${result.remedy}.`,
    );
}

/** A version of a stack may lack some of its modes. */
const there = environments.filter(({ stack, mode }) => {
  const result = found.get(stack);
  return !result?.found || result.modes.includes(mode);
});

let testbed: Testbed;
beforeAll(async () => {
  testbed = await openTestbed({ mongo: { url: '' } });
}, timeout_ms);
afterAll(async () => {
  await removeForeignClient();
  await testbed?.close();
});

/** Registers with Vitest the cases over the wire, in each environment. */
export function testProtocol(size: Size): void {
  for (const [n, environment] of there.entries()) {
    const features = featuresOf(environment, size);
    if (features.length === 0) continue;
    describe.skipIf(!isHere(environment.stack))(titleOf(environment), () => {
      const subject = new Subject(environment, () => testbed, `conformance_${run}_${n}`);
      beforeEach(() => subject.prepare(), timeout_ms);
      afterEach(() => expectNoErrorsLeft(subject));
      afterAll(() => subject.stop());
      registerFeatures(subject, features);
    });
  }
}

/** Registers the cases of two apps on one database. */
export function testCrossStack(): void {
  const crossing = there.filter(({ cases, seesForeignWrites }) => cases === 'all' && seesForeignWrites);
  for (const one of crossing) {
    for (const other of crossing.filter(({ stack }) => stack !== one.stack)) {
      const title = `from ${titleOf(one)} to ${titleOf(other)}`;
      describe.skipIf(!isHere(one.stack) || !isHere(other.stack))(title, () => {
        const database = `conformance_${run}_${one.stack}_${other.stack}`;
        const both = [
          new Subject(one, () => testbed, database),
          new Subject(other, () => testbed, database),
        ] as const;
        beforeEach(async () => {
          for (const subject of both) await subject.prepare();
        }, timeout_ms);
        afterAll(async () => {
          for (const subject of both) await subject.stop();
        });
        afterEach(() => expectNoErrorsLeft(...both));
        for (const { name, run, timeout } of crossStack.cases) {
          test(name, ({ skip }) => run(...both, skip), timeout);
        }
      });
    }
  }
}
