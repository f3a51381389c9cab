import { PubSubError } from '@meteor-vs-mean/pubsub-client';
import { describe, type Fault, Refusal, RunError } from './error.ts';

/** void.json: the run has no result. */
export interface VoidFile {
  code: string;
  reason: string;
  by: Fault;
}

/** Codes of a RunError that the author of the script can fix. */
const scriptCodes = new Set(['config', 'variable', 'schedule', 'match', 'capture']);
/** This machine has no file, port or memory left. */
const exhausted = /\bE(MFILE|NFILE|ADDRNOTAVAIL|NOBUFS|NOMEM)\b/;

/** @returns whose fault an error is, if it ended a virtual user or a run */
export function faultOf(error: unknown): Fault {
  if (error instanceof Refusal) return faultOf(error.cause);
  const { code, message } = describe(error);
  if (exhausted.test(`${code} ${message}`)) return 'generator';
  if (error instanceof PubSubError) return code === 'option' ? 'script' : 'app';
  if (!(error instanceof RunError)) return 'script'; // thrown by a function of the processor
  return error.by ?? (scriptCodes.has(code) ? 'script' : 'generator');
}

/** @returns void.json for a run that an error ended */
export function failureOf(error: unknown): VoidFile {
  const { code, message } = describe(error);
  return { code, reason: message, by: faultOf(error) };
}
