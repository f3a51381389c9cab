import { storage } from '../app/storage';

const key = 'nickname';

/** The nickname that this browser keeps; a new browser gets a random one. */
export function storedNickname(): string {
  const stored = storage('localStorage')?.getItem(key);
  if (stored) return stored;
  const made = `Guest-${Math.random().toString(36).slice(2, 6).padEnd(4, '0')}`;
  storeNickname(made);
  return made;
}

export function storeNickname(nickname: string): void {
  storage('localStorage')?.setItem(key, nickname);
}
