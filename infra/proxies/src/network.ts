import type { Link, Shaper } from './link.ts';
import { findNetem, startNetem } from './netem.ts';
import { startToxiproxy } from './toxiproxy.ts';
import { findToxiproxy, ToxiproxyMissing } from './toxiproxy-binary.ts';

type Log = (line: string) => void;

/**
 * Looks for what makes a network, and builds it where that is possible.
 * @throws one line that says what is missing
 */
export async function findNetwork(link: Link, log: Log = () => {}): Promise<'toxiproxy' | 'netem'> {
  if (link.loss > 0) {
    await findNetem(link);
    return 'netem';
  }
  try {
    await findToxiproxy(log);
    return 'toxiproxy';
  } catch (error) {
    if (!(error instanceof ToxiproxyMissing)) throw error;
    await findNetem(link).catch(() => {
      throw error;
    });
    return 'netem';
  }
}

/**
 * Makes a network by what is here: toxiproxy, or netem for one that loses packets or where there is no toxiproxy.
 * @throws one line that says what is missing
 */
export async function startNetwork(link: Link, log: Log = () => {}): Promise<Shaper> {
  return (await findNetwork(link, log)) === 'netem' ? startNetem(link) : startToxiproxy(link, log);
}
