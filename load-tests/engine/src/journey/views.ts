import { gone } from './digest.ts';
import type { Views } from './line.ts';
import { isTaken, type OpenWrite } from './write.ts';

/** What the account knows of one document. */
interface Known {
  /** Writes of it that are open. */
  open: number;
  /** How many the app took. */
  version: number;
  /** When the newest was sent. */
  sent_us: number;
  isGone: boolean;
  /** How it is in the view of a witness that saw this version. */
  seen: { version: number; digest: string; user: string } | undefined;
}

/** Documents of an audience that are kept, however old they are. */
const mostOld = 1000;

/**
 * Compares the views of witnesses with the account: of each document whose writes are all over. A document that was added or
 * changed since the witness began is there, also if its connection was lost in between; one that was removed isn't; and two
 * witnesses that saw the same writes of it see the same. A document that the app took away by itself, as out of a window of
 * the newest, is not compared.
 */
export class ViewAccount {
  /** Views of which at least one document could be compared. */
  compared = 0;
  documents = 0;
  /** Documents that were not as they should be. */
  differ = 0;
  first: string | undefined;
  readonly #removals: ReadonlySet<string>;
  /** Of each audience, and since when. */
  readonly #witnesses = new Map<string, Map<string, number>>();
  /** Of each audience that has a witness. */
  readonly #known = new Map<string, Map<string, Known>>();
  readonly #open = new Map<OpenWrite, Known>();

  /** @param removals kinds of writes that take a document away */
  constructor(removals: ReadonlySet<string>) {
    this.#removals = removals;
  }

  follow(audience: string, user: string, at_us: number): void {
    const witnesses = this.#witnesses.get(audience) ?? new Map<string, number>();
    this.#witnesses.set(audience, witnesses);
    if (!witnesses.has(user)) witnesses.set(user, at_us);
    if (!this.#known.has(audience)) this.#known.set(audience, new Map());
  }

  leave(audience: string, user: string): void {
    const witnesses = this.#witnesses.get(audience);
    if (witnesses?.delete(user) !== true) return;
    if (witnesses.size === 0) {
      this.#witnesses.delete(audience);
      this.#known.delete(audience);
      return;
    }
    const documents = this.#known.get(audience);
    if (documents === undefined || documents.size < mostOld) return;
    // What is older than all witnesses that are still there need not be in their views.
    const since_us = Math.min(...witnesses.values());
    for (const [id, { open, sent_us }] of documents) {
      if (open === 0 && sent_us < since_us) documents.delete(id);
    }
  }

  /** @param at_us when it is sent */
  open(write: OpenWrite, at_us: number): void {
    const { audience, id } = write;
    const documents = this.#known.get(audience);
    if (documents === undefined) return;
    const known = documents.get(id) ?? { open: 0, version: 0, sent_us: 0, isGone: false, seen: undefined };
    known.open++;
    known.sent_us = at_us;
    documents.set(id, known);
    this.#open.set(write, known);
  }

  /** @param isCutOff whether the journey ended before its drain did */
  close(write: OpenWrite, isCutOff: boolean): void {
    const known = this.#open.get(write);
    this.#open.delete(write);
    // The audience had no witness when it was sent.
    if (known === undefined) return;
    // Of a write without an answer nobody knows whether the app took it: its document stays open.
    if (isCutOff || write.answer === undefined || write.answer === 'unanswered') return;
    known.open--;
    if (!isTaken(write)) return;
    known.version++;
    known.isGone = this.#removals.has(write.kind);
  }

  compare([, , user, audience, view]: Views): void {
    let compared = 0;
    const since_us = this.#witnesses.get(audience)?.get(user) ?? Infinity;
    for (const [id, known] of this.#known.get(audience) ?? []) {
      if (known.open > 0 || known.version === 0) continue;
      const digest = view[id] === gone && known.isGone ? undefined : view[id];
      if (digest === gone || (digest === undefined && !known.isGone && known.sent_us < since_us)) continue;
      compared++;
      if (digest === undefined && !known.isGone) this.#fail(`${user} does not see ${id} of ${audience}`);
      else if (digest !== undefined && known.isGone)
        this.#fail(`${user} still sees ${id} of ${audience}, which was removed`);
      else if (digest !== undefined) this.#compareWithOthers(known, digest, { user, id, audience });
    }
    if (compared > 0) this.compared++;
    this.documents += compared;
  }

  #compareWithOthers(known: Known, digest: string, at: { user: string; id: string; audience: string }): void {
    const { version, seen } = known;
    const { user, id, audience } = at;
    if (seen?.version !== version) known.seen = { version, digest, user };
    else if (seen.digest !== digest)
      this.#fail(`${user} and ${seen.user} see ${id} of ${audience} differently`);
  }

  #fail(what: string): void {
    this.differ++;
    this.first ??= what;
  }
}
