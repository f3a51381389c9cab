import { isPlatformBrowser } from '@angular/common';
import { Injectable, inject, PLATFORM_ID, signal } from '@angular/core';
import { limits } from '@meteor-vs-mean/contract';
import { allowed } from '../allowed';
import { newId } from '../live/id';

const key = 'nickname';

/** The user's nickname in all rooms, kept in this browser. */
@Injectable({ providedIn: 'root' })
export class Nickname {
  /** Empty while the server renders, because it doesn't know the nickname. */
  readonly value = signal('');

  set(nickname: string): void {
    this.value.set(nickname);
    allowed(() => localStorage.setItem(key, nickname));
  }

  constructor() {
    if (isPlatformBrowser(inject(PLATFORM_ID))) this.set(stored());
  }
}

function stored(): string {
  const nickname = allowed(() => localStorage.getItem(key))
    ?.trim()
    .slice(0, limits.nicknameLength);
  return nickname || `Guest-${newId().replace(/[-_]/g, '').slice(0, 4)}`;
}
