/**
 * What runs in the browser's page. Files of this folder are sent there as the text of one function each, so a function
 * uses nothing from around it but what browsers have.
 */

/** Where messages go, and how; sent to the page as JSON. */
export interface Where {
  /** http://127.0.0.1:port */
  url: string;
  /** A signed token, for those that show one. */
  token: string;
  /** The carrier's own. */
  options: Readonly<Record<string, string | boolean>>;
}

/** An open way to the server. */
export interface Line {
  /** What carries it, as the library itself names it. */
  readonly transport: string;
  /** Sends a count; the server answers with the next one. */
  ask(count: number, answered: (count: number) => void): void;
  /** Has the server send so many messages of its own: counts from 0. */
  pull?(total: number, arrived: (count: number) => void): void;
  /** Sends so many messages without waiting for any; the server says at the end how many it has. */
  put?(total: number, taken: (count: number) => void): void;
  close(): void;
}

/** @param fail for what goes wrong later */
export type Connect = (where: Where, fail: (error: Error) => void) => Promise<Line>;
