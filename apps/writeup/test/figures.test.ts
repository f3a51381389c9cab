import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type MemoryRound, readCompare, reference as recorded } from '@meteor-vs-mean/measure/results';
import { fixture, mean, memoryRound, meteor, writeFixture } from '@meteor-vs-mean/measure/results/fixture';
import { sampleFixture } from '@meteor-vs-mean/measure/results/sample-fixture';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expand } from '../src/expand.ts';
import { figure } from '../src/figures.ts';
import { voidFigures } from '../src/kinds/compare-figures.ts';
import { openContent } from '../src/kinds/json.ts';
import { openRun } from '../src/kinds/run.ts';
import { type Library, openLibrary } from '../src/library.ts';
import { recordedReference, references } from '../src/references/index.ts';
import type { Source } from '../src/references.ts';

const full: Source = {
  folder: (await recordedReference(references.full200)).folder,
  what: 'the headline',
  command: 'npm run compare -- --full',
  of: 'c1686dc of 2026-11-27',
  open: openRun,
};
const idle: Source = { ...full, folder: 'idle', what: 'clients that cost nothing' };
const later: Source = { ...full, folder: 'later', what: 'what comes later', of: null };

/** A start of the app in which more clients cost nothing. */
function flat(contestant: typeof mean, number: number): MemoryRound {
  const round = memoryRound(contestant, number, number, { client_bytes: 0 });
  const steps = round.steps.map((step, index) => ({
    ...step,
    idleCpu_ms_per_s: 2 + ((index + number) % 2) / 10,
  }));
  return { ...round, steps };
}

let library: Library;
/** Of `idle` alone. */
let holding: Library;
let temporary: string;
beforeAll(async () => {
  temporary = await mkdtemp(path.join(tmpdir(), 'writeup-'));
  library = await openLibrary(recorded, { full, later });
  const memory = [1, 2, 3].flatMap((n) => [flat(meteor, 2 * n - 1), flat(mean, 2 * n)]);
  await writeFixture(path.join(temporary, 'idle'), fixture({ memory }));
  holding = await openLibrary(temporary, { idle });
});
afterAll(() => rm(temporary, { recursive: true }));

