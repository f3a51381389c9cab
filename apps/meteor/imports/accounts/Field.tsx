import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { useId } from 'react';

interface Props {
  name: string;
  label: string;
  testId: string;
  type?: 'text' | 'password';
  /** The `autocomplete` value for password managers. */
  autoComplete: string;
  hint?: string;
  error: string | undefined;
}

/** A field of an account form: its label, hint and error. */
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

/** The error of a whole form. */
export function FormError({ error }: { error: string | undefined }) {
  if (!error) return null;
  return (
    <p className="error" role="alert" data-testid={testIds.formError}>
      {error}
    </p>
  );
}
