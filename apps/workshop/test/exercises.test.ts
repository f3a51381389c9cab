import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '@meteor-vs-mean/process';
import { describe, expect, test } from 'vitest';
import { statements } from '../src/charts/statements.ts';
import { checkpointOf } from '../src/checkpoint.ts';
import { exercises, workshop_minutes } from '../src/exercises.ts';

const pages = path.join(root, 'apps/writeup/pages/workshop');
const pageOf = (name: string) => readFile(path.join(pages, `${name}.md`), 'utf8');
const headings = (page: string) => [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
const clock = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

test('seven exercises fill the time', () => {
  expect(exercises.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(exercises.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(workshop_minutes);
});

describe.each(exercises.map((exercise) => [exercise.title, exercise] as const))('%s', (_, exercise) => {
  const { number, name, title, minutes } = exercise;

  test('its page has goal, time, steps, picture, questions and checkpoint', async () => {
    const page = await pageOf(`${number}-${name}`);
    expect(page).toMatch(new RegExp(`^# ${number}\\. ${title}\\n`));
    expect(page).toContain('**Goal**: ');
    expect(page).toContain(`**Time**: ${minutes} minutes`);
    expect(headings(page)).toEqual(
      expect.arrayContaining(['Steps', 'What you should see', 'Without Meteor', 'Discuss', 'Checkpoint']),
    );
    const shown = page.slice(page.indexOf('## What you should see'), page.indexOf('## Without Meteor'));
    expect(shown).toMatch(/<Chart of=|!\[/);
    expect(page.slice(page.indexOf('## Checkpoint'))).toContain(`npm run workshop:check -- ${number}`);
  });

  test('the guide and the plan for the teacher have its minutes', async () => {
    expect(await pageOf('index')).toContain(
      `| ${number} | [${title}](./${number}-${name}.md) | ${minutes} |`,
    );
    const before = exercises.slice(0, number - 1).reduce((sum, one) => sum + one.minutes, 0);
    expect(await pageOf('teacher')).toContain(
      `| ${clock(before)} | ${clock(before + minutes)} | [${number}. ${title}](./${number}-${name}.md) |`,
    );
  });

  test('it has a checkpoint', async () => {
    expect(await checkpointOf(exercise)).toBeTypeOf('function');
  });
});

test('the page of the bad chart has every statement, in its order', async () => {
  const page = await pageOf('4-bad-chart');
  const said = [...page.matchAll(/^ {3}- \*\*(\w)\*\* (.+)$/gm)].map(([, letter, says]) => ({
    letter,
    says,
  }));
  expect(said).toEqual(statements.map(({ letter, says }) => ({ letter, says })));
});
