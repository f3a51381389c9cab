import { Component, computed, type ElementRef, input, model, viewChild } from '@angular/core';
import type { FormValueControl, ValidationError } from '@angular/forms/signals';
import { testIds } from '@meteor-vs-mean/contract';

/** A field of an account form: its label, hint and error. */
@Component({ selector: 'app-field', templateUrl: './field.html' })
export class Field implements FormValueControl<string> {
  readonly value = model('');
  /** Its name, unique on the page. */
  readonly name = input('');
  readonly errors = input<readonly ValidationError.WithOptionalFieldTree[]>([]);
  readonly label = input.required<string>();
  /** Its standard name, for password managers. */
  readonly key = input.required<string>();
  readonly testId = input.required<string>();
  readonly kind = input<'text' | 'password'>('password');
  /** The `autocomplete` value for password managers. */
  readonly fill = input.required<string>();
  readonly hint = input<string>();
  /** Whether to show its error: not before the first attempt to send the form. */
  readonly isChecked = input.required<boolean>();
  protected readonly testIds = testIds;
  protected readonly error = computed(() => (this.isChecked() ? this.errors()[0]?.message : undefined));
  protected readonly describedBy = computed(() => {
    const ids = [this.hint() && `${this.name()}-hint`, this.error() && `${this.name()}-error`];
    return ids.filter(Boolean).join(' ') || null;
  });
  private readonly input = viewChild.required<ElementRef<HTMLInputElement>>('input');

  focus(): void {
    this.input().nativeElement.focus();
  }
}
