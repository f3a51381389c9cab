/** The command `npm run references`. */
import { exit, flag, nameFrom, runCommand } from '@meteor-vs-mean/testbed/process';
import { commitsSince } from './commits-since.ts';
import { measuredFolders } from './measured-folders.ts';
import { record } from './record.ts';
import { commitAndDay, type RecordedReference, recordedReference } from './recorded.ts';
import { type Reference, type ReferenceName, references } from './references.ts';

const names = Object.keys(references) as ReferenceName[];

const command = {
  name: 'references',
  usage: `npm run references                          lists them
npm run references -- --record [<name> ...]   records those that are missing or measured other code, or those that are named`,
  about:
    'The runs that the write-up takes figures from: the commit and day of each, and how many commits have changed what it\n' +
    'measured. Recording needs a clean work tree and a machine that does nothing else. After Ctrl-C the same command\n' +
    'continues with those not yet recorded.',
  words: '[<name> ...]',
  options: { record: flag('records them, one after another') },
};

/** A reference, and how many commits have changed what it measured; null: its commit isn't in this clone. */
interface Row extends RecordedReference {
  name: string;
  reference: Reference;
  since: number | null;
}

await runCommand(command, async ({ values, words }) => {
  const named = words.map(nameFrom(names));
  const all = await Promise.all((named.length > 0 ? named : names).map(rowOf));
  if (!values.record) {
    console.log(table(all));
    return exit.done;
  }
  const stale = all.filter(({ manifest, since }) => manifest === null || since);
  const [byHand, wanted] =
    named.length > 0 ? [[], all] : [stale.filter(isByHand), stale.filter((row) => !isByHand(row))];
  for (const { name, reference } of byHand) {
    console.log(`Left out: ${name} needs ${reference.byHand}. Name it to record it`);
  }
  if (wanted.length === 0) {
    console.log('Nothing to record: no commit has changed what the references measured.');
    return exit.done;
  }
  return record(
    wanted.map(({ reference }) => reference),
    console.log,
  );
});

const isByHand = ({ reference }: Row) => reference.byHand !== undefined;

async function rowOf(name: ReferenceName): Promise<Row> {
  const reference: Reference = references[name];
  const { folder, manifest } = await recordedReference(reference);
  const since = manifest?.git ? await commitsSince(manifest.git.commit, measuredFolders(manifest)) : null;
  return { name, reference, folder, manifest, since };
}

/** A line each: its name, the commit and day of its run, what has changed since, its folder and its command. */
function table(all: readonly Row[]): string {
  const rows = [
    ['name', 'commit', 'changed since', 'folder', 'command'],
    ...all.map(({ name, manifest, since, folder, reference }) => [
      name,
      manifest ? commitAndDay(manifest) : '-',
      manifest ? changed(since) : 'missing',
      manifest ? folder : '-',
      reference.command,
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length)));
  const padded = rows.map((row) => row.map((text, column) => text.padEnd(widths?.[column] ?? 0)));
  return padded.map((row) => row.join('  ').trimEnd()).join('\n');
}

function changed(since: number | null): string {
  if (since === null) return 'unknown';
  if (since === 0) return 'no';
  return since === 1 ? 'by 1 commit' : `by ${since} commits`;
}
