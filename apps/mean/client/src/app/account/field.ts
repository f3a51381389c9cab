import { Component, computed, input } from '@angular/core';
import { type FieldTree, FormField } from '@angular/forms/signals';
import { testIds } from '@meteor-vs-mean/contract';

/** A field of a form about accounts: its label, what it may hold, and what is wrong with it. */
@Component({
  selector: 'app-field',
  imports: [FormField],
  templateUrl: './field.html',
  host: { style: 'display: contents' },
})
export class Field {
  readonly field = input.required<FieldTree<string>>();
  readonly label = input.required<string>();
  /** As tests find it; its id, too. */
  readonly testId = input.required<string>();
  readonly type = input<'text' | 'password'>('password');
  /** What a password manager may put there. */
  readonly autocomplete = input.required<string>();
  readonly hint = input<string>();
  /** Whether it is told what is wrong: not before somebody tried to send the form. */
  readonly isChecked = input.required<boolean>();
  protected readonly testIds = testIds;
  protected readonly id = computed(() => this.field()().name());
  protected readonly error = computed(() =>
    this.isChecked() ? this.field()().errors()[0]?.message : undefined,
  );
  protected readonly describedBy = computed(() => {
    const ids = [this.hint() && `${this.id()}-hint`, this.error() && `${this.id()}-error`].filter(Boolean);
    return ids.join(' ') || null;
  });
}
