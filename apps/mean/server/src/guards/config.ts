import { limits } from '@meteor-vs-mean/contract';
import { type GuardSettings, guardSettings } from '@meteor-vs-mean/guards';

export interface GuardConfig extends GuardSettings {
  readonly backlog: SendBacklog;
}

/**
 * The most that Socket.io may queue for a client that reads too slowly. Beyond either number the client is
 * disconnected: it reconnects and starts from a snapshot, which costs less than the whole queue. The queue is passed to
 * the operating system all at once, so a client never has more than twice as much.
 */
export interface SendBacklog {
  /**
   * Packets. The receivers of a broadcast share its bytes, so this mostly limits small objects. It has to exceed what
   * one tick may send to a client that reads well: 10,000, when snapshots are sent again and every document of a full
   * list has changed.
   */
  readonly packets: number;
  /** Characters in the packets: five snapshots of the largest list that the contract allows. */
  readonly characters: number;
}

/** Reads the guards' settings. @throws SettingError */
export function guardConfig(env: Record<string, string | undefined>): GuardConfig {
  const backlog = { packets: 12_000, characters: 16_000_000 };
  return { ...guardSettings(env, { ...limits, snapshotBytes: 64_000_000 }), backlog };
}
