import { isPlatformBrowser } from '@angular/common';
import { Injectable, inject, PLATFORM_ID } from '@angular/core';

// Angular's date pipe would add its own locale to every first page.
const hourCycle = 'h23';
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle });
const calendar = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', hourCycle });
const everything = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium', hourCycle });

/** When a message was sent, in the browser's time zone. */
@Injectable({ providedIn: 'root' })
export class Times {
  readonly #isKnown = isPlatformBrowser(inject(PLATFORM_ID));

  /** Only the time, if it was today. */
  short(moment: Date): string {
    if (!this.#isKnown) return '';
    const isToday = moment.toDateString() === new Date().toDateString();
    return (isToday ? clock : calendar).format(moment);
  }

  whole(moment: Date): string {
    return this.#isKnown ? everything.format(moment) : '';
  }
}
