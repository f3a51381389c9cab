// Missing in @types/meteor.
import 'meteor/accounts-base';

declare module 'meteor/accounts-base' {
  namespace Accounts {
    function config(options: {
      argon2Enabled: boolean;
      argon2Type: 'argon2id';
      argon2TimeCost: number;
      argon2MemoryCost: number;
      argon2Parallelism: number;
      loginExpirationInDays: number;
      ambiguousErrorMessages: boolean;
    }): void;
    function setDefaultPublishFields(fields: Record<string, 1>): void;
    function removeDefaultRateLimit(): void;
    /** Creates an account and hashes its password. */
    let createUserVerifyingEmail: (options: object) => Promise<string>;
    /** Undocumented: hashes a password like a log-in, for pages that ask for it again. */
    function _hashPassword(password: string): { digest: string; algorithm: 'sha-256' };
    /** Undocumented, but packages that ask for a password again call it. */
    function _checkPasswordAsync(
      user: { _id: string; services?: unknown },
      password: string | { digest: string; algorithm: 'sha-256' },
    ): Promise<{ userId: string; error?: Error }>;
  }
}
