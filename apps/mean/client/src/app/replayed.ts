/**
 * Whether Angular repeats an event of before the scripts came (`EventPhase.REPLAY`). What it would send is in a field,
 * which may hold other text by now: so it stays there unsent.
 */
export const isReplayed = ({ eventPhase }: Event): boolean => eventPhase === 101;
