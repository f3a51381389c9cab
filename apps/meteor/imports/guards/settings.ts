import { limits } from '@meteor-vs-mean/contract/limits';
import {
  areGuardsOn,
  type GuardSettings,
  guardSettings,
  SettingError,
} from '@meteor-vs-mean/guards/settings';

/** What Meteor keeps of the documents of a snapshot, and collects later, is several times as much as the snapshot. */
const snapshotBytes = 16_000_000;

export const settings: GuardSettings = inOneLine(() =>
  guardSettings(process.env, { ...limits, snapshotBytes }),
);

/** Whether GUARDS says so. */
export const isOn = inOneLine(() => areGuardsOn(process.env));

/** Meteor would print the stack of what is thrown here. */
function inOneLine<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return end(error.message);
  }
}

/** Ends the server with one line. */
export function end(line: string): never {
  console.error(line);
  process.exit(1);
}
