import { createHash } from 'node:crypto';
import { argon2Cost, normalizedPassword, type User } from '@meteor-vs-mean/contract';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { compare } from 'bcryptjs';
import pLimit from 'p-limit';

/** A stored password: a user's `services.password`. */
type Stored = NonNullable<NonNullable<User['services']>['password']>;

/** `outdated`: right, but stored with an old hash that should be replaced. */
export type Verdict = 'wrong' | 'right' | 'outdated';

const { timeCost, memoryCost_KiB: memoryCost, parallelism } = argon2Cost;
/** No password matches it. Salt and hash are zeros, and verifying it costs as much as any other. */
const nobodys = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Hashes and verifies passwords like Meteor's accounts-password. */
export class Passwords {
  /** How many were verified. A missing account, or one without a password, also costs a verification. */
  verifications = 0;
  /** Each hash occupies one of Node's four threads, which files and DNS lookups also need. */
  readonly #hashing = pLimit(2);

  /** @returns the value for a user's `services.password.argon2` */
  hash(password: string): Promise<string> {
    return this.#hashing(() => hash(digestOf(password), { timeCost, memoryCost, parallelism }));
  }

  /** @param stored undefined if the account doesn't exist */
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
  // An account from before Meteor was configured to use argon2.
  if (!argon2 && isBcrypt(bcrypt)) return (await compare(digest, bcrypt)) ? 'outdated' : 'wrong';
  await verify(nobodys, digest);
  return 'wrong';
}

/** Meteor's client sends this digest instead of the password, so this is what is hashed. */
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
