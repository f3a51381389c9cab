import { pagePort, stacks } from '@meteor-vs-mean/stacks';
import type { Finding } from '../finding.ts';
import { firstLinePort } from '../line.ts';
import { modeApps } from '../mode-ports.ts';
import { listens } from '../reached.ts';

/** All that commands of the workshop take, but that of the guide, which may be open already. */
export async function ports(): Promise<Finding> {
  const wanted = [
    ...Object.values(stacks).map(({ defaultPort }) => defaultPort),
    ...modeApps().map(({ port }) => port),
    ...Object.keys(stacks).map((_, index) => firstLinePort + index),
    pagePort,
  ].sort((a, b) => a - b);
  const isTaken = await Promise.all(wanted.map(listens));
  const taken = wanted.filter((_, index) => isTaken[index]);
  const what = 'Ports';
  if (taken.length === 0) return { what, verdict: 'ok', says: `${wanted.join(', ')} are free` };
  return {
    ...{ what, verdict: 'missing', says: `taken: ${taken.join(', ')}` },
    remedy: `stop what listens there (lsof -i :${taken[0]}); of a command of the workshop that is Ctrl-C in its terminal`,
  };
}