describe('a figure', () => {
  test('is what the summary has, rounded, with unit and interval', async () => {
    const { results, comparisons } = (await readCompare(path.join(recorded, full.folder))).summary;
    const latency = results.find(({ key }) => key === 'meteor')?.figures.p50_ms;
    const p50 = comparisons[0]?.figures.p50_ms;
    expect(figure(library, 'full.p50.meteor').text).toBe(`${latency?.value?.toFixed(1)} ms`);
    expect(figure(library, 'full.p50.ratio').text).toBe(
      `${p50?.mean.toFixed(2)} (95 %: ${p50?.interval?.low.toFixed(2)} to ${p50?.interval?.high.toFixed(2)})`,
    );
  });

  test('inside the noise floor says so, and claims no difference only if the interval holds 1', () => {
    expect(figure(library, 'full.mongod-cpu.ratio').text).toMatch(/\), below our noise threshold$/);
  });

  test('that says no difference can not be quoted as one', () => {
    expect(figure(library, 'full.p50.ratio.times').text).toMatch(/^\d\.\d\d$/);
    for (const half of ['times', 'range']) {
      expect(() => figure(library, `full.mongod-cpu.ratio.${half}`)).toThrow(
        /can't be quoted, since no difference is seen there: \{\{ fig\('full\.mongod-cpu\.ratio'\) \}\} says so/,
      );
    }
  });

  test('of void rounds counts them by stack, each reason once a round', () => {
    const round = (stack: string, ...codes: string[]) => ({
      contestant: stack,
      verdict: codes.length > 0 ? ('void' as const) : ('valid' as const),
      reasons: codes.map((code) => ({ code, threshold: '', reading: '', remedy: '' })),
    });
    const figures = new Map<string, string>();
    voidFigures(
      figures,
      [
        round('meteor'),
        round('mean', 'sender-late'),
        round('mean', 'generator-busy', 'generator-busy', 'sender-late'),
      ],
      (key) => key,
    );
    expect([...figures]).toEqual([
      ['void.meteor', '0'],
      ['void.mean', '2 (sender-late 2, generator-busy 1)'],
    ]);
    expect(figure(library, 'full.void.mean').text).toMatch(/^\d+( \(.+\))?$/);
  });

  test('of what a client costs is never below nothing', () => {
    for (const [name, from] of Object.entries({ full: library, idle: holding })) {
      const { recorded } = from.open(name);
      const costs = recorded?.names.filter((one) => /^(client-rss|idle-cpu|heap)-\d+\.\w+$/.test(one)) ?? [];
      expect(costs.length).toBeGreaterThan(4);
      for (const one of costs)
        expect(figure(from, `${name}.${one}`).text, one).not.toMatch(/^(too small to measure: )?-/);
    }
  });

  test('names its commit, and whether changes to it were not committed', async () => {
    const folder = path.join(temporary, 'changed');
    await cp(path.join(recorded, full.folder), folder, { recursive: true });
    const file = path.join(folder, 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    const git = { commit: 'a0cea360f89e', modified: true };
    await writeFile(file, JSON.stringify({ ...manifest, git }));
    const changed = await openLibrary(temporary, { changed: { ...full, folder: 'changed' } });
    expect(figure(changed, 'changed.commit').text).toBe('a0cea36, with changes that were not committed');
    expect(figure(library, 'full.commit').text).toBe(manifest.git.commit.slice(0, 7));
  });

  test('of a client that costs nothing that can be seen is no number, and has no ratio', () => {
    expect(figure(holding, 'idle.idle-cpu-0.meteor').text).toMatch(
      /^too small to measure \(95 %: less than \d/,
    );
    expect(() => figure(holding, 'idle.idle-cpu-0.ratio')).toThrow('there is no figure');
    expect(figure(holding, 'idle.client-rss-0.mean').text).toBe('too small to measure (use more --steps)');
  });

  test('of a JSON file has the unit of its key', () => {
    const recorded = openContent({ pairs: [{ name: 'Meteor to MEAN', p50_ms: 21.04 }], cores: 2 }, 'a.json');
    expect(recorded.figure(['pairs', 'meteor-to-mean', 'p50_ms'])).toBe('21.0 ms');
    expect(recorded.figure(['cores'])).toBe('2');
  });

  test('that is not known names what is like it', () => {
    expect(() => figure(library, 'full.p50.metor')).toThrow(
      /there is no figure full\.p50\.metor; there are .*full\.p50\.meteor/,
    );
    expect(() => figure(library, 'fool.p50.meteor')).toThrow('no recorded result is called fool');
  });

  test('of a result that is being recorded has no text', () => {
    expect(figure(library, 'later.p50.meteor')).toEqual({ text: null, from: 'later' });
  });
});

describe('an experiment of the lab', () => {
  const experiment: Source = { ...full, open: openRun, folder: 'experiment' };
  let lab: Library;
  let page: string;
  beforeAll(async () => {
    await writeFixture(path.join(temporary, 'experiment'), sampleFixture());
    lab = await openLibrary(temporary, { experiment });
    const key = sampleFixture().manifest.plan.tables[0]?.key;
    page = expand(
      `# Lab\n\n{{ fig('experiment.${key}.two.bun') }}, {{ fig('experiment.${key}.two.bun.published') }}, ` +
        `{{ fig('experiment.${key}.two.bun.ratio') }}\n\n<Verdict of="experiment"/>\n\n<Section of="experiment/claims"/>\n\n<Section of="experiment/why"/>\n`,
      'lab.md',
      lab,
    );
  });

  test('counts what was owed in its valid rounds', () => {
    const { recorded } = lab.open('experiment');
    expect(recorded?.figure(['rounds', 'two', 'bun'])).toBe('6');
    expect(recorded?.names).toContain('owed.messages.two.bun');
  });

  test('of a toy run is refused', async () => {
    const toy = sampleFixture({ manifest: { size: 'toy' } });
    await writeFixture(path.join(temporary, 'toy-experiment'), toy);
    await expect(
      openLibrary(temporary, { toy: { ...experiment, folder: 'toy-experiment' } }),
    ).rejects.toThrow('no figure may be taken from it');
  });

  test('has figures here and published, its answer, and both beside each other with why they differ', () => {
    expect(page).toMatch(/>\d[\d,]* a second<\/span>, <span[^>]*>44,000 a second</);
    expect(page).toMatch(/number" title="experiment">\d\.\d\d<span class="rest"> \(95&nbsp;%: /);
    expect(page).toContain('<div class="said" v-pre><p>');
    for (const term of ['published', 'here', 'why they may differ'])
      expect(page).toContain(`<dt>${term}</dt>`);
  });
});

describe('a recorded result', () => {
  test('that can not be read is an error that says what records it', async () => {
    const folder = path.join(temporary, 'half');
    await mkdir(folder);
    await cp(path.join(recorded, full.folder, 'manifest.json'), path.join(folder, 'manifest.json'));
    await expect(openLibrary(temporary, { half: { ...full, folder: 'half' } })).rejects.toThrow(
      /figures from half, .*half is no whole results folder: it has no rounds\.jsonl.* npm run references -- --record half/,
    );
  });

  test('of a toy run is refused', async () => {
    const folder = path.join(temporary, 'toy');
    await cp(path.join(recorded, full.folder), folder, { recursive: true });
    const file = path.join(folder, 'manifest.json');
    await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), size: 'toy' }));
    await expect(openLibrary(temporary, { toy: { ...full, folder: 'toy' } })).rejects.toThrow(
      /toy run \(--toy\): no figure may be taken from it/,
    );
  });
});

