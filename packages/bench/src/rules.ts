import type { Reason } from '@meteor-vs-mean/report';

export type Rule = (
  broken: boolean,
  code: string,
  threshold: string,
  reading: string,
  remedy: string,
) => void;

/** @returns the reasons, and what adds one to them if its rule is broken */
export function makeRules(): { reasons: Reason[]; rule: Rule } {
  const reasons: Reason[] = [];
  return {
    reasons,
    rule: (broken, code, threshold, reading, remedy) => {
      if (broken) reasons.push({ code, threshold, reading, remedy });
    },
  };
}

export function percent(share: number, digits = 0): string {
  return `${(share * 100).toFixed(digits)} %`;
}
