import { testIds } from '@meteor-vs-mean/contract/test-ids';

/** Beside the name of a private list. */
export function Lock() {
  return <span className="lock" data-testid={testIds.lock} role="img" aria-label="Private" />;
}
