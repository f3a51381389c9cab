import { pagePort } from '@meteor-vs-mean/testbed/dev';
import { answers } from '@meteor-vs-mean/testbed/process';
import { apps } from '@meteor-vs-mean/testbed/stacks';
import { type Finding, missing, ok } from '../finding.ts';
import { firstLinePort, modeApps } from '../reached.ts';
import { cores, disk, type Look, memory } from './hardware.ts';
import { browser, build, meteorHere, mongo, slowNetwork } from './software.ts';
import { wsl } from './wsl.ts';

/**
 * Checks everything that the workshop needs, one after another. It downloads and builds MongoDB, toxiproxy and both
 * apps if they are missing.
 *
 * @param builds false: don't build the apps
 * @param log gets the slow steps
 */
export async function* lookAtMachine(builds: boolean, log: (line: string) => void): AsyncGenerator<Finding> {
  const looks: Look[] = [
    async () => [
      ok('Node', `${process.versions.node} (${process.execPath})`),
      ok('Packages', 'npm ci was run'),
    ],
    () => wsl(),
    cores,
    memory,
    disk,
    ports,
    meteorHere,
    browser,
    () => mongo(log),
    () => slowNetwork(log),
    ...(builds ? apps.map((stack) => () => build(stack, log)) : []),
  ];
  for (const look of looks) yield* [await look()].flat();
}

/** All ports of the workshop's commands, except the guide's, which may already be open. */
async function ports(): Promise<Finding> {
  const wanted = [
    ...apps.map(({ defaultPort }) => defaultPort),
    ...modeApps().map(({ port }) => port),
    ...apps.map((_, index) => firstLinePort + index),
    pagePort,
  ].sort((a, b) => a - b);
  const isTaken = await Promise.all(wanted.map(answers));
  const taken = wanted.filter((_, index) => isTaken[index]);
  const what = 'Ports';
  if (taken.length === 0) return ok(what, `${wanted.join(', ')} are free`);
  return missing(
    what,
    `taken: ${taken.join(', ')}`,
    `stop the program that listens there (lsof -i :${taken[0]}); a command of the workshop ends with Ctrl-C`,
  );
}
