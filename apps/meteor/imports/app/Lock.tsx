import { testIds } from '@meteor-vs-mean/contract/test-ids';

/** Next to the name of a private list. */
export function Lock() {
  return <span className="lock" data-testid={testIds.lock} role="img" aria-label="Private" />;
}
