/**
 * `npm run breaks`: what the runs of `compare` don't show of how live apps break. One client that stops reading, and
 * two instances of an app on one database. Both apps are production builds, unmodified.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asTyped, computerFacts } from '@meteor-vs-mean/bench';
import { startMongo } from '@meteor-vs-mean/mongo';
import { type Build, stacks } from '@meteor-vs-mean/stacks';
import { type InstancesRun, runInstances } from './breaks/instances.ts';
import { help, type Options, optionsFrom } from './breaks/options.ts';
import { runSlowClient, type SlowClientRun } from './breaks/slow-client.ts';
import { runCommand } from './command.ts';
import { buildStacks } from './running-apps.ts';

const date = new Date();
const log = (line: string): void => console.error(line);

async function breaks(options: Options, running: AsyncDisposableStack): Promise<void> {
  const { out, git, install, isToy } = options;
  const { builds, notRun } = await buildStacks({ install, log });
  const mongo = await startMongo({ log });
  running.defer(() => mongo.stop());
  log(mongo.description);

  const slowClients: SlowClientRun[] = [];
  for (const build of builds) {
    log(`${build.stack}: one client stops reading`);
    slowClients.push(await runSlowClient({ build, mongo, load: options.slowClient, running }));
  }
  const instances: InstancesRun[] = [];
  const missingModes: Record<string, string> = {};
  for (const build of builds) {
    for (const mode of stacks[build.stack].modes) {
      const reason = missing(build, mode);
      if (reason !== undefined) {
        missingModes[`${build.stack} ${mode}`] = reason;
        continue;
      }
      log(`${build.stack}: two instances, ${mode}`);
      instances.push(await runInstances({ build, mongo, load: options.instances, running }, mode));
    }
  }
  const result = {
    format: 1,
    ...(isToy ? { toy: true } : {}),
    date: date.toISOString(),
    command: asTyped('npm run breaks', process.argv.slice(2), isToy),
    seconds: Math.round((Date.now() - date.getTime()) / 1000),
    how: {
      slowClient:
        'messages of one room are updated straight in MongoDB, a batch at a time; two clients follow it, and the process of one is stopped (SIGSTOP): its connection stays, and it reads and says nothing. The app is looked at when the other has got every change. One start of the app each',
      kept: 'heap and external memory of the app after collecting all garbage, by a preload; what the system has taken from the app and not yet sent is not in it',
      gone: "the connection is no longer among the server's established ones (/proc/net/tcp)",
      instances:
        'todos are inserted by a method of one instance; from the call to the change at a subscriber of the same and of the other instance. What has not come when the drain ends is lost, and slower than all that came',
    },
    git,
    machine: computerFacts(),
    versions: {
      mongod: mongo.version,
      node: process.versions.node,
      ...Object.fromEntries(builds.map(({ stack, versions }) => [stack, versions])),
    },
    notRun,
    missingModes,
    load: { slowClient: options.slowClient, instances: options.instances },
    slowClients,
    instances,
  };
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'breaks.json'), `${JSON.stringify(result, null, 1)}\n`);
  console.table(
    slowClients.map(({ stack, owed, before_bytes, peak_bytes, said, backAfter_s, goneAfter_s }) => ({
      ...{ stack, owed, before_MB: Math.round(before_bytes / 1e6), peak_MB: Math.round(peak_bytes / 1e6) },
      ...{ said_after_s: said[0]?.after_s, backAfter_s, goneAfter_s },
    })),
  );
  console.table(
    instances.map(({ stack, mode, same, other }) => ({
      ...{ stack, mode, same_p50_ms: same.p50_ms, other_p50_ms: other.p50_ms, other_max_ms: other.max_ms },
      ...{ same_lost: same.lost, other_lost: other.lost },
    })),
  );
  for (const [name, { reason }] of Object.entries(notRun)) console.log(`${name} was not measured: ${reason}`);
  console.log(`-> ${out}`);
}

/** Why a mode can't be run by this build. */
function missing(build: Build, mode: string): string | undefined {
  try {
    build.checkMode(mode);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

await runCommand('breaks', { help, options: (args) => optionsFrom(args), run: breaks });
