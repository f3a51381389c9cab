import type { StackName } from '@meteor-vs-mean/stacks';
import { describe, expect, test } from 'vitest';
import type { Stage } from '../browser/stage.ts';

/** What an app did. */
export interface Answer {
  holds: boolean;
  /** For people: what was seen, in figures where there are some. */
  seen: string;
}

/** An answer as it is recorded. */
export interface Finding extends Answer {
  /** The principle's number, and its name. */
  principle: number;
  name: string;
  question: string;
  /** Why it doesn't hold, where that is expected. */
  reason?: string;
}

/** What is asked of both apps. */
interface Question {
  name: string;
  /** Where it is known not to hold, and why. */
  missing: Partial<Record<StackName, string>>;
  /**
   * @param skip says why the question can't be put here; then it has no finding
   * @throws if the question itself couldn't be put
   */
  ask(stage: Stage, skip: (why: string) => never): Promise<Answer>;
}

/** One of the seven principles of rich web applications. */
export interface Principle {
  /** In Rauch's order. */
  number: number;
  /** As Rauch calls it. */
  name: string;
  questions: readonly Question[];
}

/** Puts a question. */
export type Add = (name: string, missing: Question['missing'], ask: Question['ask']) => void;

export function principle(number: number, name: string, define: (add: Add) => void): Principle {
  const questions: Question[] = [];
  define((name, missing, ask) => questions.push({ name, missing, ask }));
  return { number, name, questions };
}

/**
 * Registers with Vitest. A question passes if it is answered as expected: one that is expected not to hold turns red
 * as soon as it does. Its finding goes into the test's `meta`, for record/record.ts.
 */
export function registerPrinciple({ number, name, questions }: Principle, stage: Stage): void {
  describe(`${number}. ${name}`, () => {
    for (const { name: question, missing, ask } of questions) {
      test(question, async ({ task, skip }) => {
        const { stack } = stage.subject.environment;
        const answer = await ask(stage, skip);
        const reason = missing[stack];
        const finding: Finding = {
          principle: number,
          name,
          question,
          ...answer,
          ...(reason ? { reason } : {}),
        };
        Object.assign(task.meta, { finding });
        const surprise = reason
          ? `${stack} is expected not to do this (${reason}), but it does: take the reason away, and record anew`
          : `${stack} is expected to do this`;
        expect(answer.holds, `${surprise}. Seen: ${answer.seen}`).toBe(reason === undefined);
      });
    }
  });
}
