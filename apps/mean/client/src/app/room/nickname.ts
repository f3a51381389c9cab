import { isPlatformBrowser } from '@angular/common';
import { Injectable, inject, PLATFORM_ID, signal } from '@angular/core';
import { limits } from '@meteor-vs-mean/contract';
import { newId } from '../live/id';

const key = 'nickname';

/** What we are called in all rooms, kept in this browser. */
@Injectable({ providedIn: 'root' })
export class Nickname {
  /** Empty while the server renders, which doesn't know it. */
  readonly value = signal('');

  set(nickname: string): void {
    this.value.set(nickname);
    try {
      localStorage.setItem(key, nickname);
    } catch {
      // A browser may forbid it: then it lasts as long as the page.
    }
  }

  constructor() {
    if (isPlatformBrowser(inject(PLATFORM_ID))) this.set(stored());
  }
}

function stored(): string {
  let nickname = '';
  try {
    nickname = localStorage.getItem(key)?.trim().slice(0, limits.nicknameLength) ?? '';
  } catch {
    // As above.
  }
  return nickname || `Guest-${newId().replace(/[-_]/g, '').slice(0, 4)}`;
}
