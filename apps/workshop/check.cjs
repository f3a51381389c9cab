// `npm run workshop:check`: reports what a laptop lacks. It runs on an old Node and without our packages, because those
// are the first two things that it checks.
const fs = require('node:fs');
const path = require('node:path');

const needed = [24, 15];
const [major, minor] = process.versions.node.split('.').map(Number);
const root = path.resolve(__dirname, '../..');

const missing = [];
if (process.platform === 'win32') {
  missing.push([
    'Linux',
    'this is Windows itself, but the commands need WSL, its built-in Linux',
    'wsl --install -d Ubuntu, then run everything in the Ubuntu window; the guide has the steps',
  ]);
}
if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  missing.push([
    'Node',
    `this is ${process.version} (${process.execPath}), but ${needed.join('.')} or later is needed`,
    process.platform === 'darwin'
      ? 'brew install node@24, then open a new terminal'
      : 'npm ci, without --omit=optional: it installs the right one. Then start commands with npm run',
  ]);
}
// npm writes this file at the end of an installation, so without it the installation is incomplete.
if (!fs.existsSync(path.join(root, 'node_modules/.package-lock.json'))) {
  missing.push(['Packages', 'npm ci has not been run here, or did not finish', `npm ci, in ${root}`]);
}

if (missing.length > 0) {
  for (const [what, says, remedy] of missing) {
    console.log(`missing  ${what.padEnd(12)} ${says}`);
    console.log(`         ${' '.repeat(12)} What to do: ${remedy}.`);
  }
  console.log(
    '\nNot ready. This must be fixed before the rest can be checked: then run npm run workshop:check again.',
  );
  process.exit(1);
}
import('./src/check.ts');
