import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { useId } from 'react';

interface Props {
  name: string;
  label: string;
  testId: string;
  type?: 'text' | 'password';
  /** What a password manager may put there. */
  autoComplete: string;
  hint?: string;
  error: string | undefined;
}

/** A field of a form about accounts: its label, what it may hold, and what is wrong with it. */
export function Field({ name, label, testId, type = 'password', autoComplete, hint, error }: Props) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <>
      <label>
        {label}{' '}
        <input
          name={name}
          type={type}
          data-testid={testId}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy || undefined}
        />
      </label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="error" id={`${id}-error`} data-testid={testIds.fieldError}>
          {error}
        </p>
      )}
    </>
  );
}

/** What is wrong with a form as a whole. */
export function FormError({ error }: { error: string | undefined }) {
  if (!error) return null;
  return (
    <p className="error" role="alert" data-testid={testIds.formError}>
      {error}
    </p>
  );
}
