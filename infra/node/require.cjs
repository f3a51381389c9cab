// Reports at once which Node is needed, instead of failing later with another error. An old Node can run it. On Linux, npm
// installs the right one (package.json, optionalDependencies).
const needed = [24, 15];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(
    `meteor-vs-mean needs Node ${needed.join('.')} or later, but this is ${process.version} (${process.execPath}). ` +
      {
        darwin: 'Install it, for instance with `brew install node@24`, and run the command again.',
        linux: 'Run `npm ci` without --omit=optional, which installs it, and start commands with `npm run`.',
        win32: 'On Windows, run the commands in WSL.',
      }[process.platform],
  );
  process.exit(1);
}
