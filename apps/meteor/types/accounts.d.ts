// What @types/meteor leaves out.
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
    /** Makes an account and hashes its password. */
    let createUserVerifyingEmail: (options: object) => Promise<string>;
    /** Not documented: a page that asks for a password again sends what a log-in would. */
    function _hashPassword(password: string): { digest: string; algorithm: 'sha-256' };
    /** Not documented; but what packages that ask for a password again call. */
    function _checkPasswordAsync(
      user: { _id: string; services?: unknown },
      password: string | { digest: string; algorithm: 'sha-256' },
    ): Promise<{ userId: string; error?: Error }>;
  }
}
