import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../app/refusal';

type Values<Field extends string> = Record<Field, string>;
/** Errors by field; `form` is for the whole form. */
export type Errors<Field extends string> = Partial<Record<Field | 'form', string>>;

interface Options<Field extends string> {
  /** In the order of the form. */
  fields: readonly Field[];
  check(values: Values<Field>): Errors<Field>;
  /** @throws the server's error */
  send(values: Values<Field>): Promise<void>;
  /** The errors that `403` from the server means for this form. */
  refused: Errors<Field>;
}

interface Submission<Field extends string> {
  errors: Errors<Field>;
  /** Props of the form element. */
  handlers: {
    method: 'dialog';
    noValidate: true;
    onSubmit(event: FormEvent<HTMLFormElement>): void;
    onInput(event: FormEvent<HTMLFormElement>): void;
  };
  isBusy: boolean;
}

/**
 * Sends an account form. Errors are shown from the first attempt on, and the first wrong field gets the focus. The
 * inputs are uncontrolled, so that password managers find their values.
 */
export function useSubmission<Field extends string>(options: Options<Field>): Submission<Field> {
  const { fields, check, send, refused } = options;
  const [errors, setErrors] = useState<Errors<Field>>({});
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);

  const valuesOf = (form: HTMLFormElement) => {
    const data = new FormData(form);
    const textIn = (field: Field) => {
      const value = String(data.get(field));
      return field === 'username' ? value.trim() : value;
    };
    return Object.fromEntries(fields.map((field) => [field, textIn(field)])) as Values<Field>;
  };
  const showErrors = (form: HTMLFormElement, wrong: Errors<Field>) => {
    setErrors(wrong);
    const first = fields.find((field) => wrong[field] !== undefined);
    if (first) (form.elements.namedItem(first) as HTMLInputElement).focus();
    return first === undefined;
  };

  const submit = async (form: HTMLFormElement) => {
    setTried(true);
    const values = valuesOf(form);
    if (!showErrors(form, check(values))) return;
    setBusy(true);
    try {
      await send(values);
      setTried(false);
      form.reset();
    } catch (error) {
      const refusal = error as { error?: unknown };
      const isRefused = String(refusal.error) === '403';
      showErrors(form, isRefused ? refused : ({ form: sentenceOf(error as Error) } as Errors<Field>));
    } finally {
      setBusy(false);
    }
  };

  return {
    errors,
    handlers: {
      // Before the scripts run, the browser would submit the form itself and put a password into the URL.
      method: 'dialog',
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        if (!isBusy) submit(event.currentTarget);
      },
      onInput(event) {
        if (isTried) setErrors(check(valuesOf(event.currentTarget)));
      },
    },
    isBusy,
  };
}
