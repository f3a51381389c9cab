import type { Block } from './document.ts';
import { list } from './numbers.ts';
import type { Manifest } from './results.ts';

/** Everything that is needed to run it again. */
export function runAgain({ command, git, bench, stacks, mongo, seed }: Manifest): Block[] {
  const commit = git ? [`git checkout ${git.commit}`, 'npm ci'] : [];
  const typed = command.replace(/ --out[ =]("[^"]*"|'[^']*'|\S+)/, '');
  const versions = Object.entries(bench).map(([name, version]) => `${name} ${version}`);
  const ran = Object.values(stacks).flatMap((facts) =>
    facts.ran ? [`${facts.title} ${facts.version} (build ${facts.build}, Node ${facts.node})`] : [],
  );
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
    text(
      `It needs the same versions: ${list([...ran, `MongoDB ${mongo.version} (${mongo.source})`, ...versions])}; seed ${seed}.`,
    ),
  ];
}

function text(words: string, tone?: 'warning'): Block {
  return tone ? { kind: 'text', text: words, tone } : { kind: 'text', text: words };
}
