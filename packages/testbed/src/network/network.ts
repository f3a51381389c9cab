import type { Link, Shaper } from './link.ts';
import { findNetem, startNetem } from './netem.ts';
import { startToxiproxy } from './toxiproxy.ts';
import { findToxiproxy, ToxiproxyMissing } from './toxiproxy-binary.ts';

type Log = (line: string) => void;

/** What makes a network. */
export type Maker = 'toxiproxy' | 'netem';

/**
 * Looks for what makes a network, and builds it where that is possible.
 * @throws one line that says what is missing
 */
export async function findNetwork(link: Link, log: Log = () => {}): Promise<Maker> {
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
 * Makes a network.
 * @param maker from findNetwork, of this link or of one that it is to be compared with
 * @throws one line that says what is missing
 */
export function startNetwork(link: Link, maker: Maker, log: Log = () => {}): Promise<Shaper> {
  return maker === 'netem' ? startNetem(link) : startToxiproxy(link, log);
}
