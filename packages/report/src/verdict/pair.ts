import { floorFor, floorShare, judge } from '../judgement.ts';
import { short, whole } from '../numbers.ts';
import type { Comparison, Round, Summary } from '../results.ts';
import { alone, losses } from './contestants.ts';
import { capital, phrase } from './phrase.ts';

export function pairVerdict(summary: Summary, rounds: readonly Round[]): string[] {
  const latency = summary.comparisons.find(({ figures }) => figures.p50_ms);
  const memory = summary.comparisons.find(({ figures }) => Object.keys(figures).some(isHeap));
  const sentences = [...losses(summary)];
  if (latency) sentences.push(latencySentence(summary, latency, rounds));
  const costs = costSentence(summary, latency, memory);
  if (costs) sentences.push(costs);
  if (latency || costs) return sentences;
  return [...sentences, ...alone(summary)];
}

function latencySentence(summary: Summary, comparison: Comparison, rounds: readonly Round[]): string {
  const { p50_ms, p99_ms } = comparison.figures;
  const load = loadOf(rounds, comparison.scenario);
  const first = p50_ms ? phrase(summary, comparison, 'p50_ms', p50_ms, 'late') : '';
  const named = p50_ms !== undefined && judge(p50_ms, floorFor(summary, 'p50_ms')).seen !== 'none';
  const second = p99_ms ? phrase(summary, comparison, 'p99_ms', p99_ms, 'late', named) : '';
  const sentence = `${load}${[first, second].filter((one) => one !== '').join(', and ')}`;
  return `${capital(sentence)}${floorOf(summary, 'p50_ms')}.`;
}

/** `With 200 subscribers and 20 writes a second, `. */
function loadOf(rounds: readonly Round[], scenario: string): string {
  const round = rounds.find(
    (one) => one.kind === 'deliveries' && one.scenario === scenario && one.verdict === 'valid',
  );
  if (round?.kind !== 'deliveries' || round.rate_per_s === undefined) return '';
  return `With ${whole(round.subscribers)} subscribers and ${short(round.rate_per_s).replace(/\.0+$/, '')} writes a second, `;
}

function floorOf({ floor }: Summary, figure: string): string {
  if (!floor) return '; no A/A run says how small a difference could be noise';
  const share = floor.figures[figure];
  return share === undefined ? '' : `; noise floor ±${floorShare(share)}`;
}

const isHeap = (name: string) => name.startsWith('heap_bytes_per_client_');

/** CPU of a delivery, and heap of a client that holds the most documents. */
function costSentence(
  summary: Summary,
  latency: Comparison | undefined,
  memory: Comparison | undefined,
): string | undefined {
  const parts: string[] = [];
  const cpu = latency?.figures.appCpu_ms_per_1000;
  if (latency && cpu)
    parts.push(`for each delivery ${phrase(summary, latency, 'appCpu_ms_per_1000', cpu, 'CPU')}`);
  const held = Object.keys(memory?.figures ?? {}).filter(
    (name) => isHeap(name) && liesOnLine(summary, memory, name),
  );
  const most = held.toSorted((a, b) => Number(a.split('_').at(-1)) - Number(b.split('_').at(-1))).at(-1);
  const ratios = most && memory?.figures[most];
  if (memory && most && ratios) {
    const documents = most.split('_').at(-1);
    const holding = documents === '0' ? 'that holds nothing' : `that holds ${documents} documents`;
    parts.push(`for each client ${holding} ${phrase(summary, memory, most, ratios, 'live heap')}`);
  }
  if (parts.length === 0) return undefined;
  return `${capital(parts.join(', and '))}.`;
}

/** The slope of points that lie on no line is not to be quoted. */
function liesOnLine({ contestants }: Summary, memory: Comparison | undefined, figure: string): boolean {
  return contestants
    .filter(({ key, scenario }) => scenario === memory?.scenario && (key === memory.a || key === memory.b))
    .every(
      (one) => one.memory.find(({ documents }) => figure.endsWith(`_${documents}`))?.heap.straight ?? false,
    );
}
