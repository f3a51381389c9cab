/** The only reasons for which a documented command needn't be run by the test. */
export const reasons = ['Meteor', 'Docker', 'a cluster', 'root', 'the public internet'] as const;
export type Reason = (typeof reasons)[number];

export interface Exception {
  /** The whole command, or what it begins with. */
  command: string | RegExp;
  needs: Reason;
  /** One line. */
  why: string;
}

/** Nothing else may stand here: a command that can be run is run. */
export const exceptions: readonly Exception[] = [
  {
    command: 'npm ci',
    needs: 'the public internet',
    why: 'it fetches all packages from npm; CI runs it on a clean clone before any test',
  },
  {
    command: 'npm install',
    needs: 'the public internet',
    why: 'it fetches what a package.json has anew, and would change the packages that the copy has by links',
  },
  {
    command: /^npm install --save-dev artillery /,
    needs: 'the public internet',
    why: 'it fetches Artillery into a project of yours; package.slow.test.ts of the engine installs the packed engine',
  },
  {
    command: 'npm install mongodb',
    needs: 'the public internet',
    why: 'it fetches the driver into a project of yours',
  },
  {
    command: /^docker /,
    needs: 'Docker',
    why: 'infra/test checks what can be checked of it without an engine',
  },
  {
    command: /^kubectl /,
    needs: 'a cluster',
    why: 'infra/kubernetes/test checks what can be checked of it without one',
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
    why: 'it runs the suite against the Meteor app; its test holds what it keeps and what it replaces',
  },
  { command: 'npm run picture', needs: 'Meteor', why: 'the picture shows both apps' },
  {
    command: /^FAULTS_STACK=meteor /,
    needs: 'Meteor',
    why: 'the faults are done to the Meteor app; the test of the faults does the same to MEAN',
  },
  {
    command: / --latency /,
    needs: 'the public internet',
    why: 'toxiproxy, where it isn’t installed, is built from Go’s module proxy once; its tests use it where it is',
  },
];

/** @returns the exception that lets a command go untried */
export function exceptionFor(command: string): Exception | undefined {
  return exceptions.find(({ command: of }) => (typeof of === 'string' ? of === command : of.test(command)));
}

/** What is wrong with an exception; undefined if it may stand. */
export function objection({ command, needs, why }: Exception): string | undefined {
  const what = `The exception ${command}`;
  if (!reasons.some((reason) => reason === needs))
    return `${what} needs "${needs}": known are ${reasons.join(', ')}`;
  if (why.trim() === '' || why.includes('\n')) return `${what} says in one line why`;
  return undefined;
}
