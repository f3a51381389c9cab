import type { DeliveryRound } from '@meteor-vs-mean/measure/results';
import type { Scenario } from '@meteor-vs-mean/scenarios';
import { type Run, writeIds } from 'artillery-engine-pubsub';
import type { Subject } from '../context/context.ts';
import { differingDocuments, viewInDatabase } from './views.ts';

/** A delivery round whose generator has ended. */
interface Written {
  subject: Subject;
  scenario: Scenario;
  /** The lists or rooms that were written to, by the number of their group. */
  parents: readonly string[];
  run: Run;
  /** True of an app that only sends: every scheduled write counts as stored. */
  storesNothing: boolean;
}

/** What was stored in a round. */
export interface Stored {
  /** Numbers of the writes. */
  stored: number[];
  witnesses: DeliveryRound['witnesses'];
  mongodEnded: boolean;
}

/** Without MongoDB nothing is known to be owed: the round is void, but what the clients saw is kept. */
export async function readDatabase(written: Written): Promise<Stored> {
  const { subject, scenario, run, storesNothing } = written;
  try {
    return {
      mongodEnded: await subject.mongodRestarted(),
      stored: storesNothing
        ? Array.from(run.schedule?.due_us ?? [], (_, write) => write)
        : await storedWrites(subject, scenario, run),
      witnesses: await checkWitnesses(written),
    };
  } catch {
    return { mongodEnded: true, stored: [], witnesses: { checked: 0, differing: 0 } };
  }
}

/** Numbers of the writes that MongoDB holds, read over the bench's own connection. */
async function storedWrites({ db }: Subject, { collection }: Scenario, run: Run): Promise<number[]> {
  const ids = writeIds(run);
  const documents = db.collection<{ _id: string }>(collection).find({}, { projection: { _id: 1 } });
  const numbers: number[] = [];
  for await (const { _id } of documents) {
    const number = ids.indexOf(_id);
    if (number !== -1) numbers.push(number);
  }
  return numbers;
}

async function checkWitnesses({
  subject,
  scenario,
  parents,
  run,
}: Written): Promise<DeliveryRound['witnesses']> {
  const witnesses = Object.entries(run.witnesses);
  let differing = 0;
  for (const [name, view] of witnesses) {
    const watcher = run.subscribers.find(({ receiver, row }) => `${receiver}-${row}` === name);
    const parent = parents[watcher?.group ?? 0] as string;
    const expected = await viewInDatabase(subject.db, scenario, parent);
    if (differingDocuments(expected, view[scenario.collection] ?? view[''] ?? {}).length > 0) differing++;
  }
  return { checked: witnesses.length, differing };
}
