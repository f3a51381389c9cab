/** A documented command that has its own test, which checks its output. */
interface Covered {
  /** The whole command. */
  command: string;
  /** Relative to the root: the test's path, or that of the helper that starts the command. */
  test: string;
  /** The arguments that the test passes to the command's program, as in its source. */
  given: string;
}

const ofCompare = 'load-tests/compare/test/command.slow.test.ts';
const ofQuick = 'load-tests/compare/test/command.test.ts';
const ofPlay = 'apps/workshop/test/play.slow.test.ts';
const ofMeasuring = 'apps/workshop/test/measuring.slow.test.ts';
const ofServing = 'apps/writeup/test/serve.test.ts';

/** Running these a second time would take minutes, and prove nothing more. */
export const coveredBy: readonly Covered[] = [
  { command: 'npm run -s compare -- --json', test: ofQuick, given: "['--toy', '--json'," },
  { command: 'npm run compare -- --control', test: ofCompare, given: "['--control'," },
  { command: 'npm run compare -- --ladder', test: ofCompare, given: "['--ladder'," },
  { command: 'npm run compare -- --curve --levels 1,100,1000', test: ofCompare, given: "['--curve'," },
  { command: 'npm run compare -- --capacity', test: ofCompare, given: "['--capacity'," },
  { command: 'npm run compare -- --instances 1,2', test: ofCompare, given: "['--instances', '1,2'," },
  {
    command: 'npm run compare -- --accounts',
    test: 'load-tests/compare/test/accounts.slow.test.ts',
    given: "['--accounts',",
  },
  {
    command: 'npm run workshop:measure -- 3',
    test: ofMeasuring,
    given: "['3', '--no-meteor', '--toy']",
  },
  {
    command: 'npm run dev -- --no-meteor',
    test: 'apps/workshop/test/due-date.slow.test.ts',
    given: "['--no-meteor', '--mean-port',",
  },
  {
    command: 'npm run workshop',
    test: 'apps/workshop/test/guide.test.ts',
    given: "'apps/writeup/src/guide.ts',",
  },
  { command: 'npm run workshop:modes', test: ofPlay, given: "'apps/workshop/src/modes.ts'," },
  {
    command: 'npm run workshop:write -- Groceries "Buy milk"',
    test: ofPlay,
    given: "['Groceries', 'Buy milk',",
  },
  { command: 'npm run workshop:break', test: ofPlay, given: "'apps/workshop/src/break.ts'," },
  { command: 'npm run writeup', test: ofServing, given: "['src/main.ts', '--port', '0', '--out'," },
  { command: 'npm run writeup -- --figures full200', test: ofServing, given: "'--figures', 'full200'" },
  {
    command: 'npm run writeup:build',
    test: 'apps/writeup/test/built.ts',
    given: "'src/main.ts', '--build', '--out', site",
  },
  {
    command: 'npm pack -w artillery-engine-pubsub',
    test: 'load-tests/engine/test/pack.ts',
    given: "'npm', ['pack',",
  },
  {
    command: 'npx pubsub-record http://127.0.0.1:3000 --try',
    test: 'load-tests/engine/test/record/own-browser.test.ts',
    given: "[main, url, '--browser', found.path,",
  },
  {
    command: 'npx pubsub-record http://127.0.0.1:3600 --out .data/workshop/recorded.yml --try',
    test: 'load-tests/engine/test/record/record.slow.test.ts',
    given: "['--try'],",
  },
  {
    command:
      'npx pubsub-capacity .data/workshop/recorded.yml --raise writes --duration 5 --pid 12345 --out .data/workshop/capacity',
    test: 'load-tests/engine/test/record/record.slow.test.ts',
    given: "['--raise', 'writes', '--duration', '1', '--pid',",
  },
  {
    command: 'npm run lab -- ws-pingpong',
    test: 'load-tests/lab/test/command.test.ts',
    given: "('ws-pingpong', '--toy',",
  },
  {
    command: 'npm run attack',
    test: 'load-tests/experiments/test/attack/attack.slow.test.ts',
    given: "[script, 'attack', '--toy',",
  },
  ...['npm run experiment -- browser', 'npm run experiment -- browser --parts pages'].map((command) => ({
    command,
    test: 'load-tests/experiments/test/browser/browser.slow.test.ts',
    given: "[script, 'browser', '--toy', '--parts', 'clicks,scripts,pages',",
  })),
];
