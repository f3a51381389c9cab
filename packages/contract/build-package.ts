/**
 * Makes dist a package of its own, for those who can't strip types: Meteor takes it from there by a link. Meteor
 * reads `main`, not `exports`, for the browser.
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
  // The app that links it brings them: Meteor looks for packages in the app's own folder alone.
  peerDependencies: dependencies,
};
writeFileSync('dist/package.json', `${JSON.stringify(built, null, 2)}\n`);
