/**
 * Whether Angular replays an event from before the scripts ran (`EventPhase.REPLAY`). The field may contain other text
 * by now, so it isn't sent.
 */
export const isReplayed = ({ eventPhase }: Event): boolean => eventPhase === 101;
