import { writeFile } from 'node:fs/promises';
import { chromiumRemedy, findChromium, type OpenBrowser, openBrowser } from '@meteor-vs-mean/chromium';
import { type Mongo, startMongo } from '@meteor-vs-mean/mongo';
import { type Found, type StackName, stacks } from '@meteor-vs-mean/stacks';
import { afterAll, beforeAll, describe } from 'vitest';
import { oneOnEach } from '../src/browser/cases/offline.ts';
import { pageFeatures } from '../src/browser/features.ts';
import { registerPageFeature } from '../src/browser/page-feature.ts';
import { Stage } from '../src/browser/stage.ts';
import { environments } from '../src/environment.ts';
import { registerPrinciple } from '../src/principles/principle.ts';
import { principles } from '../src/principles/principles.ts';
import { principlesTitle } from '../src/principles/recorded.ts';
import { Subject } from '../src/subject.ts';

/** To build an app may take minutes, the first time. */
const patience_ms = 900_000;
const run = `${process.pid.toString(36)}_${Date.now().toString(36)}`;

const found = new Map<StackName, Found>();
for (const stack of Object.values(stacks)) found.set(stack.name, await stack.find());
for (const [name, result] of found) {
  if (!result.found) {
    const { reason, remedy } = result;
    console.log(`${stacks[name].title}'s pages aren't tested: ${reason}. To test them: ${remedy}.`);
  }
}
const hasBrowser = (await findChromium()) !== undefined;
if (!hasBrowser) console.log(`No page is tested: there is no Chromium. To test them: ${chromiumRemedy}.`);
const isHere = (name: StackName) => hasBrowser && found.get(name)?.found === true;

let mongo: Mongo;
let open: OpenBrowser;
beforeAll(async () => {
  if (!hasBrowser) return;
  open = await openBrowser();
  console.log(`Chromium ${open.version} (${open.source})`);
  mongo = await startMongo();
  // For src/record.ts, which can't know otherwise what ran here.
  const { CONFORMANCE_FACTS } = process.env;
  const facts = { mongod: mongo.version, chromium: `${open.version} (${open.source})` };
  if (CONFORMANCE_FACTS) await writeFile(`${CONFORMANCE_FACTS}.browser`, JSON.stringify(facts));
}, patience_ms);
afterAll(async () => {
  await open?.browser.close();
  await mongo?.stop();
});

/** As people get it: in the default mode and over the transport of its own pages. */
function environmentOf(name: StackName) {
  const { defaultMode: mode, defaultTransport: transport } = stacks[name];
  const environment = environments.find(
    (each) => each.stack === name && each.mode === mode && each.transport === transport,
  );
  if (!environment) throw new Error(`No environment of ${name} is its default: add one to environment.ts.`);
  return environment;
}

async function start(name: StackName, database: string): Promise<Stage> {
  const build = await stacks[name].build({ log: () => {} });
  const subject = new Subject(environmentOf(name), build, mongo, database);
  await subject.start();
  return new Stage(subject, () => open.browser);
}

const names = Object.keys(stacks) as StackName[];
for (const name of names) {
  describe.skipIf(!isHere(name))(`${name} in a browser`, () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await start(name, `browser_${run}_${name}`);
    }, patience_ms);
    afterAll(() => stage?.subject.stop());
    for (const feature of pageFeatures) registerPageFeature(feature, () => [stage]);
    describe(principlesTitle, () => {
      for (const principle of principles) registerPrinciple(principle, () => stage);
    });
  });
}

for (const [n, one] of names.entries()) {
  for (const other of names.slice(n + 1)) {
    describe.skipIf(!isHere(one) || !isHere(other))(`${one} and ${other} in browsers`, () => {
      let both: [Stage, Stage];
      beforeAll(async () => {
        const database = `browser_${run}_${one}_${other}`;
        both = [await start(one, database), await start(other, database)];
      }, patience_ms);
      afterAll(async () => {
        for (const stage of both ?? []) await stage.subject.stop();
      });
      registerPageFeature(oneOnEach, () => both);
    });
  }
}
