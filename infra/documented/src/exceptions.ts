/** The only reasons for not running a documented command. */
export const reasons = ['Meteor', 'Docker', 'a cluster', 'root', 'the public internet'] as const;
export type Reason = (typeof reasons)[number];

export interface Exception {
  /** The whole command, or its beginning. */
  command: string | RegExp;
  needs: Reason;
  /** One line. */
  why: string;
}

/** No other command may be listed here: all others are run. */
export const exceptions: readonly Exception[] = [
  {
    command: 'npm ci',
    needs: 'the public internet',
    why: 'it downloads all packages from npm; CI runs it on a clean clone before any test',
  },
  {
    command: 'npm install',
    needs: 'the public internet',
    why: "it downloads a package.json's dependencies, and would replace the copy's linked packages",
  },
  {
    command: /^npm install --save-dev artillery /,
    needs: 'the public internet',
    why: 'it installs Artillery in your project; package.slow.test.ts of the engine installs the packed engine',
  },
  {
    command: 'npm install mongodb',
    needs: 'the public internet',
    why: 'it installs the driver in your project',
  },
  {
    command: /^docker /,
    needs: 'Docker',
    why: 'infra/test checks what is possible without an engine',
  },
  {
    command: /^kubectl /,
    needs: 'a cluster',
    why: 'infra/kubernetes/test checks what is possible without one',
  },
  { command: /^meteor /, needs: 'Meteor', why: 'it is Meteor’s own tool' },
  {
    command: /^npm run references -- --record/,
    needs: 'Meteor',
    why: 'every reference is of both apps; the commands that it calls are run one by one',
  },
  {
    command: 'npm run record -w @meteor-vs-mean/conformance',
    needs: 'Meteor',
    why: 'it runs the suite against the Meteor app; a test checks what it keeps and what it replaces',
  },
  {
    command: 'npm run picture -w @meteor-vs-mean/infra',
    needs: 'Meteor',
    why: 'the picture shows both apps',
  },
  {
    command: /^FAULTS_STACK=meteor /,
    needs: 'Meteor',
    why: 'it injects the faults into the Meteor app; the test of the faults does the same to MEAN',
  },
  {
    command: / --latency |^npm run workshop:measure -- 5$/,
    needs: 'the public internet',
    why: 'it builds toxiproxy from Go’s module proxy once, if it isn’t installed; its tests use it if it is there',
  },
];

/** @returns the exception for a command */
export function exceptionFor(command: string): Exception | undefined {
  return exceptions.find(({ command: of }) => (typeof of === 'string' ? of === command : of.test(command)));
}

/** What is wrong with an exception; undefined if it is valid. */
export function objection({ command, needs, why }: Exception): string | undefined {
  const what = `The exception ${command}`;
  if (!reasons.some((reason) => reason === needs))
    return `${what} needs "${needs}", which is not one of ${reasons.join(', ')}`;
  if (why.trim() === '' || why.includes('\n')) return `${what} needs a reason in one line`;
  return undefined;
}
