import { looksMade } from './ids.ts';
import type { PageView } from './wire.ts';

/** Whether a page shows a value: in its address, or an id in its HTML. */
export const shows = ({ url, html }: PageView, value: string): boolean =>
  addressWords(url).includes(value) || (looksMade(value) && html?.includes(value) === true);

/** What a page's address says, other than which of the app's pages it is. */
function addressWords(url: string): string[] {
  const { pathname, searchParams, hash } = new URL(url);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const inHash = hash.split(/[#/?&=]/).filter((segment) => segment !== '');
  return [...segments.slice(1), ...inHash.slice(-1), ...searchParams.values()].map(decoded);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
