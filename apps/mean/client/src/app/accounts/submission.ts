import { signal } from '@angular/core';
import type { FieldTree, FormSubmitOptions, TreeValidationResult } from '@angular/forms/signals';
import { ContractError, type ErrorCode } from '@meteor-vs-mean/contract';

/** The kind of an error that the server answered. */
const refused = 'refused';

/** What a refusal by the server means to a form: which field is wrong (none: the whole form), and a sentence. */
export interface Refusal<Model> {
  field?: (form: FieldTree<Model>) => FieldTree<string>;
  message: string;
}

/**
 * How a form about accounts is sent: what is wrong is told from the first attempt on, and the focus goes to the first
 * wrong field.
 * @param send throws what the server answers
 */
export class Submission<Model> implements FormSubmitOptions<Model, unknown> {
  /** Somebody tried to send it. */
  readonly isTried = signal(false);
  readonly #send: (model: Model) => Promise<void>;
  readonly #refusals: Partial<Record<ErrorCode, Refusal<Model>>>;

  constructor(send: (model: Model) => Promise<void>, refusals: Partial<Record<ErrorCode, Refusal<Model>>>) {
    this.#send = send;
    this.#refusals = refusals;
  }

  /** What was refused may be tried again as it is, when a server took it ill that there were too many attempts. */
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
