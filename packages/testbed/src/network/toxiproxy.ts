import { setTimeout as wait } from 'node:timers/promises';
import { freePort, host, startChild } from '../process/index.ts';
import type { Link, Shaper, Target, Way } from './link.ts';
import { findToxiproxy } from './toxiproxy-binary.ts';

/**
 * Starts a toxiproxy of our own, whose proxies delay both directions.
 * @throws ToxiproxyMissing; one line for a link that it can't make
 */
export async function startToxiproxy(link: Link, log: (line: string) => void = () => {}): Promise<Shaper> {
  if (link.loss > 0) throw new Error('toxiproxy loses nothing: --loss needs netem');
  for (const name of ['latency_ms', 'jitter_ms'] as const) {
    if (!Number.isInteger(link[name]))
      throw new Error(`toxiproxy delays by whole milliseconds, not by ${link[name]} ms`);
  }
  const { command, version } = await findToxiproxy(log);
  const port = await freePort();
  const child = await startChild(command, ['-host', host, '-port', String(port)], {
    env: { ...process.env, LOG_LEVEL: 'error' },
  });
  let lastName = 0;
  const ask = requestsTo(`http://${host}:${port}`);

  async function open(target: Target): Promise<Way> {
    lastName += 1;
    const name = `way-${lastName}`;
    const { listen } = await ask('POST', '/proxies', {
      name,
      listen: `${host}:0`,
      upstream: `${target.host}:${target.port}`,
      enabled: true,
    });
    // Upstream is to the app, downstream is from it.
    for (const stream of link.latency_ms > 0 || link.jitter_ms > 0 ? ['upstream', 'downstream'] : []) {
      const attributes = { latency: link.latency_ms, jitter: link.jitter_ms };
      await ask('POST', `/proxies/${name}/toxics`, { type: 'latency', stream, attributes });
    }
    return {
      url: `http://${listen}`,
      close: async () => {
        await ask('DELETE', `/proxies/${name}`);
      },
    };
  }

  try {
    await untilAnswers(ask, child.exited);
  } catch (error) {
    await child.kill();
    throw error;
  }
  return { by: `toxiproxy ${version}`, open, stop: () => child.stop() };
}

type Ask = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

/** Its HTTP API. */
function requestsTo(address: string): Ask {
  return async (method, path, body) => {
    const response = await fetch(`${address}${path}`, {
      method,
      signal: AbortSignal.timeout(10_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`toxiproxy refused ${method} ${path}: ${text.trim()}`);
    return text === '' ? {} : JSON.parse(text);
  };
}

async function untilAnswers(ask: Ask, exited: Promise<unknown>): Promise<void> {
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  const deadline = performance.now() + 10_000;
  while (!ended && performance.now() < deadline) {
    const answers = await ask('GET', '/version').then(
      () => true,
      () => false,
    );
    if (answers) return;
    await wait(20);
  }
  throw new Error('toxiproxy doesn’t answer on the port that it was given');
}
