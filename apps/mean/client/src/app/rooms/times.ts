import { isPlatformBrowser } from '@angular/common';
import { Injectable, inject, PLATFORM_ID } from '@angular/core';

// Angular's pipe for dates would bring a locale of its own with every first page.
const hourCycle = 'h23';
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle });
const calendar = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', hourCycle });
const everything = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium', hourCycle });

/** When something was said, in the reader's own time: only a browser knows it. */
@Injectable({ providedIn: 'root' })
export class Times {
  readonly #isKnown = isPlatformBrowser(inject(PLATFORM_ID));

  /** The time alone if it is of today. */
  short(moment: Date): string {
    if (!this.#isKnown) return '';
    const isToday = moment.toDateString() === new Date().toDateString();
    return (isToday ? clock : calendar).format(moment);
  }

  whole(moment: Date): string {
    return this.#isKnown ? everything.format(moment) : '';
  }
}
