/** Whose fault a failure is. The script includes its processor. */
export const faults = ['app', 'database', 'script', 'generator'] as const;
export type Fault = (typeof faults)[number];

/**
 * An expected failure: its message is one line for the user that says what, where, and what to do.
 * Artillery counts it as `errors.<code>`.
 */
export class RunError extends Error {
  readonly code: string;
  /** Whose fault it is, if the code doesn't decide. */
  readonly by: Fault | undefined;

  constructor(code: string, message: string, by?: Fault) {
    super(message);
    this.name = 'RunError';
    this.code = code;
    this.by = by;
  }
}

/** The user and password of an address. They end at the last @, because a password can have an unescaped one. */
const credentials = /(?<=\w:\/\/)[^\s"]+@/g;

/** @returns the code that the error counts under, and its message on one line without users and passwords of addresses */
export function describe(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: 'error', message: String(error) };
  const code = (error as { code?: unknown }).code;
  const message = error.message.replace(/\s*\n\s*/g, ' ').replace(credentials, '<credentials>@');
  return { code: typeof code === 'string' || typeof code === 'number' ? String(code) : error.name, message };
}

/** Codes of pubsub-client. All others are codes of the app. */
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
