import { countInWords, milliseconds } from '../numbers.ts';
import type { Summary } from '../results.ts';
import { alone, losses } from './contestants.ts';

export function ladderVerdict(summary: Summary): string[] {
  const rows = summary.contestants.filter(({ latency, rounds }) => latency && rounds.valid > 0);
  const whole_ = rows.filter(({ counts, latency }) => counts.lost === 0 && latency?.p50_ms != null);
  const sorted = whole_.toSorted((a, b) => (a.latency?.p50_ms ?? 0) - (b.latency?.p50_ms ?? 0));
  const [fastest, slowest] = [sorted.at(0), sorted.at(-1)];
  const sentences = [...losses(summary)];
  if (fastest && slowest && fastest !== slowest) {
    sentences.push(
      `Of ${countInWords(whole_.length, 'row')} that lost nothing, ${fastest.key} is the quickest ` +
        `(p50 ${milliseconds(fastest.latency?.p50_ms)}) and ${slowest.key} the slowest (p50 ${milliseconds(slowest.latency?.p50_ms)}).`,
    );
  }
  return sentences.length > 0 ? sentences : alone(summary);
}
