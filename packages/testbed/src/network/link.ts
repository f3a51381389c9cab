/** What a network between two places is to be like. */
export interface Link {
  /** One way: a round trip has it twice. */
  latency_ms: number;
  /** Up to so much more or less, one way. */
  jitter_ms: number;
  /** Share of the packets that are lost, 0 to 1. */
  loss: number;
}

/** A way to an app over such a network. */
export interface Way {
  /** http://127.0.0.1:port, to be used in place of the app's own address. */
  url: string;
  /** Closes it, and all connections that go over it. */
  close(): Promise<void>;
}

export interface Target {
  host: string;
  port: number;
}

/** Something that makes networks, for one link. */
export interface Shaper {
  /** With its version: `toxiproxy 2.12.0`. */
  readonly by: string;
  /** Makes a way to an app. */
  open(target: Target): Promise<Way>;
  /** Closes all ways, and ends what was started for them. */
  stop(): Promise<void>;
}
