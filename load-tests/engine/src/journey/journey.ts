import type { Transport } from '@meteor-vs-mean/pubsub-client';
import type { Calls } from '../account/call-account.ts';
import type { Users } from '../account/users.ts';
import type { Rendezvous } from '../folder/rendezvous.ts';
import { measureUsage } from '../process/receiver-usage.ts';
import type { Config } from '../script/config.ts';
import { Follower } from './follower.ts';
import { now_us } from './line.ts';
import { JourneyLog } from './log.ts';
import { type Owes, OwnWrite, type Writer } from './own-write.ts';

/** One thread's part in a journey: its users write into audiences that users of all threads and processes follow. */
export class Journey {
  readonly #log: JourneyLog;
  readonly #meeting: Rendezvous;
  readonly #config: Config;
  readonly #endUsage = measureUsage();
  #witnesses = 0;

  constructor(meeting: Rendezvous, config: Config) {
    this.#meeting = meeting;
    this.#config = config;
    this.#log = new JourneyLog(meeting.dir);
    meeting.presence.begin('writing');
  }

  /** @param user its id */
  follower(user: string, transport: Transport): Follower {
    const isWitness = this.#witnesses < this.#config.witnesses;
    if (isWitness) this.#witnesses++;
    const left = () => {
      if (isWitness) this.#witnesses--;
    };
    return new Follower({ user, log: this.#log, config: this.#config, transport, isWitness, left });
  }

  write(user: Writer, owes: Owes, step: string): OwnWrite {
    return new OwnWrite(user, this.#log, owes, step);
  }

  /** The last user of the thread has ended. */
  end(users: Users, calls: Calls): void {
    this.#log.write(['T', now_us(), users, calls, this.#endUsage()]);
    this.#log.flush();
    this.#meeting.presence.end('writing');
  }
}
