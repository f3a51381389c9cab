import { drawBlock } from '@meteor-vs-mean/report/drawing';
import { expect, test } from 'vitest';
import { linesOf, partOf } from '../src/code/count.ts';
import { packagesOf } from '../src/code/packages.ts';
import { openLines } from '../src/kinds/lines.ts';
import { openPackages } from '../src/kinds/packages.ts';

const text = (...lines: string[]) => `${lines.join('\n')}\n`;

test.each([
  [
    'a.ts',
    3,
    text('/**', ' * Of a class.', ' */', 'class A {', '  // twice', '', '  #half = 1; // a half', '}'),
  ],
  ['a.ts', 2, text('const url = "http://example.org"; // the', '/* one */ const half = 1;', '// the end')],
  ['a.tsx', 3, text('<p>', '  {/* of the', '     page */}', '  text', '</p>')],
  ['a.html', 2, text('<!-- of the', '     page -->', '<p>', '', '// is text')],
  ['a.css', 3, text('/* of the', '   page */', '.page {', '  color: red; /* for now */', '}')],
  ['.meteor/packages', 2, text('# of the app', 'mongo', '', 'random # at the end')],
])('a line of %s that is blank or holds a comment alone is no line of code', (file, lines, source) => {
  expect(linesOf(source, file)).toBe(lines);
});

test('a file is in the first part that has it, and a file in no part is an error that says what to do', () => {
  expect(partOf('meteor', 'imports/app/use-pending.ts').name).toBe('live');
  expect(partOf('mean', 'client/src/app/live/live.spec.ts').name).toBe('tests');
  expect(partOf('mean', 'client/src/app/new.ts').name).toBe('app');
  expect(() => partOf('mean', 'new/new.ts')).toThrow(
    /^apps\/mean\/new\/new\.ts is in no part: add it to .*parts\.ts$/,
  );
});

test('both apps have lines in each part that both need, and the sums are of those parts', async () => {
  const { names, figure, charts, tables } = await openLines();
  const number = (name: string) => Number(figure(name.split('.'))?.replaceAll(',', ''));
  const rows = tables[0]?.rows ?? [];
  for (const [n, stack] of ['meteor', 'mean'].entries()) {
    const counts = rows.map(({ cells }) => Number(cells[n]?.text.replaceAll(',', '')));
    const sum = counts.pop();
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(counts.reduce((total, lines) => total + lines, 0)).toBe(sum);
    expect(number(`all.${stack}`)).toBe(sum);
  }
  expect(number('all.mean') - number('all.meteor')).toBe(number('all.difference'));
  for (const name of names) expect(figure(name.split('.')), name).toMatch(/^[\d.,]+$/);
  expect(charts[0]?.rows.length).toBe(rows.length - 1);
  for (const chart of charts) expect(drawBlock({ kind: 'chart', chart })).toContain('<svg');
});

test('an app names its own packages, and both have those of the contract', async () => {
  const [meteor, mean] = [await packagesOf('meteor'), await packagesOf('mean')];
  const to = (packages: typeof meteor, name: string) => packages.find((one) => one.name === name)?.to;
  expect(['meteor', 'react', 'typescript', 'zod'].map((name) => to(meteor, name))).toEqual([
    ...['run', 'run', 'build', 'run'],
  ]);
  // The server has socket.io-client to run, and to test.
  expect(['express', '@angular/build', 'socket.io-client', 'zod'].map((name) => to(mean, name))).toEqual([
    ...['run', 'build', 'run', 'run'],
  ]);
  for (const { name, version } of [...meteor, ...mean]) {
    expect(name).not.toMatch(/^@meteor-vs-mean/);
    expect(version, name).toMatch(/^\d+\.\d+\.\d+/);
  }
  const { figure } = await openPackages();
  expect(figure(['run', 'mean'])).toBe(String(mean.filter((one) => one.to === 'run').length));
});
