import type { Subject } from './subject.ts';
import type { Document } from './wire.ts';

/** The start of a password's hash, made by either app: argon2id, 19 MiB, two passes, one lane. */
export const hashStart = '$argon2id$v=19$m=19456,t=2,p=1$';

/** The part of a user document that the suite reads. */
export interface StoredUser extends Document {
  services?: {
    password?: { argon2?: string };
    resume?: { loginTokens?: { when: Date; hashedToken: string }[] };
  };
}

export async function storedUser(subject: Subject, username: string): Promise<StoredUser> {
  const [user] = await subject.stored('users', { username });
  if (user === undefined) throw new Error(`there is no user document for ${username}`);
  return user as StoredUser;
}
