// Says at once which Node is needed, instead of failing later on something else. Written so that an old Node can
// run it. On Linux, npm packages bring the right one (package.json, optionalDependencies).
const needed = [24, 15];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(
    `meteor-vs-mean needs Node ${needed.join('.')} or later, and this is ${process.version} (${process.execPath}). ` +
      {
        darwin: 'Install it, for instance with `brew install node@24`, and run the command again.',
        linux: 'Run `npm ci` without --omit=optional, which brings it, and start commands with `npm run`.',
        win32: 'Windows is served by WSL: run the commands there.',
      }[process.platform],
  );
  process.exit(1);
}
