export type { Link, Shaper, Target, Way } from './link.ts';
export { startNetem, waysThrough } from './netem.ts';
export { findNetwork, type Maker, startNetwork } from './network.ts';
export { pingOver } from './ping.ts';
export { startToxiproxy } from './toxiproxy.ts';
export { findToxiproxy, type Toxiproxy, ToxiproxyMissing } from './toxiproxy-binary.ts';
