import { describe, RunError } from './error.ts';

/** An app that answers is running, whatever its answer is. */
const nobodyThere = /\bE(CONNREFUSED|HOSTUNREACH|NETUNREACH|TIMEDOUT|AI_AGAIN)\b|\bENOTFOUND\b/;
const untrusted = /self-signed certificate|unable to (get|verify)\b.*certificate|does not match certificate/;
/** Node's own advice, which holds for no option of this engine. */
const advice = /; if the root CA is installed.*?--use-system-ca/;

/** @returns the error of a connection, with a remedy if its message doesn't lead to one */
export function withRemedy(error: unknown): unknown {
  const { code, message } = describe(error);
  if (code !== 'refused') return error;
  if (nobodyThere.test(message)) return new RunError(code, `${message} (is the app running there?)`, 'app');
  if (!untrusted.test(message)) return error;
  const remedy = 'config.tls: { ca: <file> } or { rejectUnauthorized: false }, or -k, accepts it';
  return new RunError(code, `${message.replace(advice, '')} (${remedy})`, 'script');
}