describe('a page', () => {
  const page = (markdown: string, name = 'some/page.md') => expand(`# Page\n\n${markdown}\n`, name, library);

  test('has its figures, each with the result that it is from, and a list of those', () => {
    const text = page("It took {{ fig('full.p50.meteor') }}.");
    expect(text).toContain(`title="${full.folder}">`);
    expect(text).toMatch(/It took <span[^>]*>\d+\.\d&nbsp;ms<\/span>\./);
    expect(page("`{{ fig('full.p50.meteor') }}`")).toMatch(/`\d+\.\d ms`/);
    expect(text).toContain('## Where these figures come from');
    expect(text).toContain(`href="./../results/${full.folder}/report.html"`);
    expect(text).toContain('(<code>npm run compare -- --full</code>), commit c1686dc of 2026-11-27</li>');
    expect(page('Nothing.')).not.toContain('Where these figures come from');
  });

  test('has charts with their numbers, and tables, as one piece of HTML', () => {
    const text = page('<Chart of="full/percentiles-fan-out"/>\n\n<Table of="full/fan-out"/>');
    const [chart = '', table = ''] = text.split('<div class="recorded" v-pre>').slice(1);
    expect(chart).toContain('<figure class="chart" id="chart-full-percentiles-fan-out">');
    expect(chart).toContain('<details class="numbers">');
    expect(table).toContain('CPU per 1,000');
    for (const piece of [chart, table])
      expect(piece.slice(0, piece.indexOf('</div>\n\n'))).not.toMatch(/\n\s*\n/);
  });

  test('says that a result is being recorded', () => {
    expect(page("{{ fig('later.p50.meteor') }}")).toContain('not recorded yet');
    expect(page('<Chart of="later/percentiles-fan-out"/>')).toContain('Not recorded yet: what comes later.');
  });

  test.each([
    ["{{ fig('full.p50.metor') }}", /pages\/some\/page\.md: there is no figure full\.p50\.metor/],
    [
      '<Chart of="full/percentile"/>',
      /there is no Chart full\/percentile; there are .*full\/percentiles-fan-out/,
    ],
    ['<Table of="nothing/fan-out"/>', /no recorded result is called nothing/],
    ['{{ fig("full.p50.meteor") }}', /is no tag/],
    ['See <Chart of="full/percentiles-fan-out"/> here', /is no tag/],
    ['<Fig of="full.p50.meteor"/>', /is no tag/],
  ])('with %s fails the build', (markdown, message) => {
    expect(() => page(markdown)).toThrow(message);
  });
});
