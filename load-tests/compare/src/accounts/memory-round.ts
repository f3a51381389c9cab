import type { RoundTestbed } from '@meteor-vs-mean/experiments/command';
import type { Sample } from '@meteor-vs-mean/measure/run';
import { parentsOf, scenarios } from '@meteor-vs-mean/scenarios';
import { fitSlope, type Point } from '@meteor-vs-mean/stats';
import { makeAccounts } from '@meteor-vs-mean/testbed/accounts';
import { liveHeap_bytes, sampleTree } from '@meteor-vs-mean/testbed/sampler';
import type { Build, RunningApp } from '@meteor-vs-mean/testbed/stacks';
import { type ClientsPlan, gatherClients, type HeldClients } from './clients.ts';

export interface MemoryLoad {
  /** Clients at each step, fewest first. */
  steps: readonly number[];
  /** In each client's list. */
  todos: number;
}

/** A guest's list is public, but no other client subscribes to it; an account's is private. */
export type Who = 'guest' | 'account';

/** Clients that each hold a list of their own are added step by step; the slope is what one costs. */
export async function measureMemory(
  build: Build,
  who: Who,
  load: MemoryLoad,
  testbed: RoundTestbed,
): Promise<Sample> {
  const db = testbed.database();
  const { steps, todos } = load;
  const most = steps.at(-1) ?? 0;
  const arrivals = steps.map((step, index) => step - (steps[index - 1] ?? 0));
  // Before the app starts: it would keep their change events for a while, and free them between two steps.
  const accounts = who === 'account' ? await makeAccounts(db, { count: most, todos }) : [];
  if (who === 'guest') {
    const lists = arrivals.flatMap((clients, index) => parentsOf('own', listsOf(index), clients));
    await scenarios['idle-clients'].seed(db, lists, todos);
  }
  const app = await testbed.start(build, { database: db, probe: true });
  const common = { stack: build.stack, url: app.url, arrivals_per_s: 50 };
  const held: HeldClients[] = [];
  const heap: Point[] = [];
  const rss: Point[] = [];
  for (const [index, step] of steps.entries()) {
    const clients = arrivals[index] ?? 0;
    if (clients > 0) {
      const plan: ClientsPlan =
        who === 'guest'
          ? {
              ...common,
              scenario: 'idle-clients',
              clients,
              accounts: [],
              variables: { list: listsOf(index), make: false },
              pubsub: { audience: 'own' },
            }
          : {
              ...common,
              scenario: 'private',
              clients,
              accounts: accounts.slice(step - clients, step),
              variables: { writes: 0 },
              pubsub: { witnesses: 0 },
            };
      held.push(await gatherClients(testbed, plan));
    }
    const { heap_bytes, rss_bytes } = await weigh(app);
    heap.push([step, heap_bytes / 1e3]);
    rss.push([step, rss_bytes / 1e3]);
  }
  const runs = await Promise.all(held.map((one) => one.release()));
  const seen = runs.reduce((sum, { subscribers }) => sum + subscribers.length, 0);
  const lost = runs.reduce((sum, { disconnects }) => sum + disconnects, 0);
  return {
    figures: { heap_KB: fitSlope([heap]).slope, rss_KB: fitSlope([rss]).slope },
    accounts: [
      { what: 'clients with their list', owed: most, seen },
      { what: 'clients that stay connected', owed: most, seen: most - lost },
    ],
    texts: { 'steps.json': JSON.stringify({ heap_KB: heap, rss_KB: rss }) },
  };
}

/** What the names of the lists of a step's guests begin with. */
function listsOf(index: number): string {
  return `guests-${index}`;
}

/** After collections that freed nothing more. */
async function weigh({ probe, pid }: RunningApp): Promise<{ heap_bytes: number; rss_bytes: number }> {
  if (!probe) throw new Error('The app was started without a probe');
  const inside = await probe.collect();
  const { rss_bytes } = await sampleTree(pid);
  return { heap_bytes: liveHeap_bytes(inside), rss_bytes };
}
