import type { Link, Shaper } from './link.ts';
import { startNetem } from './netem.ts';
import { startToxiproxy } from './toxiproxy.ts';
import { ToxiproxyMissing } from './toxiproxy-binary.ts';

/**
 * Makes a network by what is here: toxiproxy, or netem for one that loses packets or where there is no toxiproxy.
 * @throws one line that says what is missing
 */
export async function startNetwork(link: Link, log: (line: string) => void = () => {}): Promise<Shaper> {
  if (link.loss > 0) return startNetem(link);
  try {
    return await startToxiproxy(link, log);
  } catch (error) {
    if (!(error instanceof ToxiproxyMissing)) throw error;
    return await startNetem(link).catch(() => {
      throw error;
    });
  }
}
