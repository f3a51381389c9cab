import type { Connect, Line, Where } from './line.ts';

/** One message at a time is `depth` 1: the next goes out when the last is back. */
export interface Asked {
  total: number;
  depth: number;
  /** After how many answers the clock is read; rising. */
  marks?: readonly number[];
}

export interface Exchanged {
  took_ms: number;
  /** When each mark was reached. */
  marks_ms: number[];
  answers: number;
  /** Of these, how many weren't what was owed. */
  wrong: number;
}

interface Pressed extends Exchanged {
  /** Of `took_ms` and of each of `marks_ms`, as in the original. */
  opened_ms: number;
  transport: string;
}

/** What the page answers to. Times are of its own clock. */
export interface PageLab {
  /** As a press of the original's button: opens a line, and counts that in. */
  press(asked: Asked & { where: Where }): Promise<Pressed>;
  /** Closes the line that was open, and opens one: all that follows goes over it. */
  open(asked: { where: Where }): Promise<{ transport: string }>;
  exchange(asked: Asked): Promise<Exchanged>;
  pull(asked: { total: number }): Promise<Exchanged>;
  put(asked: { total: number }): Promise<Exchanged>;
}

/** The page's side of measuring, for one carrier. */
export const makeLab = (connect: Connect): PageLab => {
  let line: Line | undefined;
  let fail: (error: Error) => void = () => {};

  const attempt = <Result>(start: (done: (result: Result) => void) => Promise<void>) =>
    new Promise<Result>((done, reject) => {
      fail = reject;
      start(done).catch(reject);
    });
  const openAt = async (where: Where): Promise<Line> => {
    line?.close();
    line = undefined;
    line = await connect(where, (error) => fail(error));
    return line;
  };
  const opened = (): Line => {
    if (!line) throw new Error('No line is open');
    return line;
  };
  const exchangeOver = (
    over: Line,
    { total, depth, marks = [] }: Asked,
    began: number,
    done: (exchanged: Exchanged) => void,
  ) => {
    const marks_ms: number[] = [];
    let sent = 0;
    let answers = 0;
    let wrong = 0;
    const next = () => {
      const count = sent;
      sent += 1;
      over.ask(count, (answer) => {
        answers += 1;
        if (answer !== count + 1) wrong += 1;
        if (answers === marks[marks_ms.length]) marks_ms.push(performance.now() - began);
        if (sent < total) next();
        else if (answers === total) done({ took_ms: performance.now() - began, marks_ms, answers, wrong });
      });
    };
    for (let first = 0; first < depth && first < total; first++) next();
  };

  return {
    press: ({ where, ...asked }) =>
      attempt(async (done) => {
        const began = performance.now();
        const over = await openAt(where);
        const opened_ms = performance.now() - began;
        exchangeOver(over, asked, began, (exchanged) =>
          done({ ...exchanged, opened_ms, transport: over.transport }),
        );
      }),
    open: ({ where }) =>
      attempt(async (done) => {
        const { transport } = await openAt(where);
        done({ transport });
      }),
    exchange: (asked) => attempt(async (done) => exchangeOver(opened(), asked, performance.now(), done)),
    pull: ({ total }) =>
      attempt(async (done) => {
        const over = opened();
        if (!over.pull) throw new Error('Nothing is pushed over this line');
        const began = performance.now();
        let answers = 0;
        let wrong = 0;
        over.pull(total, (count) => {
          if (count !== answers) wrong += 1;
          answers += 1;
          if (answers === total) done({ took_ms: performance.now() - began, marks_ms: [], answers, wrong });
        });
      }),
    put: ({ total }) =>
      attempt(async (done) => {
        const over = opened();
        if (!over.put) throw new Error('Nothing is sent one way over this line');
        const began = performance.now();
        over.put(total, (answers) =>
          done({ took_ms: performance.now() - began, marks_ms: [], answers, wrong: 0 }),
        );
      }),
  };
};
