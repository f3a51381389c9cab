import { claimPort } from '../process/index.ts';
import type { KnownMeteor } from './meteor-modes.ts';
import type { ServerTransport } from './stack.ts';

/**
 * What can carry DDP in a Meteor server, its own first (https://docs.meteor.com/performance/ddp-transport). uWebSockets
 * has no SockJS: its browsers use raw WebSockets, too.
 */
export const meteorServerTransports = [
  { name: 'sockjs', carries: ['ddp-sockjs', 'ddp'] },
  { name: 'uws', carries: ['ddp'] },
] as const satisfies readonly ServerTransport[];

export type MeteorServerTransport = (typeof meteorServerTransports)[number]['name'];

/**
 * @param name absent: its own
 * @throws one line if this Meteor hasn't it, naming the version that has
 */
export function meteorServerTransport(
  name: string | undefined,
  { title, version, since35 }: KnownMeteor,
): MeteorServerTransport {
  const [own] = meteorServerTransports;
  const known = meteorServerTransports.find((one) => one.name === (name ?? own.name));
  if (!known) {
    const names = meteorServerTransports.map((one) => one.name);
    throw new Error(`${title} has no server transport '${name}': choose ${names.join(' or ')}.`);
  }
  if (known === own || since35 !== false) return known.name;
  throw new Error(
    `Meteor has the server transport '${known.name}' from 3.5 on, and this is ${version}: choose ${own.name}.`,
  );
}

/**
 * What 3.5 reads from `packages.ddp-server`, where it looks before it looks at DDP_TRANSPORT. uWebSockets listens on a
 * port of its own, 5001 by default, and two apps need two. 3.4 doesn't look here.
 */
export async function serverTransportSettings(name: MeteorServerTransport): Promise<Record<string, unknown>> {
  if (name !== 'uws') return { transport: name };
  return { transport: name, uws: { port: await claimPort(0, 'choose another one') } };
}
