const key = 'nickname';

/** The nickname that this browser keeps; a new browser gets one. */
export function storedNickname(): string {
  const made = `Guest-${Math.random().toString(36).slice(2, 6).padEnd(4, '0')}`;
  try {
    const stored = localStorage.getItem(key);
    if (stored) return stored;
    localStorage.setItem(key, made);
  } catch {
    // A browser may forbid storage: the nickname lasts as long as the page then.
  }
  return made;
}

export function storeNickname(nickname: string): void {
  try {
    localStorage.setItem(key, nickname);
  } catch {
    // As above.
  }
}
