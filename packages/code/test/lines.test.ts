import { describe, expect, test } from 'vitest';
import { linesOf } from '../src/lines.ts';

const text = (...lines: string[]) => `${lines.join('\n')}\n`;

describe('lines of code, of comments, and blank ones', () => {
  test('TypeScript: a line with code and a comment is code', () => {
    const source = text(
      '/**',
      ' * Of a function.',
      ' */',
      'export function half(whole: number): number {',
      '  // not a third',
      '',
      '  return whole / 2; // a division',
      '}',
    );
    expect(linesOf(source, 'half.ts')).toEqual({ code: 3, comment: 4, blank: 1 });
  });

  test('TypeScript: what looks like a comment in a text or a regular expression is none', () => {
    const source = text(
      'const url = "http://example.org";',
      'const pattern = /\\/\\*[^/]*/;',
      'const template = `',
      '// in the text',
      '',
      `\${url /* of the text */} /* too */\`;`,
    );
    expect(linesOf(source, 'texts.ts')).toEqual({ code: 5, comment: 0, blank: 1 });
  });

  test('TSX: a comment in braces is a comment, text is code', () => {
    const source = text(
      'export const Page = () => (',
      '  <p>',
      '    {/* of the page */}',
      '    // this is text',
      "    It's text {count} too",
      '  </p>',
      ');',
    );
    expect(linesOf(source, 'Page.tsx')).toEqual({ code: 6, comment: 1, blank: 0 });
  });

  test('a comment at the very end, without a line end', () => {
    expect(linesOf('export {};\n// the end', 'end.ts')).toEqual({ code: 1, comment: 1, blank: 0 });
  });

  test('JSON, with the comments that TypeScript and others allow', () => {
    const source = text('{', '  // of a field', '  "target": "es2024" /* the newest */', '}');
    expect(linesOf(source, 'tsconfig.json')).toEqual({ code: 3, comment: 1, blank: 0 });
    expect(linesOf(source, '.swcrc')).toEqual({ code: 3, comment: 1, blank: 0 });
  });

  test("HTML, and Angular's templates", () => {
    const page = text(
      '<!doctype html>',
      '<html>',
      '<!-- of the',
      '     head -->',
      '<head><title>x</title></head>',
      '',
      '</html>',
    );
    expect(linesOf(page, 'index.html')).toEqual({ code: 4, comment: 2, blank: 1 });
    const template = text(
      '@if (todos().length > 0) {',
      '  <!-- all of them -->',
      '  <ul><li [appTodo]="todo" (click)="edit()">{{ todo.text }}</li></ul> <!-- a row -->',
      '}',
    );
    expect(linesOf(template, 'list.html')).toEqual({ code: 3, comment: 1, blank: 0 });
  });

  test('CSS', () => {
    const sheet = text('/* of the page', '   in dark */', '.page {', '  color: red; /* for now */', '}', '');
    expect(linesOf(sheet, 'page.css')).toEqual({ code: 3, comment: 2, blank: 1 });
  });

  test('lists with a hash before a comment', () => {
    const list = text('# of the app', 'mongo', '', '  # and', 'random # at the end');
    expect(linesOf(list, '.meteor/packages')).toEqual({ code: 2, comment: 2, blank: 1 });
  });

  test('a language that nobody described is an error that names the file', () => {
    expect(() => linesOf('x', 'apps/mean/x.rb')).toThrow(/apps\/mean\/x\.rb.*uncommented\.ts/);
  });
});
