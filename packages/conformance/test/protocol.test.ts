import { writeFile } from 'node:fs/promises';
import { type Mongo, startMongo } from '@meteor-vs-mean/mongo';
import { type Found, type StackName, stacks } from '@meteor-vs-mean/stacks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crossStack } from '../src/cases/cross-stack.ts';
import { type Environment, environments, titleOf } from '../src/environment.ts';
import { registerFeatures } from '../src/features.ts';
import { Subject } from '../src/subject.ts';

/** To build an app may take minutes, the first time. */
const patience_ms = 900_000;
const run = `${process.pid.toString(36)}_${Date.now().toString(36)}`;

const found = new Map<StackName, Found>();
for (const stack of Object.values(stacks)) found.set(stack.name, await stack.find());
const isHere = (name: StackName) => found.get(name)?.found === true;
for (const [name, result] of found) {
  if (!result.found)
    console.log(
      `${stacks[name].title}'s cases are skipped: ${result.reason}. To run them: ${result.remedy}.`,
    );
}

let mongo: Mongo;
beforeAll(async () => {
  mongo = await startMongo();
  // For src/record.ts, which can't know otherwise what ran here.
  const { CONFORMANCE_FACTS } = process.env;
  if (CONFORMANCE_FACTS) await writeFile(CONFORMANCE_FACTS, JSON.stringify({ mongod: mongo.version }));
}, patience_ms);
afterAll(() => mongo?.stop());

async function start(environment: Environment, database: string): Promise<Subject> {
  const build = await stacks[environment.stack].build({ log: () => {} });
  const subject = new Subject(environment, build, mongo, database);
  await subject.start();
  return subject;
}

for (const [n, environment] of environments.entries()) {
  describe.skipIf(!isHere(environment.stack))(titleOf(environment), () => {
    let subject: Subject;
    beforeAll(async () => {
      subject = await start(environment, `conformance_${run}_${n}`);
    }, patience_ms);
    afterAll(() => subject?.stop());
    registerFeatures(environment, () => subject);
  });
}

const crossing = environments.filter(({ cases, seesForeignWrites }) => cases === 'all' && seesForeignWrites);
for (const one of crossing) {
  for (const other of crossing.filter(({ stack }) => stack !== one.stack)) {
    const title = `from ${titleOf(one)} to ${titleOf(other)}`;
    describe.skipIf(!isHere(one.stack) || !isHere(other.stack))(title, () => {
      let both: [Subject, Subject];
      beforeAll(async () => {
        const database = `conformance_${run}_${one.stack}_${other.stack}`;
        both = [await start(one, database), await start(other, database)];
      }, patience_ms);
      afterAll(async () => {
        for (const subject of both ?? []) await subject.stop();
      });
      for (const { name, run } of crossStack) {
        test(name, async () => {
          await both[0].clean();
          const violations: string[] = [];
          try {
            await run(...both);
          } finally {
            for (const subject of both) violations.push(...(await subject.settle()));
          }
          expect(violations).toEqual([]);
        });
      }
    });
  }
}
