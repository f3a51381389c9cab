import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, fingerprintOf } from '../src/fingerprint.ts';

describe('comments and blanks are no code', () => {
  test.each([
    ['a.ts', 'const a = f(1, 2);', '/** A. */\nconst a = f(\n  1, // one\n\n  2 /* two */);\n// the end'],
    ['a.mjs', 'export const a = /\\/\\*/;', '// a pattern\nexport const a = /\\/\\*/;'],
    [
      'A.tsx',
      'const a = <p>two words {count} more</p>;',
      'const a = <p>\n  {/* of A */}\n\n  two\n  words {count} more\n</p>;',
    ],
    ['tsconfig.json', '{ "strict": true }', '{\n  // of all\n  "strict": true\n}'],
    ['.swcrc', '{ "jsc": {} }', '{\n  // for SWC\n  "jsc": {}\n}'],
    ['a.css', '.a { color: red }', '/* A */\n.a { color: /* for now */ red\n\n}'],
    ['a.html', '<p>a</p> <p>b</p>', '<!-- both --><p>a</p>\n\n  <p>b</p>\n'],
    ['a.yml', 'a: [1, 2]\nb: |\n  # text\n', '# A\na:\n  - 1 # one\n  - 2\n\nb: |\n  # text\n'],
    ['.meteor/packages', 'mongo\nrandom\n', '# of the app\nmongo   # the database\n\nrandom\n'],
  ])('%s', (path, bare, commented) => {
    expect(codeOf(commented, path)).toBe(codeOf(bare, path));
  });

  test("a line's end may be that of Windows", () => {
    expect(codeOf('const a = `x\r\ny`;\r\n', 'a.ts')).toBe(codeOf('const a = `x\ny`;\n', 'a.ts'));
  });
});

describe('what looks like a comment or a blank, and is code', () => {
  test.each([
    ['a.ts', "const a = 'x // y';", "const a = 'x';"],
    ['a.ts', "const a = ' x';", "const a = '  x';"],
    ['a.ts', 'const a = `x\n\ny`;', 'const a = `x\ny`;'],
    ['a.ts', 'const a = b / c;', 'const a = b;'],
    ['A.tsx', 'const a = <p>{n} left</p>;', 'const a = <p>{n}left</p>;'],
    ['A.tsx', 'const a = <p>// text</p>;', 'const a = <p></p>;'],
    ['a.css', ".a { content: 'x  y' }", ".a { content: 'x y' }"],
    ['a.css', ".a { content: '/* x */' }", ".a { content: '' }"],
    ['a.css', '.a { background: url(x/*y*/z) }', '.a { background: url(xz) }'],
    ['a.css', '.a .b { color: red }', '.a.b { color: red }'],
    ['a.yml', 'a: |\n  # text\n', 'a: |\n  text\n'],
    ['a.yml', "a: 'x # y'", "a: 'x'"],
    ['notes.txt', 'x  y', 'x y'],
  ])('%s: %j is not %j', (path, one, other) => {
    expect(codeOf(one, path)).not.toBe(codeOf(other, path));
  });
});

describe('of a folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fingerprint-'));
    for (const name of ['src/deep', 'src/node_modules', 'other']) {
      await mkdir(join(folder, name), { recursive: true });
      await writeFile(join(folder, name, 'a.ts'), 'export const a = 1;\n');
    }
  });
  afterEach(() => rm(folder, { recursive: true }));

  const of = (...paths: string[]) => fingerprintOf(paths, folder);

  test('it changes with code and names, and not with what is beside it', async () => {
    const before = await of('src');
    await writeFile(join(folder, 'src/deep/a.ts'), '// A\nexport const a = 1;\n');
    await writeFile(join(folder, 'src/node_modules/a.ts'), 'export const a = 2;\n');
    await writeFile(join(folder, 'other/a.ts'), 'export const a = 2;\n');
    expect(await of('src')).toBe(before);
    await writeFile(join(folder, 'src/deep/a.ts'), 'export const a = 2;\n');
    const changed = await of('src');
    expect(changed).not.toBe(before);
    await writeFile(join(folder, 'src/b.ts'), '');
    expect(await of('src')).not.toBe(changed);
  });

  test('a path may be a file, and stands for itself once', async () => {
    expect(await of('other/a.ts', 'src')).toBe(await of('src', 'other', 'other/a.ts'));
  });

  test('a path that is not there is an error that names it', async () => {
    await expect(of('src', 'nowhere')).rejects.toThrow(/^nowhere isn't in /);
  });
});
