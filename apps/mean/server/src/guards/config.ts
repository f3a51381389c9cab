import { limits } from '@meteor-vs-mean/contract';
import { type GuardSettings, guardSettings } from '@meteor-vs-mean/guards';

export interface GuardConfig extends GuardSettings {
  readonly backlog: SendBacklog;
}

/**
 * The most that may wait in Socket.io's queue for a client that reads too slowly. Past either number it is
 * disconnected: its client comes back and starts from a snapshot, which costs less than the whole backlog.
 * The queue is handed to the operating system all at once, so a client never holds more than twice as much.
 */
export interface SendBacklog {
  /**
   * Packets. A broadcast's bytes are shared by all who wait for them, so this bounds mostly small objects. It has
   * to be more than what one tick may send to a client that reads well: 10,000, when snapshots are sent again and
   * nothing in the fullest list is as it was.
   */
  readonly packets: number;
  /** Characters in them: five snapshots of the fullest list that the contract allows. */
  readonly characters: number;
}

/** Reads the guards' settings. @throws SettingError */
export function guardConfig(env: Record<string, string | undefined>): GuardConfig {
  const backlog = { packets: 12_000, characters: 16_000_000 };
  return { ...guardSettings(env, { ...limits, snapshotBytes: 64_000_000 }), backlog };
}
