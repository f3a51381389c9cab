import { sentences } from '@meteor-vs-mean/contract/sentences';
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
      {shown.kept.length > 0 && <Kept text={shown.kept.join('\n')} />}
      <button type="button" aria-label="Dismiss" onClick={dismiss}>
        ×
      </button>
    </div>
  );
}

/** To copy. */
function Kept({ text }: { text: string }) {
  return (
    <textarea
      className="kept"
      readOnly
      aria-label={sentences.kept}
      data-testid={testIds.kept}
      ref={(box) => {
        if (box) box.value = text;
      }}
    />
  );
}
