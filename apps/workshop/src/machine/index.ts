import { stacks } from '@meteor-vs-mean/stacks';
import type { Finding } from '../finding.ts';
import { cores, disk, memory } from './hardware.ts';
import type { Look } from './look.ts';
import { ports } from './ports.ts';
import { browser, build, meteor, mongo, node, packages, slowNetwork } from './software.ts';

/**
 * Looks at all that the workshop needs, one after the other, and fetches and builds what can be without being asked:
 * MongoDB, toxiproxy, and both apps.
 *
 * @param builds false: the apps aren't built
 * @param log gets what takes long
 */
export async function* lookAtMachine(builds: boolean, log: (line: string) => void): AsyncGenerator<Finding> {
  const looks: Look[] = [
    ...[node, packages, cores, memory, disk, ports, meteor, browser],
    ...[() => mongo(log), () => slowNetwork(log)],
    ...(builds ? Object.values(stacks).map((stack) => () => build(stack, log)) : []),
  ];
  for (const look of looks) yield* [await look()].flat();
}
