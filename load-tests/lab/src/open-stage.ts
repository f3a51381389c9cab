import type { Scene } from '@meteor-vs-mean/measure/run';
import { startToxiproxy } from '@meteor-vs-mean/testbed/network';
import { openRelay } from '@meteor-vs-mean/testbed/relay';
import { startBrowser } from './browser.ts';
import { startProgram } from './program.ts';
import type { Meter, Stage } from './stage.ts';

/** A stage for one round. When it is disposed of, all that was started on it has ended, also what was just starting. */
export function openStage({ size, seed, signal }: Scene): Stage & AsyncDisposable {
  const over = new AbortController();
  const ends: (() => Promise<void>)[] = [];

  /** @param end is called once, when the stage is disposed of */
  function own<Thing>(starting: Promise<Thing>, end: (thing: Thing) => Promise<void>): Promise<Thing> {
    ends.push(() => starting.then(end, () => {}));
    return starting;
  }

  return {
    size,
    seed,
    signal,
    program: (file, options = {}) => {
      over.signal.throwIfAborted();
      return own(startProgram(file, options, over.signal), (program) => program.stop());
    },
    browser: () => {
      over.signal.throwIfAborted();
      return own(startBrowser(), (browser) => browser.close());
    },
    meter: (target, { roundTrip_ms = 0 } = {}) => {
      over.signal.throwIfAborted();
      return own(openMeter(target, roundTrip_ms), (meter) => meter.close());
    },
    async [Symbol.asyncDispose]() {
      over.abort(new Error('The round is over'));
      await Promise.all(ends.map((end) => end()));
    },
  };
}

/**
 * A relay of TCP that counts bytes; with a round trip, toxiproxy is between it and the target:
 * client, relay, toxiproxy, target. It counts what the client wrote and what reached it.
 *
 * Toxiproxy delays what connections carry, not connecting. So what a client sends first on a connection waits for one
 * round trip more, as it would have for the handshake.
 * @param roundTrip_ms an even number, 0 for none
 */
async function openMeter(
  target: { host: string; port: number },
  roundTrip_ms = 0,
): Promise<Meter & { close(): Promise<void> }> {
  if (roundTrip_ms % 2 !== 0) {
    throw new Error(
      `toxiproxy delays each way by whole milliseconds: a round trip of ${roundTrip_ms} ms can't be halved`,
    );
  }
  if (roundTrip_ms === 0) return openRelay(target);
  await using opening = new AsyncDisposableStack();
  const shaper = await startToxiproxy({ latency_ms: roundTrip_ms / 2, jitter_ms: 0, loss: 0 });
  opening.defer(() => shaper.stop());
  const { hostname, port } = new URL((await shaper.open(target)).url);
  const far = { host: hostname, port: Number(port) };
  const relay = opening.use(await openRelay(far, { handshake_ms: roundTrip_ms }));
  const ends = opening.move();
  return { host: relay.host, port: relay.port, counts: relay.counts, close: () => ends.disposeAsync() };
}
