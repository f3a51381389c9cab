import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '@meteor-vs-mean/testbed/process';
import { describe, expect, test } from 'vitest';
import { statements } from '../src/charts/statements.ts';
import { checkpointOf } from '../src/checkpoint.ts';
import { exercises, workshop_minutes } from '../src/exercises.ts';
import { readStatements } from '../src/read-statements.ts';

const pages = path.join(root, 'apps/writeup/pages/workshop');
const pageOf = (name: string) => readFile(path.join(pages, `${name}.md`), 'utf8');
const headings = (page: string) => [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
/** Of `1:23`. */
const minutesOf = (clock: string): number => {
  const [hours, minutes] = clock.split(':').map(Number) as [number, number];
  return 60 * hours + minutes;
};

/** The rows of the schedules on the teacher's page: for 90 minutes, and for 60. */
async function clocks(): Promise<{ from: number; to: number; what: string }[][]> {
  const [, ninety = '', sixty = ''] = (await pageOf('teacher')).split(/^##+ (?:The clock|In 60 minutes)$/m);
  const rowsOf = (text: string) =>
    [...text.matchAll(/^\| (\d:\d\d) \| (\d:\d\d) \| (.+?) \|/gm)].map(
      ([, from = '', to = '', what = '']) => ({
        from: minutesOf(from),
        to: minutesOf(to),
        what,
      }),
    );
  return [rowsOf(ninety), rowsOf(sixty)];
}

test.each([
  [workshop_minutes, 10],
  [60, 5],
])('the schedule of %d minutes adds up, with welcome, slack and closing', async (total, slack_minutes) => {
  const clock = (await clocks()).find((rows) => rows.at(-1)?.to === total) ?? [];
  expect(clock.map(({ from }) => from)).toEqual([0, ...clock.slice(0, -1).map(({ to }) => to)]);
  expect(clock.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(total);
  expect([clock.at(0)?.what, clock.at(-1)?.what]).toEqual(['Welcome', 'Closing']);
  const slack = clock.find(({ what }) => what === 'Slack');
  expect((slack?.to ?? 0) - (slack?.from ?? 0)).toBeGreaterThanOrEqual(slack_minutes);
});

test('nine exercises, and the required ones leave time for the rest', () => {
  expect(exercises.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const needed = exercises.filter(({ isOptional }) => !isOptional);
  expect(needed.reduce((sum, { minutes }) => sum + minutes, 0)).toBeLessThan(workshop_minutes - 10);
});

describe.each(exercises.map((exercise) => [exercise.title, exercise] as const))('%s', (_, exercise) => {
  const { number, name, title, minutes, isOptional = false } = exercise;

  test('its page has goal, time, steps, picture, questions and checkpoint', async () => {
    const page = await pageOf(`${number}-${name}`);
    expect(page).toMatch(new RegExp(`^# ${number}\\. ${title}\\n`));
    expect(page).toContain('**Goal**: ');
    expect(page).toContain(`**Time**: ${minutes} minutes`);
    expect(headings(page)).toEqual(
      expect.arrayContaining(['Steps', 'What you should see', 'Without Meteor', 'Discuss', 'Checkpoint']),
    );
    const shown = page.slice(page.indexOf('## What you should see'), page.indexOf('## Without Meteor'));
    expect(shown).toMatch(/<Chart of=|<Table of=|!\[/);
    expect(page.slice(page.indexOf('## Checkpoint'))).toContain(`npm run workshop:check -- ${number}`);
  });

  test("the guide and the teacher's plan have its minutes", async () => {
    const said = isOptional ? `${minutes}, optional` : `${minutes}`;
    expect(await pageOf('index')).toContain(`| ${number} | [${title}](./${number}-${name}.md) | ${said} |`);
    const [ninety = []] = await clocks();
    const rows = ninety.filter(({ what }) => what === `[${number}. ${title}](./${number}-${name}.md)`);
    expect(rows.map(({ from, to }) => to - from)).toEqual(isOptional ? [] : [minutes]);
  });

  test('the plan has each step, planned minutes that add up, and measured ones or a dash', async () => {
    const page = await pageOf(`${number}-${name}`);
    const steps = page.slice(page.indexOf('## Steps'), page.indexOf('## What you should see'));
    const numbers = [...steps.matchAll(/^(\d)\. /gm)].map(([, step]) => `${number}, step ${step}`);
    const row = new RegExp(
      `^\\| (${number}, (?:step \\d|end)) \\| .+ \\| (\\d+) \\| (.+) \\| (.+) \\|$`,
      'gm',
    );
    const planned = [...(await pageOf('teacher')).matchAll(row)];
    expect(planned.map(([, step]) => step)).toEqual([...numbers, `${number}, end`]);
    expect(planned.reduce((sum, [, , of]) => sum + Number(of), 0)).toBe(minutes);
    for (const [, , , ...measured] of planned) {
      for (const one of measured) expect(one).toMatch(/^(–|\d+:[0-5]\d)$/);
    }
  });

  test('each of its questions has an answer', async () => {
    const page = await pageOf(`${number}-${name}`);
    const discuss = page.slice(page.indexOf('## Discuss'), page.indexOf('## Checkpoint'));
    const questions = [...discuss.matchAll(/^- (.+)$/gm)].map(([, question]) => question);
    const [answers = ''] = (await pageOf('answers'))
      .split(/^(?=## )/m)
      .filter((part) => part.startsWith(`## ${number}. ${title}\n`));
    const answered = [...answers.matchAll(/^- \*(.+)\*\n\n {2}\S/gm)].map(([, question]) => question);
    expect(answered).toEqual(questions);
  });

  test('it has a checkpoint', async () => {
    expect(await checkpointOf(exercise)).toBeTypeOf('function');
  });
});

test.each([
  ['4-bad-chart', statements],
  ['7-read', readStatements],
])('the page %s has every statement, in order', async (name, statements) => {
  const page = await pageOf(name);
  const said = [...page.matchAll(/^ {3}- \*\*(\w)\*\* (.+)$/gm)].map(([, letter, says]) => ({
    letter,
    says,
  }));
  expect(said).toEqual(statements.map(({ letter, says }) => ({ letter, says })));
});
