import type { Finding } from '../finding.ts';

/** One look at the machine: quick, and it changes nothing, unless its own comment says so. */
export type Look = () => Promise<Finding | Finding[]>;

export const inGigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
