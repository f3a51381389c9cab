import { OptionError } from '@meteor-vs-mean/bench';
import type { Link } from '@meteor-vs-mean/proxies';

/**
 * The network that was asked for by `--latency 40ms --jitter 5ms --loss 1%`.
 * @returns null if none was
 * @throws OptionError
 */
export function parseLink(values: {
  latency?: string | undefined;
  jitter?: string | undefined;
  loss?: string | undefined;
}): Link | null {
  const latency_ms = duration('latency', values.latency ?? '0ms');
  const jitter_ms = duration('jitter', values.jitter ?? '0ms');
  const loss = share('loss', values.loss ?? '0%');
  if (jitter_ms > latency_ms) {
    throw new OptionError(
      `--jitter ${values.jitter}: must not be more than --latency (${latency_ms} ms): nothing comes before it was sent`,
    );
  }
  return latency_ms === 0 && loss === 0 ? null : { latency_ms, jitter_ms, loss };
}

function duration(option: string, text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(text) ?? [];
  const value = Math.round(Number(number) * (unit === 's' ? 1000 : 1) * 1e6) / 1e6;
  if (Number.isInteger(value) && value <= 10_000) return value;
  throw new OptionError(`--${option} ${text}: must be whole milliseconds up to 10 s, as in 40ms or 0.2s`);
}

function share(option: string, text: string): number {
  const [, number] = /^(\d+(?:\.\d+)?)%$/.exec(text) ?? [];
  const value = Number(number) / 100;
  if (value >= 0 && value <= 0.5) return value;
  throw new OptionError(`--${option} ${text}: must be a share of the packets up to 50%, as in 1%`);
}
