import { inOrder, targetsIn } from '../find-targets.ts';
import type { Carrier } from './carrier.ts';
import { meteorCarrier } from './meteor.ts';

const unmerged = 'NO_MERGE_NO_HISTORY';

/** One server, asked in three ways: rows, where each of the others is a file with a server of its own. */
const ofMeteor: readonly Carrier[] = [
  // On Meteor's /websocket, which has no frames of SockJS.
  meteorCarrier('ddp', 'DDP', 'ddp'),
  // As Meteor's browsers speak it.
  meteorCarrier('ddp-sockjs', 'DDP in SockJS', 'ddp-sockjs'),
  // The same without the copy that Meteor keeps of what each client has been sent.
  meteorCarrier('ddp-sockjs-unmerged', `DDP in SockJS, ${unmerged}`, 'ddp-sockjs', unmerged),
];

/** From no protocol to the most of it; then whatever else there is. */
const order = ['ws', 'socketio', 'sockjs-raw', 'sockjs', 'ddp', 'ddp-sockjs', 'ddp-sockjs-unmerged'];

/** All of them, in the order of the columns. */
export async function findCarriers(): Promise<Carrier[]> {
  const files = (await targetsIn(new URL('./targets/', import.meta.url))) as Carrier[];
  return inOrder([...files, ...ofMeteor], order);
}

/** One alone: the others' libraries are not loaded. */
export async function carrierNamed(key: string): Promise<Carrier> {
  const row = ofMeteor.find((carrier) => carrier.key === key);
  if (row) return row;
  const { default: carrier } = (await import(`./targets/${key}.ts`)) as { default: Carrier };
  return carrier;
}
