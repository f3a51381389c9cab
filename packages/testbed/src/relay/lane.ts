import type { Socket } from 'node:net';
import type { Bottleneck } from './bottleneck.ts';
import { DelayLine } from './delay-line.ts';

/** Up is from the client to the target. */
export type Way = 'up' | 'down';

/**
 * Gets what comes in one direction, chunk by chunk and in order. Only what it gives to `pass` is passed on: at once, later
 * (but not after the direction has ended), changed, or never.
 * @param at_ns `process.hrtime.bigint()` of when the chunk came
 */
export type Tap = (chunk: Buffer, at_ns: bigint, pass: (bytes: Buffer) => void) => void;

interface LaneOptions {
  tap: Tap | undefined;
  delay_ms: number;
  /** The line that this direction shares with those of other connections. */
  bottleneck: Bottleneck | undefined;
  /** Gets the size of each chunk that is read. */
  count(bytes: number): void;
}

/** Why nothing is read: it is held, as on purpose or during a handshake, or what was read is still to be written. */
type Obstacle = 'held' | 'handshake' | 'full';

/** So much may be under way in a delay, as in the window of a fast TCP connection. */
const window_bytes = 4 * 1024 * 1024;

/** One direction of a connection: reads from one socket, and writes to the other one as fast as that takes it. */
export class Lane {
  readonly #from: Socket;
  readonly #to: Socket;
  readonly #line: DelayLine;
  readonly #bottleneck: Bottleneck | undefined;
  readonly #obstacles = new Set<Obstacle>();
  #underWay_bytes = 0;
  /** Tells the other side how this one has ended, when nothing blocks the lane any more. */
  #ending: (() => void) | undefined;

  constructor(from: Socket, to: Socket, { tap, delay_ms, bottleneck, count }: LaneOptions) {
    this.#from = from;
    this.#to = to;
    // Packets that come one by one would keep the event loop turning all the time: a line may be a millisecond late.
    this.#line = new DelayLine(delay_ms, { isCoarse: bottleneck !== undefined });
    this.#bottleneck = bottleneck;
    from.on('data', (chunk: Buffer) => {
      count(chunk.length);
      if (tap) tap(chunk, process.hrtime.bigint(), this.#pass);
      else this.#pass(chunk);
    });
    from.on('end', () => this.#end(() => to.end()));
    from.on('error', () => this.#end(() => drop(to, 'reset')));
    to.on('drain', this.#look);
    to.on('close', () => {
      bottleneck?.forget(this);
      this.#line.clear();
    });
  }

  /** Nothing is read while an obstacle blocks the lane. */
  block(obstacle: Obstacle, isThere: boolean): void {
    if (isThere === this.#obstacles.has(obstacle)) return;
    if (isThere) this.#obstacles.add(obstacle);
    else this.#obstacles.delete(obstacle);
    if (this.#obstacles.size > 0) this.#from.pause();
    else {
      this.#from.resume();
      this.#tellEnding();
    }
  }

  readonly #pass = (bytes: Buffer): void => {
    this.#underWay_bytes += bytes.length;
    if (this.#bottleneck) this.#bottleneck.send(this, bytes, this.#later);
    else this.#later(bytes);
    this.#look();
  };

  readonly #later = (bytes: Buffer): void => {
    this.#line.later(() => {
      this.#underWay_bytes -= bytes.length;
      if (this.#to.writable) this.#to.write(bytes);
      this.#look();
    });
  };

  readonly #look = (): void => {
    this.block('full', this.#to.writableNeedDrain || this.#underWay_bytes > window_bytes);
  };

  /** Node tells of an end and of an error also while nothing is read. */
  #end(tell: () => void): void {
    this.#ending = tell;
    if (this.#obstacles.size === 0) this.#tellEnding();
  }

  #tellEnding(): void {
    const ending = this.#ending;
    this.#ending = undefined;
    if (!ending) return;
    if (this.#bottleneck) this.#bottleneck.send(this, Buffer.alloc(0), () => this.#line.later(ending));
    else this.#line.later(ending);
  }
}

/** A socket of the file system can't be reset, nor can one that isn't connected. */
export function drop(socket: Socket, how: 'end' | 'reset'): void {
  if (how === 'end' || socket.remoteFamily === undefined) socket.destroy();
  // While its FIN is leaving, libuv refuses to reset a socket (EINVAL), which then would never close.
  else if (socket.writableEnded && !socket.writableFinished && socket.writableLength === 0)
    socket.once('finish', () => socket.resetAndDestroy());
  else socket.resetAndDestroy();
}
