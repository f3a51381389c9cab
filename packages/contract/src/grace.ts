/**
 * A list or a room may be removed while something is inserted into it. Whoever removes it waits `removal_ms`, and then
 * removes once more what is in it. So an insert that MongoDB has answered within `insert_ms` of its look at the list or
 * the room needn't look again. One that took longer looks again, and takes back what it inserted if that belongs to
 * nothing. The two differ since a timer may be early by a millisecond.
 */
export const grace = { insert_ms: 100, removal_ms: 110 } as const;
