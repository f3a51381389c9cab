import { limits } from '@meteor-vs-mean/contract/limits';
import {
  areGuardsOn,
  type GuardSettings,
  guardSettings,
  SettingError,
} from '@meteor-vs-mean/guards/settings';

/** Meteor's copies of a snapshot's documents, which are collected later, take several times the snapshot's size. */
const snapshotBytes = 16_000_000;

export const settings: GuardSettings = inOneLine(() =>
  guardSettings(process.env, { ...limits, snapshotBytes }),
);

/** Whether GUARDS allows it. */
export const isOn = inOneLine(() => areGuardsOn(process.env));

/** Errors thrown here would be printed with a stack. */
function inOneLine<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return end(error.message);
  }
}

/** Exits with a one-line error. */
export function end(line: string): never {
  console.error(line);
  process.exit(1);
}
