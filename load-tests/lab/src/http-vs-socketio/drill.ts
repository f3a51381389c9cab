import type { Asker, AskerOptions, Open } from './asker.ts';

export interface Answers {
  asked: number;
  /** Of these, how many came back with the id that was asked for. */
  right: number;
}

/** What a client does with one way; the same in a page and in Node. Times are of its own clock. */
export interface Drill {
  /** Closes what was open, and opens the way: all that follows goes over it. */
  open(): Promise<{ took_ms: number }>;
  close(): Promise<void>;
  /** One after the other. */
  series(asked: { count: number }): Promise<Answers & { each_ms: number[] }>;
  /** All at once, of different ids or of one and the same. */
  together(asked: { count: number; same: boolean }): Promise<Answers & { took_ms: number }>;
  /** So many under way all the time. */
  flood(asked: {
    inFlight: number;
    for_ms: number;
  }): Promise<Answers & { perSecond: number; abandoned: number }>;
  /** Each over a way of its own, its opening in the time. */
  cold(asked: { count: number }): Promise<Answers & { each_ms: number[]; opened_ms: number[] }>;
}

/** Goes to a page as its own text: it can use nothing from outside of itself. */
export const makeDrill = (open: Open, url: string, options: AskerOptions): Drill => {
  let asker: Asker | undefined;
  let last = 0;
  // As long as the original's "testing", and never the same: a browser that has an answer asks whether it still holds.
  const freshId = () => {
    last += 1;
    return `t${last.toString(36).padStart(6, '0')}`;
  };
  const current = (): Asker => {
    if (!asker) throw new Error('No way is open');
    return asker;
  };
  const askOnce = async (over: Asker, id: string) => ((await over.ask(id)) === id ? 1 : 0);

  return {
    async open() {
      asker?.close();
      asker = undefined;
      const began = performance.now();
      asker = await open(url, options);
      return { took_ms: performance.now() - began };
    },
    async close() {
      asker?.close();
      asker = undefined;
    },
    async series({ count }) {
      const over = current();
      const each_ms: number[] = [];
      let right = 0;
      while (each_ms.length < count) {
        const began = performance.now();
        right += await askOnce(over, freshId());
        each_ms.push(performance.now() - began);
      }
      return { asked: count, right, each_ms };
    },
    async together({ count, same }) {
      const over = current();
      const one = freshId();
      const began = performance.now();
      const rights = await Promise.all(
        Array.from({ length: count }, () => askOnce(over, same ? one : freshId())),
      );
      const took_ms = performance.now() - began;
      return { asked: count, right: rights.reduce((sum: number, right) => sum + right, 0), took_ms };
    },
    async flood({ inFlight, for_ms }) {
      const over = current();
      // The window opens a while after the first answer: a browser takes its time to send off hundreds of requests.
      let begins = Number.POSITIVE_INFINITY;
      let ends = Number.POSITIVE_INFINITY;
      let asked = 0;
      let right = 0;
      let inTime = 0;
      let abandoned = 0;
      let isOver = false;
      let late: ReturnType<typeof setTimeout> | undefined;
      const atFirst = (now: number) => {
        begins = now + for_ms / 4;
        ends = begins + for_ms;
        late = setTimeout(() => {
          isOver = true;
          over.abandon?.();
        }, ends - now);
      };
      const runner = async () => {
        while (!isOver) {
          asked += 1;
          try {
            // In two steps: `right += await` would forget what the others add meanwhile.
            const one = await askOnce(over, freshId());
            right += one;
          } catch (error) {
            if (!isOver) throw error;
            abandoned += 1;
            return;
          }
          const now = performance.now();
          if (late === undefined) atFirst(now);
          if (now >= begins && now < ends) inTime += 1;
        }
      };
      try {
        await Promise.all(Array.from({ length: inFlight }, runner));
      } finally {
        clearTimeout(late);
      }
      return { asked, right, abandoned, perSecond: inTime / (for_ms / 1000) };
    },
    async cold({ count }) {
      const each_ms: number[] = [];
      const opened_ms: number[] = [];
      let right = 0;
      while (each_ms.length < count) {
        const began = performance.now();
        const over = await open(url, options);
        opened_ms.push(performance.now() - began);
        right += await askOnce(over, freshId());
        each_ms.push(performance.now() - began);
        over.close();
      }
      return { asked: count, right, each_ms, opened_ms };
    },
  };
};
