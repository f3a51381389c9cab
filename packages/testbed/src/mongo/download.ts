/**
 * Run as a process of its own: mongodb-memory-server reports its progress on standard output, which belongs to the
 * command that uses us (`--json`). The last line is `{"path"}` or `{"error"}`.
 */
import { MongoBinary } from 'mongodb-memory-server-core';

try {
  console.log(JSON.stringify({ path: await MongoBinary.getPath() }));
} catch (error) {
  const { code, message } = error as { code?: string; message: string };
  console.log(JSON.stringify({ error: code ?? message.split('\n')[0] }));
  process.exitCode = 1;
}
