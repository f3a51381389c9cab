import { setTimeout as wait } from 'node:timers/promises';
import { urlOf } from '../mongo/index.ts';
import { abortable, type Child, claimPort, startChild } from '../process/index.ts';
import { connectProbe, probeEnvironment } from '../sampler/index.ts';
import type { RunningApp, StackName, StartOptions } from './stack.ts';

/** How a stack's server is started, once its mode is known. */
export interface Launch {
  stack: StackName;
  title: string;
  mode: string;
  command: string;
  args(port: number): string[];
  cwd: string;
  /** Its environment on this port, over `inherited`. */
  env(port: number): Record<string, string> | Promise<Record<string, string>>;
  /** Of a tool that develops it, all of its environment but what would mislead it. Default: a server's, for production. */
  inherited?: Record<string, string | undefined>;
  /** Answers with a status under 500 as soon as the app can be used. */
  readyPath: string;
  /** And with this type of content, where something else may answer in its place. */
  readyType?: string;
  /** How long it may take until it answers. Default: 60 s; a first start makes indexes. */
  timeout_ms?: number;
}

/**
 * What a server gets of our environment: without it no program runs everywhere. Anything else that is set there could
 * change what is measured, and no manifest would name it.
 */
const handedOn =
  /^(PATH|HOME|USER|TZ|TMPDIR|LANG|LC_\w+|LD_LIBRARY_PATH|NODE_COMPILE_CACHE|NODE_EXTRA_CA_CERTS)$/;

/** With one of these a tool would listen elsewhere, or follow the database in another way. */
const misleading = ['HOST', 'NODE_OPTIONS', 'MONGO_OPLOG_URL', 'METEOR_REACTIVITY_ORDER', 'DISABLE_SOCKJS'];

const defaultTimeout_ms = 60_000;

/** Starts a server and waits until it answers. Throws as `Build.start` does. */
export async function startApp(launch: Launch, options: StartOptions): Promise<RunningApp> {
  const { portOption = '--port' } = options;
  for (let attempt = 1; ; attempt += 1) {
    const port = await claimPort(options.port, `choose another one with ${portOption}`);
    try {
      return await startOn(port, launch, options);
    } catch (error) {
      // Somebody took a free one between our look and the app's. One that was asked for is never replaced.
      const isTaken = /EADDRINUSE|address already in use|is taken/.test((error as Error).message);
      if (!isTaken || options.port !== 0 || attempt === 3) throw error;
    }
  }
}

async function startOn(port: number, launch: Launch, options: StartOptions): Promise<RunningApp> {
  const env = { ...inheritedBy(launch), ...(await launch.env(port)), ...options.env };
  const entry = options.probe ? probeEnvironment(env.NODE_OPTIONS ?? '') : undefined;
  const url = `http://127.0.0.1:${port}`;

  let child: Child;
  try {
    const { cwd } = launch;
    child = await startChild(launch.command, launch.args(port), {
      cwd,
      env: { ...env, ...entry?.env },
      log: options.log,
    });
  } catch (error) {
    entry?.remove();
    throw error;
  }
  const exited = child.exited.finally(() => entry?.remove());
  try {
    const ready = untilReady(new URL(launch.readyPath, url), child, launch);
    await (options.signal ? abortable(ready, options.signal) : ready);
    const probe = entry && (await connectProbe(entry.socketPath));
    return {
      stack: launch.stack,
      url,
      pid: child.pid,
      port,
      mode: launch.mode,
      ...(probe ? { probe } : {}),
      exited,
      stop: child.stop,
      kill: child.kill,
    };
  } catch (error) {
    await child.kill();
    throw error;
  }
}

function inheritedBy({ inherited }: Launch): Record<string, string | undefined> {
  const those = (isWanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(inherited ?? process.env).filter(([name]) => isWanted(name)));
  if (inherited) return those((name) => !misleading.includes(name));
  return { ...those((name) => handedOn.test(name)), NODE_ENV: 'production' };
}

async function untilReady(url: URL, child: Child, launch: Launch): Promise<void> {
  const { title, timeout_ms = defaultTimeout_ms } = launch;
  let exit: string | undefined;
  child.exited.then(({ code, signal }) => {
    exit = signal ? `was ended by ${signal}` : `ended with code ${code}`;
  });
  const deadline = performance.now() + timeout_ms;
  while (performance.now() < deadline) {
    if (exit !== undefined) throw new Error(`${title} ${exit} before it answered.${quote(child)}`);
    const isReady = await fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
      async ({ status, headers, body }) => {
        await body?.cancel();
        return status < 500 && (headers.get('content-type') ?? '').includes(launch.readyType ?? '');
      },
      () => false,
    );
    if (isReady) return;
    await wait(25);
  }
  throw new Error(`${title} does not answer on ${url} after ${timeout_ms / 1000} s.${quote(child)}`);
}

/** The end of a log, for an error message. */
export function quote({ lastLines }: Pick<Child, 'lastLines'>): string {
  const lines = lastLines.filter((line) => line.trim() !== '').slice(-10);
  return lines.length === 0 ? ' It printed nothing.' : ` Its last lines:\n  ${lines.join('\n  ')}`;
}

/** The address of an app's database; a write concern that was asked for is in it. */
export function databaseUrl({
  mongo,
  database,
  writeConcern,
}: Pick<StartOptions, 'mongo' | 'database' | 'writeConcern'>): string {
  return urlOf(mongo, database, writeConcern === undefined ? {} : { w: writeConcern });
}

/** The same address; where it says nothing of it, its writes wait for the majority. */
export function withMajority(url: string): string {
  return /[?&]w=/.test(url) ? url : `${url}${url.includes('?') ? '&' : '?'}w=majority`;
}

/** @throws one line if the stack has no such mode */
export function checkedMode(title: string, modes: readonly string[], mode: string): string {
  if (modes.includes(mode)) return mode;
  throw new Error(`${title} has no mode '${mode}': choose ${modes.join(' or ')}.`);
}
