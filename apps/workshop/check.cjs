// `npm run workshop:check`: says in plain words what a laptop lacks. Written so that an old Node can run it, and one
// without our packages: those are the first two things that it looks at.
const fs = require('node:fs');
const path = require('node:path');

const needed = [24, 15];
const [major, minor] = process.versions.node.split('.').map(Number);
const root = path.resolve(__dirname, '../..');

const missing = [];
if (process.platform === 'win32') {
  missing.push([
    'Linux',
    'this is Windows itself: the commands run in WSL, the Linux that it brings along',
    'wsl --install -d Ubuntu, and then all of it in the window of Ubuntu: the guide has the steps',
  ]);
}
if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  missing.push([
    'Node',
    `this is ${process.version} (${process.execPath}), and it takes ${needed.join('.')} or later`,
    process.platform === 'darwin'
      ? 'brew install node@24, then open a new terminal'
      : 'npm ci, without --omit=optional: it brings the right one. Then start commands with npm run',
  ]);
}
// npm writes this file when it is done: a folder without it is half of an installation.
if (!fs.existsSync(path.join(root, 'node_modules/.package-lock.json'))) {
  missing.push(['Packages', 'npm ci has not been run here, or did not end', `npm ci, in ${root}`]);
}

if (missing.length > 0) {
  for (const [what, says, remedy] of missing) {
    console.log(`missing  ${what.padEnd(12)} ${says}`);
    console.log(`         ${' '.repeat(12)} What to do: ${remedy}.`);
  }
  console.log('\nNot ready. The rest can be looked at when that is there: run npm run workshop:check again.');
  process.exit(1);
}
import('./src/check.ts');
