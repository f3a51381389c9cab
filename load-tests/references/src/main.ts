/** The command `npm run references`. */
import { exit, flag, nameFrom, runCommand } from '@meteor-vs-mean/process';
import { record } from './record.ts';
import { type RecordedReference, recordedReference, type State } from './recorded.ts';
import { type Reference, type ReferenceName, references } from './references.ts';

const names = Object.keys(references) as ReferenceName[];

const command = {
  name: 'references',
  usage: `npm run references                          lists them
npm run references -- --record [<name> ...]   records those that are stale or missing, or those that are named`,
  about:
    'The runs that the write-up takes figures from, and whether the code that each measured has changed since. Recording\n' +
    'needs a clean work tree and a machine that does nothing else; what was interrupted is gone on with.',
  words: '[<name> ...]',
  options: {
    record: flag('records them, one after another'),
  },
};

await runCommand(command, async ({ values, words }) => {
  const named = words.map(nameFrom(names));
  const asked = named.length > 0 ? named : names;
  const all = await Promise.all(
    asked.map(async (name) => {
      const recorded = await recordedReference(references[name]);
      return { name, reference: references[name], ...recorded, state: await recorded.state() };
    }),
  );
  if (!values.record) {
    console.log(table(all));
    return exit.done;
  }
  const wanted = named.length > 0 ? all : all.filter(({ state }) => state !== 'current');
  if (wanted.length === 0) {
    console.log('Every reference is of the code as it is now.');
    return exit.done;
  }
  return record(
    wanted.map(({ reference }) => reference),
    console.log,
  );
});

interface Row extends Omit<RecordedReference, 'state'> {
  name: string;
  reference: Reference;
  state: State;
}

/** A line each: its name, whether it is of today's code, its fingerprint, its folder and what records it. */
function table(all: readonly Row[]): string {
  const rows = [
    ['name', 'state', 'sources', 'folder', 'command'],
    ...all.map(({ name, state, manifest, folder, reference }) => [
      name,
      state,
      manifest?.sources?.fingerprint ?? '-',
      state === 'missing' ? '-' : folder,
      reference.command,
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length)));
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths?.[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
