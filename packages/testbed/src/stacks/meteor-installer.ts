import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { either, startReaper } from '../process/index.ts';
import type { Found, Stack } from './stack.ts';

/** The npm package that installs Meteor, at the release that apps/meteor names. */
export const meteorInstaller = 'meteor@3.4.1';

const command = `npx --yes ${meteorInstaller} install`;

/** `--install` and `--no-install` of a command that offers Meteor's installer. */
export const installOption = either(
  "run Meteor's own installer without asking, if Meteor is missing",
  "don't ask for it",
);

/** What must be known before agreeing to it. */
const notice = `Meteor is not here. Its own installer can fetch it:
  command  ${command}
  size     several hundred MB to download, between 1 and 2 GB on disk
  place    ~/.meteor, for this user only
  edits    the shell's start files (.bashrc, .bash_profile or .zshrc), to put ~/.meteor on PATH
To undo it: npx meteor uninstall`;

interface OfferOptions {
  /** true (--install): don't ask. false (--no-install): don't install. Neither: ask, if there's a terminal. */
  install?: boolean | undefined;
  /** Default: on the terminal. */
  ask?: (question: string) => Promise<boolean>;
  /** Default: whether standard input and standard error are one. */
  isTerminal?: boolean;
  /** Default: standard error. */
  log?: (text: string) => void;
}

/** `installed`: look for Meteor again. Otherwise `failure` says why it failed, if it was tried. */
type Offered = { installed: true } | { installed: false; failure?: string };

/**
 * Offers Meteor's installer to somebody without Meteor. Never throws for an installer that fails: the rest of the
 * run goes on without Meteor.
 */
export async function offerMeteor(options: OfferOptions = {}): Promise<Offered> {
  const {
    install,
    ask = askOn,
    isTerminal = Boolean(process.stdin.isTTY && process.stderr.isTTY),
    log = (text: string) => process.stderr.write(`${text}\n`),
  } = options;
  if (install === false || (install === undefined && !isTerminal)) return { installed: false };
  log(notice);
  if (install === undefined && !(await ask('Run it now?'))) return { installed: false };
  try {
    await installMeteor();
    return { installed: true };
  } catch (error) {
    return { installed: false, failure: (error as Error).message };
  }
}

/** Meteor is offered once, for all stacks that need it. */
let offered: Promise<Offered> | undefined;

/** What `stack.find()` says, once somebody without Meteor has been offered its installer. */
export async function findOrOffer(stack: Stack, install: boolean | undefined): Promise<Found> {
  const found = await stack.find();
  if (found.found || !found.canBeInstalled) return found;
  offered ??= offerMeteor({ install });
  const answer = await offered;
  if (answer.installed) return stack.find();
  return answer.failure === undefined ? found : { ...found, reason: `${found.reason}; ${answer.failure}` };
}

/**
 * Runs Meteor's own npm installer, which doesn't outlive us. Its progress goes to standard error.
 *
 * @throws one line, if it fails
 */
async function installMeteor(): Promise<void> {
  const child = spawn('npx', ['--yes', meteorInstaller, 'install'], {
    stdio: ['ignore', process.stderr, 'pipe'],
    shell: process.platform === 'win32',
    detached: process.platform !== 'win32',
  });
  const guard = child.pid === undefined ? undefined : startReaper('kill -s KILL -- -$0', String(child.pid));
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const [code] = await once(child, 'close').catch((error: Error) => {
    throw new Error(`Meteor's installer can't be started (${error.message}): is npm on PATH?`);
  });
  guard?.kill('SIGKILL');
  if (code === 0) return;
  const unreachable =
    /\b(ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN)\b(?:[^\n]*?\s([a-z0-9.-]+\.[a-z]{2,}))?/.exec(errors);
  const why = unreachable
    ? `its download${unreachable[2] ? ` from ${unreachable[2]}` : ''} can't be reached (${unreachable[1]})`
    : (errors
        .split('\n')
        .find((line) => /error/i.test(line))
        ?.trim() ?? `it ended with code ${code}`);
  throw new Error(
    `Meteor's installer failed: ${why}. Set METEOR_BUNDLE to a bundle that was built elsewhere.`,
  );
}

/**
 * Asks on a terminal. Ctrl-D means no.
 * @throws at Ctrl-C, once whoever waits for SIGINT has got it: a terminal that is read key by key sends none
 */
export async function askOn(
  question: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<boolean> {
  const terminal = createInterface({ input, output, terminal: true });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  terminal.on('close', () => resolve(''));
  terminal.on('SIGINT', () => {
    process.once('SIGINT', () => reject(new Error('Stopped')));
    process.kill(process.pid, 'SIGINT');
  });
  terminal.question(`${question} [y/N] `, resolve);
  try {
    return /^y(es)?$/i.test((await promise).trim());
  } finally {
    terminal.close();
  }
}
