import { existsSync } from 'node:fs';
import { experimentNamed, experimentNames } from './experiments.ts';
import { findTargets } from './find.ts';

/** What `npm run lab` prints without a name: every experiment, what it asks, and which of its targets run here. */
export async function list(): Promise<string> {
  const blocks = await Promise.all(
    experimentNames
      .filter((name) => existsSync(new URL(`./${name}/index.ts`, import.meta.url)))
      .map(async (name) => {
        const experiment = await experimentNamed(name);
        const targets = await findTargets(experiment);
        return [
          `${name}  ${experiment.title}`,
          `  ${experiment.question}`,
          ...targets.map(({ title, versions, notRun }) =>
            notRun === null ? `    ${title} (${told(versions)})` : `    ${title}: not run, ${notRun}`,
          ),
        ].join('\n');
      }),
  );
  return [
    ...blocks,
    'npm run lab -- <name> runs one, npm run lab -- all --quick all of them. --help lists the options.',
  ].join('\n\n');
}

function told(versions: Record<string, string>): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
}
