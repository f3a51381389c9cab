import { expect, test } from 'vitest';
import { boundedLog } from '../src/bounded-log.ts';

function logInto(lines: string[], clock = { ms: 0 }) {
  return boundedLog(
    (line) => lines.push(line),
    () => clock.ms,
  );
}

test('an entry is one line, whatever it contains', () => {
  const lines: string[] = [];
  logInto(lines)('x\nforged\r\u001b[2J\u2028y ö');
  expect(lines).toEqual(['x\\nforged\\u000d\\u001b[2J\\u2028y ö']);
});

test('a long entry is cut, with the number of missing characters', () => {
  const lines: string[] = [];
  logInto(lines)('x'.repeat(100_000));
  expect(lines[0]).toMatch(/^x{2000} \(98000 more characters\)$/);
});

test('dropped lines are counted', () => {
  const lines: string[] = [];
  const clock = { ms: 0 };
  const log = logInto(lines, clock);
  for (let i = 0; i < 1000; i++) log(`line ${i}`);
  expect(lines).toHaveLength(50);
  clock.ms = 1000;
  log('next');
  expect(lines.slice(50)).toEqual(['(950 lines dropped within one second)', 'next']);
});
