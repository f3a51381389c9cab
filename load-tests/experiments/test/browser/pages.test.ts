import { createServer } from 'node:http';
import { checkPlan } from '@meteor-vs-mean/measure/run';
import { type Browser, chromiumRemedy, findChromium, openBrowser } from '@meteor-vs-mean/testbed/chromium';
import { closeServer, listen, root } from '@meteor-vs-mean/testbed/process';
import { stackNames } from '@meteor-vs-mean/testbed/stacks';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { contestantsOf } from '../../src/browser/contestants.ts';
import { pageFigures, type Visit } from '../../src/browser/pages/figures.ts';
import { sampleOf } from '../../src/browser/pages/round.ts';
import { untilOver, visitOf, watch } from '../../src/browser/pages/watch.ts';
import { browserExperiment, partNames } from '../../src/browser/plan.ts';
import { AppTargets } from '../../src/command/index.ts';

const looked: Visit = { clicked: false, answer_ms: 1, firstPaint_ms: 2, todos_ms: 3, largestPaint_ms: 4 };
const clicked: Visit = { clicked: true, answer_ms: 10, firstPaint_ms: 20, todos_ms: 30, works_ms: 50 };

test.for([
  ['lcp', 4],
  ['works', 50],
  ['fcp', 2],
  ['todos', 3],
  ['answer', 1],
] as const)('%s is read in the visits that it is of', ([key, value]) => {
  expect(pageFigures.map((figure) => figure.key)).toContain(key);
  expect(sampleOf([looked, clicked]).figures[`${key}_ms`]).toBe(value);
  expect(Object.keys(sampleOf([looked, clicked]).figures)).toHaveLength(5);
});

test('a round tells the median of its visits; one in which something never came is slower than all, and lost', () => {
  const never = { ...looked, largestPaint_ms: undefined } as unknown as Visit;
  const visits = [looked, never, { ...looked, largestPaint_ms: 9 }, clicked];
  const { figures, accounts } = sampleOf(visits);
  expect(figures).toMatchObject({ lcp_ms: 9, fcp_ms: 2, works_ms: 50 });
  expect(accounts).toEqual([{ what: 'visits', owed: 4, seen: 3, lost: 1 }]);
  expect(sampleOf([never, never, looked]).figures.lcp_ms).toBe(Infinity);
});

test('an app of another checkout clicks with those of its checkout, and the app of this one is compared with it', () => {
  const names = [`meteor=${root}`, 'meteor', `mean=${root}`, 'mean'];
  const { stacks, baseline, pairs, progress } = contestantsOf(names);
  const [meteorThen, , meanThen] = stacks.map(({ name }) => name) as [string, string, string, string];
  expect(baseline).toBe('mean');
  expect(pairs.map(({ key }) => key).toSorted()).toEqual(
    [
      ...['meteor-meteor', 'meteor-mean', 'mean-meteor', 'mean-mean'],
      ...[`${meteorThen}-${meteorThen}`, `${meteorThen}-${meanThen}`],
      ...[`${meanThen}-${meteorThen}`, `${meanThen}-${meanThen}`],
    ].toSorted(),
  );
  expect(progress.map(({ now, before }) => [now, before])).toEqual([
    ['meteor', meteorThen],
    ['mean', meanThen],
  ]);
});

test.for([
  {
    stacks: undefined,
    parts: undefined,
    loads: ['click', 'visit', 'near-empty', 'near-warm', 'far-empty', 'far-warm'],
  },
  {
    stacks: stackNames(`mean=${root},mean`),
    parts: ['pages'],
    loads: ['near-empty', 'near-warm', 'far-empty', 'far-warm'],
  },
  { stacks: ['meteor'], parts: ['clicks', 'scripts'], loads: ['click', 'visit'] },
])('%j is planned, and names nothing that the plan lacks', ({ stacks, parts, loads }) => {
  const experiment = browserExperiment(new AppTargets(false), { stacks, parts });
  const plan = experiment.plan('full');
  expect(() => checkPlan(experiment, plan)).not.toThrow();
  expect(plan.loads.map(({ key }) => key)).toEqual(loads);
  expect(plan.pairs).toBe(6);
  const isProgress = stacks !== undefined && stacks.length > 1;
  expect(plan.claims.filter(({ here }) => here.figure === 'lcp_ms')).toHaveLength(isProgress ? 4 : 0);
});

test('parts are named', () => expect(partNames).toEqual(['clicks', 'scripts', 'pages']));

const hasBrowser = (await findChromium()) !== undefined;
if (!hasBrowser) console.log(`No page is visited: there is no Chromium. To do so: ${chromiumRemedy}.`);

describe.skipIf(!hasBrowser)('a visit', () => {
  let browser: Browser;
  beforeAll(async () => {
    ({ browser } = await openBrowser());
  });
  afterAll(() => browser?.close());

  async function visit(html: string, clicks: boolean): Promise<Visit> {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(html);
    });
    const port = await listen(server);
    onTestFinished(() => closeServer(server));
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await watch(page, clicks);
    await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'commit' });
    await untilOver(page, 10_000);
    // What is painted is told a frame later.
    if (!clicks) await page.waitForFunction(() => 'largest' in (window as unknown as { visit: Visit }).visit);
    return visitOf(page);
  }

  const row = '<li><input type="checkbox" class="toggle"><label>a todo</label></li>';
  const list = `<ul class="todo-list">${row.repeat(20)}</ul>`;
  const marking = `document.addEventListener('change', ({ target }) => target.closest('li').classList.add('completed'));`;

  test('tells when a page that a server rendered was painted, and when its todos were there', async () => {
    const seen = await visit(list, false);
    expect(seen).toMatchObject({ clicked: false, largest: 'li' });
    expect(seen.todos_ms).toBeGreaterThanOrEqual(seen.answer_ms as number);
    expect(seen.largestPaint_ms).toBeGreaterThanOrEqual(seen.firstPaint_ms as number);
    expect(seen.works_ms).toBeUndefined();
  });

  test('tells when a page that a script makes has its todos', async () => {
    const script = `setTimeout(() => { document.body.innerHTML = '${list}'; window.made = performance.now(); }, 200);`;
    const seen = await visit(`<body><p>Wait</p><script>${script}</script>`, false);
    expect(seen.todos_ms).toBeGreaterThanOrEqual(200);
    expect(seen.firstPaint_ms).toBeLessThan(seen.todos_ms as number);
  });

  test('clicks until the app listens, and tells when that shows', async () => {
    const later = `setTimeout(() => { ${marking} }, 300);`;
    const seen = await visit(`${list}<script>${later}</script>`, true);
    expect(seen.works_ms).toBeGreaterThanOrEqual(300);
    expect(seen.works_ms).toBeGreaterThan(seen.todos_ms as number);
  });

  test('clicks no todo twice that an app may keep and replay later', async () => {
    const kept = `const kept = []; document.addEventListener('change', ({ target }) => kept.push(target));
      setTimeout(() => {
        if (kept.length > 1 && new Set(kept).size === kept.length) kept[0].closest('li').classList.add('completed');
      }, 100);`;
    const seen = await visit(`${list}<script>${kept}</script>`, true);
    expect(seen.works_ms).toBeGreaterThanOrEqual(100);
  });
});
