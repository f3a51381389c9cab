import { isApp, isCompare, type RunManifest } from '@meteor-vs-mean/measure/results';
import { type Block, text } from './document.ts';
import { versionTexts } from './frame.ts';
import { list } from './numbers.ts';

/**
 * Everything that is needed to run it again.
 * @param measured versions of what was measured; those of what measures are added
 */
export function runAgain(
  { command, git, versions, seed }: Pick<RunManifest, 'command' | 'git' | 'versions' | 'seed'>,
  measured: readonly string[],
): Block[] {
  const commit = git ? [`git checkout ${git.commit}`, 'npm ci'] : [];
  const typed = command.replace(/ --out[ =]("[^"]*"|'[^']*'|\S+)/, '');
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
    text(`It needs the same versions: ${list([...measured, ...versionTexts(versions)])}; seed ${seed}.`),
  ];
}

/** Of what was measured: the stacks that ran and MongoDB, or the libraries of the contestants. */
export function versionsOf(manifest: RunManifest): string[] {
  if (!isCompare(manifest)) {
    const ran = manifest.plan.contestants.flatMap((one) =>
      isApp(one) || one.notRun !== null ? [] : versionTexts(one.versions),
    );
    return [...new Set(ran)];
  }
  const { stacks, mongo } = manifest;
  const ran = Object.values(stacks).flatMap((facts) =>
    facts.ran ? [`${facts.title} ${facts.version} (build ${facts.build}, Node ${facts.node})`] : [],
  );
  return [...ran, `MongoDB ${mongo.version} (${mongo.source})`];
}
