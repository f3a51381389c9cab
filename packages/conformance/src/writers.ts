import type { Peer } from './peer.ts';

/** A connection may make 100 calls in 10 s, so more writes need more connections. */
const callsEach = 90;

/** Writes through methods, over as many connections as the limits require. */
export class Writers {
  readonly #open: () => Promise<Peer>;
  #peer: Promise<Peer> | undefined;
  #calls = 0;

  constructor(open: () => Promise<Peer>) {
    this.#open = open;
  }

  async call(name: string, input: unknown): Promise<unknown> {
    if (this.#calls % callsEach === 0) this.#peer = this.#open();
    this.#calls += 1;
    return (await (this.#peer as Promise<Peer>)).call(name, input);
  }
}
