import type { Case } from './case.ts';
import { chatter } from './chatter.ts';
import { foreignOrigin, manySockets, strangeIds } from './connections.ts';
import { ready } from './database.ts';
import { silentHandshakes } from './handshakes.ts';
import { hoarders } from './hoarders.ts';
import { logIns } from './log-ins.ts';
import { longQueues } from './long-queues.ts';
import { pagesFlood } from './pages.ts';
import { connectingAnew, flood } from './quotas.ts';
import { stalledReaders } from './readers.ts';
import { upgrades } from './upgrades.ts';

export const cases: readonly Case[] = [
  manySockets,
  strangeIds,
  foreignOrigin,
  upgrades,
  silentHandshakes,
  chatter,
  connectingAnew,
  flood,
  longQueues,
  logIns,
  ready,
  hoarders,
  stalledReaders,
  pagesFlood,
];
