import { Component, computed, DestroyRef, inject, input, type OnInit, signal } from '@angular/core';
import { testIds } from '@meteor-vs-mean/contract';

/** Below a field: by how much its text is too long. */
@Component({
  selector: 'app-over-limit',
  template: `
    @if (isOver()) {
      <p role="status" [attr.data-testid]="testIds.overLimit">{{ count() }} of {{ most() }} characters</p>
    }
  `,
})
export class OverLimit implements OnInit {
  readonly field = input.required<HTMLInputElement | HTMLTextAreaElement>();
  readonly limit = input.required<number>();
  protected readonly testIds = testIds;
  readonly #length = signal(0);
  readonly isOver = computed(() => this.#length() > this.limit());
  protected readonly count = computed(() => this.#length().toLocaleString('en'));
  protected readonly most = computed(() => this.limit().toLocaleString('en'));
  readonly #destroyed = inject(DestroyRef);

  ngOnInit(): void {
    const field = this.field();
    const count = () => this.#length.set(field.value.trim().length);
    field.addEventListener('input', count);
    this.#destroyed.onDestroy(() => field.removeEventListener('input', count));
  }
}
