import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Finds Artillery's program in the project of the current folder, otherwise next to this package.
 * @throws Error of one line if there is none
 */
export function artilleryProgram(): string {
  for (const from of [path.join(process.cwd(), 'package.json'), import.meta.url]) {
    try {
      return path.join(path.dirname(createRequire(from).resolve('artillery/package.json')), 'bin', 'run');
    } catch {}
  }
  throw new Error('Artillery is not installed here: npm install --save-dev artillery');
}
