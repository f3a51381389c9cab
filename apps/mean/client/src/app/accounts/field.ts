import { Component, computed, type ElementRef, input, model, viewChild } from '@angular/core';
import type { FormValueControl, ValidationError } from '@angular/forms/signals';
import { testIds } from '@meteor-vs-mean/contract';

/** A field of a form about accounts: its label, what it may hold, and what is wrong with it. */
@Component({ selector: 'app-field', templateUrl: './field.html' })
export class Field implements FormValueControl<string> {
  readonly value = model('');
  /** The form's own name for it, unique on the page. */
  readonly name = input('');
  readonly errors = input<readonly ValidationError.WithOptionalFieldTree[]>([]);
  readonly label = input.required<string>();
  /** What it is called in forms everywhere, for password managers. */
  readonly key = input.required<string>();
  readonly testId = input.required<string>();
  readonly kind = input<'text' | 'password'>('password');
  /** What a password manager may put there. */
  readonly fill = input.required<string>();
  readonly hint = input<string>();
  /** Whether it is told what is wrong: not before somebody tried to send the form. */
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
