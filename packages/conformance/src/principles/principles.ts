import { atOnce } from './at-once.ts';
import { bounded } from './bounded.ts';
import { codeUpdates } from './code-updates.ts';
import { hydrated } from './hydrated.ts';
import { live } from './live.ts';
import { predicted } from './predicted.ts';
import { rendered } from './rendered.ts';
import { routes } from './routes.ts';
import { tickedEarly } from './ticked-early.ts';

/** Guillermo Rauch, "7 Principles of Rich Web Applications", 2014: https://rauchg.com/2014/7-principles-of-rich-web-applications */
export const principles = [
  ...[rendered, tickedEarly, hydrated],
  ...[atOnce, live, bounded, routes, codeUpdates, predicted],
] as const;
