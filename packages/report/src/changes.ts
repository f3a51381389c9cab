import type { CompareManifest, StackFacts } from '@meteor-vs-mean/measure/results';
import type { Fact } from './document.ts';
import { networkText } from './frame.ts';
import { count, gigabytes, list } from './numbers.ts';

/** What differs between two runs. */
export interface Changes {
  facts: Fact[];
  /** What makes figures of the two hard to compare, whatever was upgraded. */
  warnings: string[];
  stacks: Set<string>;
}

/** Options that a run has for itself, and that change no figure. */
const own = new Set(['out', 'json', 'install', 'strict']);
/** Options that make another load. */
const load = new Set(['clients', 'rate', 'duration_s', 'drain_s', 'steps', 'idle_s', 'generators']);

export function changesOf(a: CompareManifest, b: CompareManifest): Changes {
  const facts: Fact[] = [];
  const warnings: string[] = [];
  const stacks = new Set<string>();
  const differ = (term: string, from: unknown, to: unknown): boolean => {
    const [before, after] = [show(from), show(to)];
    if (before === after) return false;
    facts.push({ term, text: `${before} → ${after}` });
    return true;
  };
  for (const name of union(a.stacks, b.stacks)) {
    const [from, to] = [a.stacks[name], b.stacks[name]];
    const title = to?.title ?? from?.title ?? name;
    const [before, after] = [versions(from), versions(to)];
    for (const what of union(before, after)) {
      if (differ(`${title}: ${what}`, before[what], after[what])) stacks.add(name);
    }
  }
  const different = (term: string, from: unknown, to: unknown) => {
    if (differ(term, from, to)) warnings.push(term);
  };
  different('MongoDB', `${a.mongo.version} (${a.mongo.source})`, `${b.mongo.version} (${b.mongo.source})`);
  different('storage engine', a.mongo.storageEngine, b.mongo.storageEngine);
  different('write concern', a.mongo.writeConcern, b.mongo.writeConcern);
  different('CPU', a.machine.cpu, b.machine.cpu);
  different('cores', a.machine.cores, b.machine.cores);
  different('memory', gigabytes(a.machine.memory_bytes), gigabytes(b.machine.memory_bytes));
  different('pinning', a.machine.pinning, b.machine.pinning);
  different('writers go first', a.machine.writersFirst ?? false, b.machine.writersFirst ?? false);
  different('network', networkOf(a), networkOf(b));
  differ('kernel', a.machine.kernel, b.machine.kernel);
  differ('system', a.machine.os, b.machine.os);
  for (const name of union(a.options, b.options)) {
    if (own.has(name)) continue;
    const changed = differ(`option ${name}`, a.options[name], b.options[name]);
    if (changed && load.has(name)) warnings.push(name.replace(/_s$/, ''));
  }
  for (const name of union(a.versions, b.versions)) {
    differ(`bench: ${name}`, a.versions[name], b.versions[name]);
  }
  differ('commit', commitOf(a), commitOf(b));
  return { facts, warnings, stacks };
}

/** @returns sentences; empty if the two can be compared */
export function warningTexts({ warnings, stacks }: Changes, titles: Record<string, string>): string[] {
  const texts: string[] = [];
  if (warnings.length > 0) {
    texts.push(
      `The runs differ in ${list(warnings)}: that is in every ratio below, and looks like a part of the upgrade. ` +
        'Run one of them again under the conditions of the other.',
    );
  }
  if (stacks.size > 1) {
    const named = [...stacks].map((name) => titles[name] ?? name);
    texts.push(
      `${count(named.length, 'stack')} changed at once (${list(named)}): neither shows what the machine did between the runs.`,
    );
  }
  return texts;
}

function versions(facts: StackFacts | undefined): Record<string, string> {
  if (!facts) return { here: 'not asked for' };
  if (!facts.ran) return { here: 'not run' };
  // The versions include Meteor and Node.
  const { node, ...libraries } = facts.versions;
  return { here: 'run', version: facts.version, ...libraries, Node: facts.node ?? node, build: facts.build };
}

function networkOf({ network }: CompareManifest): string {
  return networkText({ ...network, measured: null });
}

function commitOf({ git }: CompareManifest): string {
  return git ? `${git.commit.slice(0, 10)}${git.modified ? ', modified' : ''}` : 'not known';
}

function union(a: object, b: object): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])];
}

function show(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'default' : value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
