import type { Link } from '@meteor-vs-mean/testbed/network';
import { OptionError } from '@meteor-vs-mean/testbed/process';

/** For `--latency` and `--jitter`: whole milliseconds. */
export function delay_ms(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(text) ?? [];
  const value = Math.round(Number(number) * (unit === 's' ? 1000 : 1) * 1e6) / 1e6;
  if (Number.isInteger(value) && value <= 10_000) return value;
  throw new OptionError('must be whole milliseconds up to 10 s, as in 40ms or 0.2s');
}

/** For `--loss`: 0 to 0.5. */
export function share(text: string): number {
  const [, number] = /^(\d+(?:\.\d+)?)%$/.exec(text) ?? [];
  const value = Number(number) / 100;
  if (value >= 0 && value <= 0.5) return value;
  throw new OptionError('must be a share of the packets up to 50%, as in 1%');
}

/**
 * The network that was asked for.
 * @returns null if none was
 * @throws OptionError
 */
export function linkOf({
  latency,
  jitter,
  loss,
}: {
  latency: number;
  jitter: number;
  loss: number;
}): Link | null {
  if (jitter > latency) {
    throw new OptionError(
      `--jitter ${jitter}ms: must not be more than --latency (${latency} ms): nothing comes before it was sent`,
    );
  }
  return latency === 0 && loss === 0 ? null : { latency_ms: latency, jitter_ms: jitter, loss };
}
