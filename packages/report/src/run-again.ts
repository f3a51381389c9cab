import { type Block, text } from './document.ts';
import { list } from './numbers.ts';
import type { Manifest } from './results.ts';

/**
 * Everything that is needed to run it again.
 * @param versions of what was measured; those of the bench are added
 */
export function runAgain(
  { command, git, bench, seed }: Pick<Manifest, 'command' | 'git' | 'bench' | 'seed'>,
  versions: readonly string[],
): Block[] {
  const commit = git ? [`git checkout ${git.commit}`, 'npm ci'] : [];
  const typed = command.replace(/ --out[ =]("[^"]*"|'[^']*'|\S+)/, '');
  const measuring = Object.entries(bench).map(([name, version]) => `${name} ${version}`);
  return [
    { kind: 'command', text: [...commit, typed].join('\n') },
    ...(typed === command
      ? []
      : [text('It was typed with --out; results are never written over, so that is left out here.')]),
    ...(git?.modified
      ? [
          text(
            'The commit had changes that weren’t committed: this command may not do quite the same.',
            'warning',
          ),
        ]
      : []),
    ...(git ? [] : [text('It did not run in a git checkout, so the commit isn’t known.', 'warning')]),
    text(`It needs the same versions: ${list([...versions, ...measuring])}; seed ${seed}.`),
  ];
}

/** Of the stacks that ran, and of MongoDB. */
export function versionsOf({ stacks, mongo }: Pick<Manifest, 'stacks' | 'mongo'>): string[] {
  const ran = Object.values(stacks).flatMap((facts) =>
    facts.ran ? [`${facts.title} ${facts.version} (build ${facts.build}, Node ${facts.node})`] : [],
  );
  return [...ran, `MongoDB ${mongo.version} (${mongo.source})`];
}
