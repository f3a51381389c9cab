import { type SchemaPath, validate } from '@angular/forms/signals';
import { limits, usernamePattern } from '@meteor-vs-mean/contract';

/** The rule for the name of a new account, as a hint. */
export const usernameHint = `${limits.username.least} to ${limits.username.most} characters: letters from A to Z, digits, . _ and -`;

/** The rule for a new password, as a hint. */
export const passwordHint = `${limits.password.least} characters or more`;

/** Requires a value; the server decides whether an existing name or password is right. */
export function filled(path: SchemaPath<string>, message: string): void {
  validate(path, ({ value }) => (value() === '' ? { kind: 'empty', message } : undefined));
}

/** Validates the name of a new account by the contract's limits. */
export function newUsername(path: SchemaPath<string>): void {
  const { least, most } = limits.username;
  validate(path, ({ value }) => {
    const name = value().trim();
    if (name.length < least || name.length > most) {
      return { kind: 'length', message: `A name has ${least} to ${most} characters` };
    }
    if (!usernamePattern.test(name)) {
      return { kind: 'letters', message: 'A name may only contain letters from A to Z, digits, . _ and -' };
    }
    return undefined;
  });
}

/** Validates a new password by the contract's limits. */
export function newPassword(path: SchemaPath<string>): void {
  const { least, most } = limits.password;
  validate(path, ({ value }) => {
    const { length } = value();
    return length < least || length > most
      ? { kind: 'length', message: `A password has ${least} to ${most} characters` }
      : undefined;
  });
}
