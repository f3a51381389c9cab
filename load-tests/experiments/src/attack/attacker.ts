import { setTimeout as pause } from 'node:timers/promises';
import { addressOf } from './address.ts';
import { type Connection, openConnection } from './carrier.ts';
import { Dice } from './grammar/dice.ts';
import { type Carrier, callFrame, type Frame, junkFrame } from './grammar/frames.ts';
import { leakIn } from './leaks.ts';

/** What became of the frames. */
export interface Tally {
  sent: number;
  /** Answers by their code; `ok` for a result. */
  answers: Map<string, number>;
  /** Connections that the server ended before all was sent. */
  ended: number;
  /** Connections that it refused. */
  refused: number;
  /** Answers with another code than the contract's. */
  differing: string[];
  /** Answers that show the inside of the server. */
  leaks: string[];
}

export function emptyTally(): Tally {
  return { sent: 0, answers: new Map(), ended: 0, refused: 0, differing: [], leaks: [] };
}

export interface Target {
  url: string;
  /** The carriers that it has. */
  carriers: readonly Carrier[];
}

/** As many frames as one connection sends at most: no more than the contract lets it call in a while. */
const framesPerConnection = 90;
/** A quota gives this code before the call is parsed. */
const busy = 'too-many-requests';
/** Frames sent at once. Over HTTP it is one, because nothing is read after a request that ends its connection. */
const burst = 15;
/** How long answers are waited for after each burst, and at the end. */
const patience_ms = 1000;
/** The same after what is no whole request: a server may answer it, or wait for the rest. */
const brief_ms = 100;

/** The frames of a connection, and which one it is. The same seed and number give the same. */
export interface Script {
  number: number;
  carrier: Carrier;
  frames: Frame[];
  /** Whether it ends without a goodbye. */
  cuts: boolean;
}

export function scriptOf(seed: number, number: number, { carriers }: Target): Script {
  const dice = new Dice(Math.imul(seed, 0x9e3779b1) + number);
  const carrier = dice.chance(0.1) ? 'http' : dice.pick(carriers);
  const length = 1 + dice.below(framesPerConnection);
  const frames = Array.from({ length }, (_, n) => callFrame(carrier, n, dice));
  // At the end, because a connection seldom outlives it.
  const junk = dice.pick([0, 1, 2, 6]);
  for (let n = 0; n < junk; n++) frames.push(junkFrame(carrier, length + n, dice));
  return { number, carrier, frames, cuts: dice.chance(0.3) };
}

/**
 * Plays a connection's frames. A connection that the server ends is opened again for those that are left, and over HTTP
 * also one on which no answer came, or that an unfinished request was sent on: what follows would be taken for its rest.
 */
export async function play({ number, carrier, frames, cuts }: Script, target: Target, tally: Tally) {
  const atOnce = carrier === 'http' ? 1 : burst;
  let next = 0;
  while (next < frames.length) {
    const waiting = new Map<string, Frame>();
    const settled = { resolve: () => {} };
    let connection: Connection;
    try {
      connection = await openConnection(carrier, {
        url: target.url,
        localAddress: addressOf(number),
        onText: (text) => {
          const leak = leakIn(text);
          if (leak !== undefined) tally.leaks.push(leak);
        },
        onAnswer: ({ id, code }) => {
          tally.answers.set(code, (tally.answers.get(code) ?? 0) + 1);
          const asked = waiting.get(id);
          const differs = asked?.refusal !== undefined && code !== asked.refusal && code !== busy;
          if (differs) tally.differing.push(`${code}, not ${asked.refusal}: ${asked.text.slice(0, 300)}`);
          waiting.delete(id);
          if (waiting.size === 0) settled.resolve();
        },
      });
    } catch {
      tally.refused++;
      return;
    }
    while (next < frames.length && connection.isOpen) {
      const sending = frames.slice(next, next + atOnce);
      next += sending.length;
      for (const frame of sending) {
        if (frame.id !== undefined) waiting.set(frame.id, frame);
        connection.send(frame.text);
        tally.sent++;
      }
      const isWhole = carrier !== 'http' || waiting.size > 0;
      const answered = new Promise<void>((resolve) => {
        settled.resolve = resolve;
        if (waiting.size === 0 && isWhole) resolve();
      });
      await within(Promise.race([answered, connection.closed]), isWhole ? patience_ms : brief_ms);
      if (carrier === 'http' && (!isWhole || waiting.size > 0)) break;
    }
    if (!connection.isOpen) tally.ended++;
    else if (cuts) connection.cut();
    else connection.close();
    // Answers that are still under way.
    await within(connection.closed, patience_ms);
    connection.cut();
  }
}

/** Waits for something, but not for long. */
async function within(event: Promise<unknown>, time_ms: number): Promise<void> {
  const over = new AbortController();
  await Promise.race([event, pause(time_ms, undefined, { signal: over.signal }).catch(() => {})]);
  over.abort();
}
