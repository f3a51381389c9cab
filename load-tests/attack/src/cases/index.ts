import type { Case } from './case.ts';
import { foreignOrigin, manySockets, strangeIds } from './connections.ts';
import { ready } from './database.ts';
import { lastPlace, orphans } from './limits.ts';
import { pagesFlood } from './pages.ts';
import { connectingAnew, flood } from './quotas.ts';
import { stalledReaders } from './readers.ts';

export const cases: readonly Case[] = [
  manySockets,
  strangeIds,
  foreignOrigin,
  connectingAnew,
  flood,
  lastPlace,
  orphans,
  ready,
  stalledReaders,
  pagesFlood,
];
