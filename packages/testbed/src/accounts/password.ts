import { argon2, createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { argon2Cost, normalizedPassword } from '@meteor-vs-mean/contract';

const tag_bytes = 32;
const salt_bytes = 16;

/**
 * A password as both apps store it: argon2id of the hexadecimal SHA-256 digest of its text.
 * @returns in the PHC string format, `$argon2id$v=19$m=...,t=...,p=...$<salt>$<hash>`
 */
export async function hashPassword(password: string): Promise<string> {
  const { memoryCost_KiB: memory, timeCost: passes, parallelism } = argon2Cost;
  const salt = randomBytes(salt_bytes);
  const message = createHash('sha256').update(normalizedPassword(password)).digest('hex');
  const options = { message, nonce: salt, parallelism, tagLength: tag_bytes, memory, passes };
  const hash = await promisify(argon2)('argon2id', options);
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
