/** Whose fault a failure is. The script includes its processor. */
export const faults = ['app', 'database', 'script', 'generator'] as const;
export type Fault = (typeof faults)[number];

/**
 * An expected failure: its message is one line for the user that says what, where, and what to do.
 * Artillery counts it as `errors.<code>`.
 */
export class RunError extends Error {
  readonly code: string;
  /** Whose fault it is, where the code doesn't say. */
  readonly by: Fault | undefined;

  constructor(code: string, message: string, by?: Fault) {
    super(message);
    this.name = 'RunError';
    this.code = code;
    this.by = by;
  }
}

/** What stands before the host of an address: up to the last @, since a password may hold one that wasn't escaped. */
const credentials = /(?<=\w:\/\/)[^\s"]+@/g;

/** The code to count an error under, and its message on one line, in which no address has its user and password. */
export function describe(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: 'error', message: String(error) };
  const code = (error as { code?: unknown }).code;
  const message = error.message.replace(/\s*\n\s*/g, ' ').replace(credentials, '<credentials>@');
  return { code: typeof code === 'string' || typeof code === 'number' ? String(code) : error.name, message };
}

/** Codes of pubsub-client itself: all others are the app's. */
const clientCodes = ['refused', 'timeout', 'disconnected', 'closed', 'protocol', 'unrecognised'];

/** An error that answers a call or a subscription. */
export class Refusal extends RunError {
  /** E.g. `call todos.insert`. */
  readonly answered: string;

  constructor(answered: string, error: unknown) {
    const { code, message } = describe(error);
    const isSaid = message.includes(code) || clientCodes.includes(code);
    super(code, `${answered}: ${isSaid ? message : `${code}, ${message}`}`);
    this.answered = answered;
    this.cause = error;
  }
}
