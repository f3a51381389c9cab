import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { useSyncExternalStore } from 'react';
import { dismiss, notice } from './notices';

/** What was refused, and why, until it is dismissed. */
export function Notice() {
  const shown = useSyncExternalStore(notice.subscribe, notice.get, notice.get);
  if (!shown) return null;
  return (
    <div key={shown.id} className="notice" role="alert" data-testid={testIds.notice}>
      {shown.text}
      <button type="button" aria-label="Dismiss" onClick={dismiss}>
        ×
      </button>
    </div>
  );
}
