import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const packageName = 'argon2-cffi==25.1.0';

/** Hashes and verifies with argon2-cffi, and prints a hash's parameters. It gets the password's digest. */
const program = `
import hashlib, json, sys
import argon2
asked = json.loads(sys.argv[1])
digest = hashlib.sha256(asked['password'].encode()).hexdigest()
def verifies(stored, text):
    try:
        return argon2.PasswordHasher().verify(stored, text)
    except argon2.exceptions.VerifyMismatchError:
        return False
stored = asked.get('stored')
if stored is None:
    cost = argon2.PasswordHasher(time_cost=2, memory_cost=19456, parallelism=1)
    print(json.dumps({'made': cost.hash(digest)}))
else:
    seen = argon2.extract_parameters(stored)
    print(json.dumps({
        'verified': verifies(stored, digest),
        'verifiedAnother': verifies(stored, digest[:-1]),
        'verifiedPlain': verifies(stored, asked['password']),
        'parameters': [seen.type.name, seen.version, seen.time_cost, seen.memory_cost, seen.parallelism],
    }))
`;

export interface Seen {
  verified: boolean;
  verifiedAnother: boolean;
  verifiedPlain: boolean;
  parameters: (string | number)[];
}

/** A client of MongoDB that is independent of both apps: python's argon2-cffi. */
export interface ForeignClient {
  /** Reads a hash that an app stored. */
  look(password: string, stored: string): Promise<Seen>;
  hash(password: string): Promise<string>;
}

let folder: Promise<string> | undefined;

/** Installs it from PyPI once per run. @throws a one-line error without python, pip or PyPI */
export async function foreignClient(): Promise<ForeignClient> {
  folder ??= install();
  const PYTHONPATH = [await folder, process.env.PYTHONPATH].filter(Boolean).join(delimiter);
  const ask = async (asked: object) => {
    const env = { ...process.env, PYTHONPATH };
    const { stdout } = await run('python3', ['-c', program, JSON.stringify(asked)], { env });
    return JSON.parse(stdout);
  };
  return {
    look: (password, stored) => ask({ password, stored }),
    hash: async (password) => (await ask({ password })).made,
  };
}

/** @returns its folder */
async function install(): Promise<string> {
  const target = await mkdtemp(join(tmpdir(), 'conformance-argon2-'));
  const args = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--target',
    target,
    packageName,
  ];
  try {
    await run('python3', args, { timeout: 120_000 });
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    const { stderr = '', message } = error as Error & { stderr?: string };
    const last = stderr.trim().split('\n').at(-1) || message;
    throw new Error(`python3 has no ${packageName}, and can't install it: ${last}`);
  }
  return target;
}

export async function removeForeignClient(): Promise<void> {
  const installed = await folder?.catch(() => undefined);
  folder = undefined;
  if (installed !== undefined) await rm(installed, { recursive: true, force: true });
}
