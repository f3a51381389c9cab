import { useCallback, useEffect, useState } from 'react';

interface Lost {
  id: number;
  text: string;
}

export interface LostDrafts {
  lost: readonly Lost[];
  /** Always the same function. */
  lose(text: string): void;
  letGo(id: number): void;
}

let last = 0;

/**
 * What was being typed in todos that are gone from the page.
 * @param userId of the account: what it typed is for nobody who comes after it
 */
export function useLostDrafts(userId: string | undefined): LostDrafts {
  const [lost, setLost] = useState<readonly Lost[]>([]);
  const lose = useCallback((text: string) => {
    last += 1;
    const id = last;
    if (text.trim() !== '') setLost((all) => [...all, { id, text }]);
  }, []);
  const letGo = useCallback((id: number) => setLost((all) => all.filter((each) => each.id !== id)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the account alone says when
  useEffect(() => setLost([]), [userId]);
  return { lost, lose, letGo };
}
