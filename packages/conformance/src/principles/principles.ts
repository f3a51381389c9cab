import { atOnce } from './at-once.ts';
import { bounded } from './bounded.ts';
import { codeUpdates } from './code-updates.ts';
import { live } from './live.ts';
import { predicted } from './predicted.ts';
import { rendered } from './rendered.ts';
import { routes } from './routes.ts';

/** Guillermo Rauch, "7 Principles of Rich Web Applications", 2014: https://rauchg.com/2014/7-principles-of-rich-web-applications */
export const principles = [rendered, atOnce, live, bounded, routes, codeUpdates, predicted] as const;
