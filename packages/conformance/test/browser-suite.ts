import { writeFile } from 'node:fs/promises';
import { openTestbed, type Testbed } from '@meteor-vs-mean/testbed';
import { chromiumRemedy, findChromium } from '@meteor-vs-mean/testbed/chromium';
import { apps, type Found, type StackName, stackNamed } from '@meteor-vs-mean/testbed/stacks';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { oneOnEach } from '../src/browser/cases/offline.ts';
import { sameLook } from '../src/browser/cases/same-look.ts';
import { pageFeaturesOf } from '../src/browser/features.ts';
import { registerPageFeature } from '../src/browser/page-feature.ts';
import { Stage } from '../src/browser/stage.ts';
import { environments } from '../src/environment.ts';
import type { Size } from '../src/feature.ts';
import { expectNoErrorsLeft } from '../src/no-errors-left.ts';
import { Subject } from '../src/subject.ts';

/** To build an app may take minutes, the first time. */
const timeout_ms = 900_000;
const run = `${process.pid.toString(36)}_${Date.now().toString(36)}`;

const found = new Map<StackName, Found>();
for (const stack of apps) found.set(stack.name, await stack.find());
for (const [name, result] of found) {
  if (!result.found) {
    const { reason, remedy } = result;
    console.log(`Skipping ${stackNamed(name).title}'s pages: ${reason}. To test them: ${remedy}.`);
  }
}
const hasBrowser = (await findChromium()) !== undefined;
if (!hasBrowser)
  console.log(`Skipping all pages: Chromium is not installed. To test them: ${chromiumRemedy}.`);
const isHere = (name: StackName) => hasBrowser && found.get(name)?.found === true;

let testbed: Testbed;
beforeAll(async () => {
  if (!hasBrowser) return;
  testbed = await openTestbed({ mongo: { url: '' } });
  await testbed.browser();
  const { mongod, chromium } = testbed.versions;
  console.log(`Chromium ${chromium}`);
  // For record/record.ts, which can't know otherwise what ran here.
  const { CONFORMANCE_FACTS } = process.env;
  if (CONFORMANCE_FACTS) await writeFile(CONFORMANCE_FACTS, JSON.stringify({ mongod, chromium }));
}, timeout_ms);
afterAll(() => testbed?.close());

/** As deployed: in the default mode, and with the transport of its own pages. */
function environmentOf(name: StackName) {
  const { defaultTransport: transport } = stackNamed(name);
  const result = found.get(name);
  const all = environments.filter((each) => each.stack === name && each.transport === transport);
  // Nothing runs without the stack.
  const environment = result?.found ? all.find(({ mode }) => mode === result.defaultMode) : all[0];
  if (!environment) throw new Error(`${name} has no default environment: add one to environment.ts.`);
  return environment;
}

function stageOf(name: StackName, database: string): Stage {
  return new Stage(new Subject(environmentOf(name), () => testbed, database));
}

const names = apps.map(({ name }) => name);

/** Registers with Vitest the cases of each app in a browser. */
export function testPages(size: Size): void {
  for (const name of names) {
    describe.skipIf(!isHere(name))(`${name} in a browser`, () => {
      const stage = stageOf(name, `browser_${run}_${name}`);
      beforeEach(() => stage.subject.prepare(), timeout_ms);
      afterEach(() => expectNoErrorsLeft(stage));
      afterAll(() => stage.subject.stop());
      for (const feature of pageFeaturesOf(size)) registerPageFeature(feature, [stage]);
    });
  }
}

/** Registers the cases that compare two apps. */
export function testPagesTogether(): void {
  for (const [n, one] of names.entries()) {
    for (const other of names.slice(n + 1)) {
      const areHere = isHere(one) && isHere(other);
      if (!areHere) console.log(`Skipping the comparison of ${one}'s and ${other}'s pages: both are needed.`);
      describe.skipIf(!areHere)(`${one} and ${other} in browsers`, () => {
        const database = `browser_${run}_${one}_${other}`;
        const both: [Stage, Stage] = [stageOf(one, database), stageOf(other, database)];
        beforeEach(async () => {
          for (const { subject } of both) await subject.prepare();
        }, timeout_ms);
        afterAll(async () => {
          for (const { subject } of both) await subject.stop();
        });
        afterEach(() => expectNoErrorsLeft(...both));
        registerPageFeature(oneOnEach, both);
        registerPageFeature(sameLook, both);
      });
    }
  }
}
