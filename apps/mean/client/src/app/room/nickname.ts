import { Injectable, signal } from '@angular/core';
import { limits } from '@meteor-vs-mean/contract';
import { newId } from '../live/id';

const key = 'nickname';

/** What we are called in all rooms, kept in this browser. */
@Injectable({ providedIn: 'root' })
export class Nickname {
  readonly value = signal(stored());

  set(nickname: string): void {
    this.value.set(nickname);
    try {
      localStorage.setItem(key, nickname);
    } catch {
      // A browser may forbid it: then it lasts as long as the page.
    }
  }

  constructor() {
    this.set(this.value());
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
