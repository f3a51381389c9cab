import { signal } from '@angular/core';
import type { FieldTree, FormSubmitOptions, TreeValidationResult } from '@angular/forms/signals';
import { ContractError, type ErrorCode } from '@meteor-vs-mean/contract';

/** The kind of an error from the server. */
const refused = 'refused';

/** A server error in terms of a form: the wrong field (none: the whole form), and a message. */
export interface Refusal<Model> {
  field?: (form: FieldTree<Model>) => FieldTree<string>;
  message: string;
}

/**
 * Sends an account form. Errors are shown from the first attempt on, and the first wrong field gets the focus.
 * @param send throws the server's error
 */
export class Submission<Model> implements FormSubmitOptions<Model, unknown> {
  /** The user has tried to send it. */
  readonly isTried = signal(false);
  readonly #send: (model: Model) => Promise<void>;
  readonly #refusals: Partial<Record<ErrorCode, Refusal<Model>>>;

  constructor(send: (model: Model) => Promise<void>, refusals: Partial<Record<ErrorCode, Refusal<Model>>>) {
    this.#send = send;
    this.#refusals = refusals;
  }

  /** After too many attempts the user may send the same values again. */
  readonly ignoreValidators = 'all';

  readonly action = async (form: FieldTree<Model>): Promise<TreeValidationResult> => {
    this.isTried.set(true);
    const wrong = form()
      .errorSummary()
      .find(({ kind }) => kind !== refused);
    if (wrong) {
      wrong.fieldTree().focusBoundControl();
      return undefined;
    }
    try {
      await this.#send(form().value());
      return undefined;
    } catch (error) {
      const { field, message } = this.#refusalOf(error as Error);
      if (!field) return { kind: refused, message };
      field(form)().focusBoundControl();
      return { kind: refused, message, fieldTree: field(form) };
    }
  };

  #refusalOf(error: Error): Refusal<Model> {
    const known = error instanceof ContractError ? this.#refusals[error.code] : undefined;
    return known ?? { message: error.message };
  }
}
