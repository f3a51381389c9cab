/**
 * Makes dist a package for builds that can't strip types. Meteor links to it, and for the browser it reads `main`,
 * not `exports`.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const { name, version, description, license, dependencies } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
const built = {
  name,
  version,
  private: true,
  description,
  license,
  type: 'module',
  main: './index.js',
  types: './index.d.ts',
  // The app that links this package installs its dependencies: Meteor searches only the app's own folder.
  peerDependencies: dependencies,
};
writeFileSync('dist/package.json', `${JSON.stringify(built, null, 2)}\n`);
