import { sentences } from '@meteor-vs-mean/contract/sentences';
import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { type FocusEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { dismiss, notice } from './notices';

/** A rejected write and the reason, until it is dismissed. */
export function Notice() {
  const shown = useSyncExternalStore(notice.subscribe, notice.get, notice.get);
  return shown && <Shown key={shown.id} {...shown} />;
}

function Shown({ text, kept }: { text: string; kept: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef<EventTarget>(null);
  useLayoutEffect(
    () => () => {
      // The focused button disappears: return the focus to where it was before.
      if (!box.current?.contains(document.activeElement)) return;
      const last = before.current instanceof HTMLElement && before.current.isConnected && before.current;
      (last || document.getElementById('main'))?.focus({ preventScroll: true });
    },
    [],
  );
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  return (
    <div className="notice" role="alert" data-testid={testIds.notice} ref={box} onFocus={onFocus}>
      {text}
      {kept.length > 0 && <Kept text={kept.join('\n')} />}
      <button type="button" aria-label="Dismiss" onClick={dismiss}>
        ×
      </button>
    </div>
  );
}

/** The rejected text, to copy. */
function Kept({ text }: { text: string }) {
  return (
    <textarea
      className="kept"
      readOnly
      dir="auto"
      aria-label={sentences.kept}
      data-testid={testIds.kept}
      ref={(box) => {
        if (box) box.value = text;
      }}
    />
  );
}
