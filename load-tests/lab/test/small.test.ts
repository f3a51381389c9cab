import { expect, test } from 'vitest';
import { checkPlan } from '../src/check-plan.ts';
import { experimentNamed, experimentNames } from '../src/experiments.ts';
import { parseOptions } from '../src/options.ts';
import { smallest } from '../src/small.ts';

test.for(experimentNames)('TOY=1 leaves one load on two targets of %s, and its plan holds', async (name) => {
  const experiment = await experimentNamed(name);
  const plan = smallest(experiment.plan('toy'), () => true);
  expect(plan.loads).toHaveLength(1);
  expect(plan.loads[0]?.targets).toHaveLength(2);
  expect(plan.tables.length).toBeGreaterThan(0);
  expect(() => checkPlan(experiment, plan)).not.toThrow();
});

test('what can’t be run here is not among them', async () => {
  const experiment = await experimentNamed('ws-pingpong');
  const [first = '', second = '', third = ''] = experiment.plan('toy').loads[0]?.targets ?? [];
  const plan = smallest(experiment.plan('toy'), (target) => target !== second);
  expect(plan.loads[0]?.targets).toEqual([first, third].filter((target) => target !== ''));
});

test('TOY=1 is the smallest size, whatever else is asked for', () => {
  expect(parseOptions(['all', '--quick', '--repeats', '6'], { toy: true })).toMatchObject({
    options: { size: 'toy', small: true, repeats: 1 },
  });
  expect(parseOptions(['all', '--quick'])).toMatchObject({ options: { size: 'quick', small: false } });
});
