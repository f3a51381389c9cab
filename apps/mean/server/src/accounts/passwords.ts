import { createHash } from 'node:crypto';
import { argon2Cost, normalizedPassword, type User } from '@meteor-vs-mean/contract';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { compare } from 'bcryptjs';
import pLimit from 'p-limit';

/** What is stored of a password, as in a user's `services.password`. */
type Stored = NonNullable<NonNullable<User['services']>['password']>;

/** `outdated`: right, and it should be stored as one is today. */
export type Verdict = 'wrong' | 'right' | 'outdated';

const { timeCost, memoryCost_KiB: memoryCost, parallelism } = argon2Cost;
/** No password is known that fits it. Its salt and its hash are zeros, and to verify it costs what any other does. */
const nobodys = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Makes and verifies the hashes of passwords, as Meteor's accounts-password does. */
export class Passwords {
  /** How many were verified. An account that isn't there, or that can't be logged in to, costs one too. */
  verifications = 0;
  /** Each takes a thread of Node's four for a while, and files and names of hosts need threads too. */
  readonly #hashing = pLimit(2);

  /** @returns what a user's `services.password.argon2` holds */
  hash(password: string): Promise<string> {
    return this.#hashing(() => hash(digestOf(password), { timeCost, memoryCost, parallelism }));
  }

  /** @param stored undefined: of an account that isn't there */
  verify(stored: Stored | undefined, password: string): Promise<Verdict> {
    this.verifications++;
    return this.#hashing(() => verdictOf(stored, password));
  }
}

async function verdictOf(stored: Stored | undefined, password: string): Promise<Verdict> {
  const digest = digestOf(password);
  const { argon2, bcrypt } = stored ?? {};
  if (isArgon2(argon2)) {
    if (!(await verify(argon2, digest))) return 'wrong';
    return isOfToday(argon2) ? 'right' : 'outdated';
  }
  // An account that was made before Meteor was told to use argon2.
  if (!argon2 && isBcrypt(bcrypt)) return (await compare(digest, bcrypt)) ? 'outdated' : 'wrong';
  await verify(nobodys, digest);
  return 'wrong';
}

/** Meteor's client sends this and never the password, so this is what is hashed. */
function digestOf(password: string): string {
  return createHash('sha256').update(normalizedPassword(password)).digest('hex');
}

function isArgon2(stored: unknown): stored is string {
  if (typeof stored !== 'string') return false;
  try {
    parseOptions(stored);
    return true;
  } catch {
    return false;
  }
}

function isBcrypt(stored: unknown): stored is string {
  return typeof stored === 'string' && /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(stored);
}

function isOfToday(stored: string): boolean {
  return stored.startsWith(nobodys.slice(0, nobodys.lastIndexOf('$', nobodys.lastIndexOf('$') - 1) + 1));
}
