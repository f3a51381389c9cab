import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeHistogram } from '../account/histogram.ts';
import type { Share } from '../account/share.ts';
import { RunError } from '../failures/error.ts';
import { failureOf, type VoidFile } from '../failures/fault.ts';
import type { ScheduleFile } from '../folder/rendezvous.ts';
import type { WritersFile } from '../folder/writers-file.ts';
import type { Outcome } from '../results/outcome.ts';
import type { Run } from '../results/results.ts';
import type { RendezvousOptions } from '../script/config.ts';
import { type ClockOffset, middleOf, offsetDuring } from './clock.ts';
import { Roster, rendezvousGone } from './roster.ts';
import { type MachineOutcome, type MachinesFile, mergeMachines, mergeWriters } from './whole.ts';

const look_ms = 1000;

/**
 * Coordinates one machine with the others of a run. It belongs to the thread that has the writers; the other threads and
 * processes of the machine read the folder that they share.
 */
export class Coordinator {
  /** Resolves when this machine has its place in the run. */
  readonly joined: Promise<void>;
  readonly #options: RendezvousOptions;
  readonly #roster: Promise<Roster>;
  readonly #watch: NodeJS.Timeout;
  #before: ClockOffset | undefined;
  #over = false;

  /** @param onVoid called if another machine, or the rendezvous, ends the run */
  constructor(options: RendezvousOptions, schedule: ScheduleFile, onVoid: (failure: VoidFile) => void) {
    this.#options = options;
    this.#roster = Roster.join(options, planOf(schedule));
    this.joined = this.#roster.then(() => {});
    this.joined.catch(() => {});
    this.#watch = setInterval(async () => {
      try {
        await (await this.#roster).look();
      } catch (error) {
        if (this.#over) return;
        onVoid(failureOf(error));
      }
    }, look_ms);
  }

  /** @returns the start of all machines' writes by this machine's clock, and its share of them */
  async start(): Promise<{ t0_ns: bigint; share: Share }> {
    return this.#agreeOnStart().catch((error) => {
      throw rendezvousGone(error);
    });
  }

  async #agreeOnStart(): Promise<{ t0_ns: bigint; share: Share }> {
    const roster = await this.#roster;
    this.#before = await roster.readClock();
    await roster.reach('ready');
    const start_ms = await roster.start();
    const t0_ns = BigInt(start_ms) * 1_000_000n - middleOf(this.#before);
    if (t0_ns < process.hrtime.bigint()) {
      throw new RunError(
        'late-start',
        'this machine learned of the start when it was over: is the rendezvous slow?',
      );
    }
    return { t0_ns, share: { index: roster.index, of: this.#options.machines } };
  }

  /** @returns the outcome of all machines' writes */
  async exchange(own: WritersFile): Promise<WritersFile> {
    const roster = await this.#roster;
    await roster.reach('written', own);
    return mergeWriters(await roster.all<WritersFile>('written'));
  }

  /** @returns the account of all machines' subscribers */
  async conclude(run: Run, outcome: Outcome): Promise<MachinesFile> {
    const roster = await this.#roster;
    const { low_ns, high_ns } = offsetDuring(this.#before as ClockOffset, await roster.readClock());
    const own: MachineOutcome = {
      host: roster.host,
      subscribers: run.subscribers.length,
      outcome,
      own: encodeHistogram(run.latency),
      across: encodeHistogram(run.across),
      acrossOutside: run.acrossOutside,
      offset: { low_ns: String(low_ns), high_ns: String(high_ns) },
    };
    await roster.reach('done', own);
    return mergeMachines(this.#options.run, await roster.all<MachineOutcome>('done'));
  }

  /** How many machines joined, for a message; undefined if it is unknown. */
  async present(): Promise<number | undefined> {
    const seen = await this.#roster.then((roster) => roster.look()).catch(() => undefined);
    return seen?.length;
  }

  /** Makes the run void for the other machines. Waits a second at most. */
  async declareVoid({ reason, ...failure }: VoidFile): Promise<void> {
    this.#over = true;
    const own = { ...failure, reason: `${hostname()}: ${reason}` };
    const told = this.#roster.then((roster) => roster.declareVoid(own));
    await Promise.race([told.catch(() => {}), sleep(look_ms, undefined, { ref: false })]);
  }

  async close(): Promise<void> {
    this.#over = true;
    clearInterval(this.#watch);
    const roster = await this.#roster.catch(() => undefined);
    await roster?.close().catch(() => {});
  }
}

/** What must be the same on all machines. The target can differ: each can have another address of the app. */
function planOf({ due_us, target: _target, ...schedule }: ScheduleFile): string {
  return JSON.stringify({ ...schedule, writes: due_us.length });
}
