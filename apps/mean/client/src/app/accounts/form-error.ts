import { Component, input } from '@angular/core';
import type { ValidationError } from '@angular/forms/signals';
import { testIds } from '@meteor-vs-mean/contract';

/** The error of a whole form. */
@Component({
  selector: 'app-form-error',
  template: `
    @for (error of errors(); track error) {
      <p class="error" role="alert" [attr.data-testid]="testIds.formError">{{ error.message }}</p>
    }
  `,
})
export class FormError {
  readonly errors = input.required<readonly ValidationError[]>();
  protected readonly testIds = testIds;
}
