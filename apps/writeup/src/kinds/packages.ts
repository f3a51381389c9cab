import { rowOf, type Table, tableWith, whole } from '@meteor-vs-mean/report/drawing';
import { type NamedPackage, ownPackagesOfMeteor, packagesOf } from '../code/packages.ts';
import { type Recorded, recordedOf } from './recorded.ts';
import { type AppName, heads, stacks, titles } from './stacks.ts';

/**
 * The packages that the apps name, read from their sources at each build. Figures: `run.<stack>` and `build.<stack>`, and
 * `own.meteor` of Meteor's own packages.
 */
export async function openPackages(): Promise<Recorded> {
  const packages = { meteor: await packagesOf('meteor'), mean: await packagesOf('mean') };
  const count = (to: NamedPackage['to'], stack: AppName) =>
    whole(packages[stack].filter((one) => one.to === to).length);
  const own = whole(await ownPackagesOfMeteor());
  const counts = (to: NamedPackage['to']) => stacks.map((stack) => count(to, stack));
  const figures = new Map([['own.meteor', own]]);
  for (const stack of stacks) {
    figures.set(`run.${stack}`, count('run', stack));
    figures.set(`build.${stack}`, count('build', stack));
  }
  const summary = tableWith(
    'Packages',
    ['packages that the app names', ...heads],
    [
      rowOf('npm packages, to run', counts('run')),
      rowOf('npm packages, to build and test', counts('build')),
      rowOf("Meteor's own packages", [own, 'none']),
    ],
  );
  return recordedOf(figures, null, {
    tables: [summary, ...stacks.map((stack) => packagesTable(stack, packages[stack]))],
  });
}

function packagesTable(stack: AppName, packages: readonly NamedPackage[]): Table {
  return tableWith(
    `Packages that the ${titles[stack]} app names`,
    ['package', 'to', 'version'],
    packages.map(({ name, to, version }) => rowOf(name, [to, version])),
  );
}
