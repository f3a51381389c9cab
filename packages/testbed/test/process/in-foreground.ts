/** A program of a test: runs another one in the foreground, by a shell that says its number and ends before it. */
import path from 'node:path';
import { runInForeground } from '../../src/process/index.ts';

const script = path.join(import.meta.dirname, 'interruptible.ts');
const status = await runInForeground(
  'sh',
  ['-c', `echo $$; "$0" "$1"; true`, process.execPath, script],
  import.meta.dirname,
);
console.log(`status ${status}`);
