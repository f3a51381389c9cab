import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { labFixture, writeLabFixture } from '../../../packages/report/test/lab-fixture.ts';
import { expand } from '../src/expand.ts';
import { figure } from '../src/figures.ts';
import { voidFigures } from '../src/kinds/void-figures.ts';
import { type Library, openLibrary } from '../src/library.ts';
import { reference as recorded } from '../src/places.ts';
import type { Reference } from '../src/references.ts';

const full: Reference = {
  kind: 'compare',
  folder: '2026-11-21-full-200',
  what: 'the headline',
  command: 'npm run compare -- --full',
};
const idle: Reference = { ...full, folder: '2026-11-21-idle', what: 'clients that only hold' };
const later: Reference = { ...full, folder: 'later', what: 'what comes later' };
const clicks: Reference = { ...full, kind: 'json', folder: '2026-11-21-browser', file: 'browser.json' };

let library: Library;
let temporary: string;
beforeAll(async () => {
  temporary = await mkdtemp(path.join(tmpdir(), 'writeup-'));
  library = await openLibrary(recorded, { full, idle, later, clicks }, ['later']);
});
afterAll(() => rm(temporary, { recursive: true }));

/** What the folder says, read without any of our code. */
async function summary() {
  return JSON.parse(await readFile(path.join(recorded, full.folder, 'summary.json'), 'utf8'));
}

describe('a figure', () => {
  test('is what the summary has, rounded, with unit and interval', async () => {
    const { contestants, comparisons } = await summary();
    const { latency } = contestants.find((one: { key: string }) => one.key === 'meteor');
    const { mean, interval } = comparisons[0].figures.p50_ms;
    expect(figure(library, 'full.p50.meteor').text).toBe(`${latency.p50_ms.toFixed(1)} ms`);
    expect(figure(library, 'full.p50.ratio').text).toBe(
      `${mean.toFixed(2)} (95 %: ${interval.low.toFixed(2)} to ${interval.high.toFixed(2)})`,
    );
  });

  test('inside the noise floor says that no difference is seen', () => {
    expect(figure(library, 'full.mongod-cpu.ratio').text).toMatch(/\), no difference seen$/);
  });

  test('leaves that to the sentence with .plain', () => {
    const { text } = figure(library, 'full.mongod-cpu.ratio');
    expect(`${figure(library, 'full.mongod-cpu.ratio.plain').text}, no difference seen`).toBe(text);
    expect(figure(library, 'full.p50.ratio.plain').text).toBe(figure(library, 'full.p50.ratio').text);
  });

  test('of void rounds counts them by stack, each reason once a round', () => {
    const round = (stack: string, ...codes: string[]) => ({
      stack,
      verdict: codes.length > 0 ? ('void' as const) : ('valid' as const),
      reasons: codes.map((code) => ({ code, threshold: '', reading: '', remedy: '' })),
    });
    const figures = new Map<string, string>();
    voidFigures(figures, [
      round('meteor'),
      round('mean', 'sender-late'),
      round('mean', 'generator-busy', 'generator-busy', 'sender-late'),
    ]);
    expect([...figures]).toEqual([
      ['void.meteor', '0'],
      ['void.mean', '2 (sender-late 2, generator-busy 1)'],
    ]);
    expect(figure(library, 'full.void.mean').text).toMatch(/^\d+( \(.+\))?$/);
  });

  test('whose points lie on no line is not given', () => {
    expect(figure(library, 'idle.idle-cpu-0.meteor').text).toMatch(/^no figure \(the points lie on no line/);
    expect(() => figure(library, 'idle.idle-cpu-0.ratio')).toThrow('there is no figure');
  });

  test('of a JSON file has the unit of its key', () => {
    expect(figure(library, 'clicks.pairs.meteor-meteor.p50_ms').text).toMatch(/^\d+(\.\d+)? ms$/);
    expect(figure(library, 'clicks.machine.cores').text).toMatch(/^\d+$/);
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
  const experiment: Reference = { ...full, kind: 'lab', folder: 'experiment' };
  let page: string;
  beforeAll(async () => {
    await writeLabFixture(path.join(temporary, 'experiment'), labFixture());
    const lab = await openLibrary(temporary, { experiment }, []);
    const [title] = JSON.parse(
      await readFile(path.join(temporary, 'experiment/summary.json'), 'utf8'),
    ).tables;
    page = expand(
      `# Lab\n\n{{ fig('experiment.${title.key}.two.bun') }}, {{ fig('experiment.${title.key}.two.bun.published') }}, ` +
        `{{ fig('experiment.${title.key}.two.bun.ratio') }}\n\n<Verdict of="experiment"/>\n\n<Section of="experiment/claims"/>\n`,
      'lab.md',
      lab,
    );
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
  test('that is missing is an error with its folder and what records it', async () => {
    await expect(openLibrary(recorded, { later }, [])).rejects.toThrow(
      /takes figures from later, .*There is no folder .*later.* Record it: npm run compare -- --full --out/,
    );
  });

  test('that lacks a file is one, awaited or not', async () => {
    const folder = path.join(temporary, 'half');
    await mkdir(folder);
    await cp(path.join(recorded, full.folder, 'manifest.json'), path.join(folder, 'manifest.json'));
    await expect(openLibrary(temporary, { half: { ...full, folder: 'half' } }, ['half'])).rejects.toThrow(
      /half is no whole results folder: it has no (rounds\.jsonl|summary\.json)/,
    );
  });

  test('of a toy run is refused', async () => {
    const folder = path.join(temporary, 'toy');
    await cp(path.join(recorded, full.folder), folder, { recursive: true });
    const file = path.join(folder, 'manifest.json');
    await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), toy: true }));
    await expect(openLibrary(temporary, { toy: { ...full, folder: 'toy' } }, [])).rejects.toThrow(
      /toy run \(TOY=1\): no figure may be taken from it/,
    );
  });
});

describe('a page', () => {
  const page = (markdown: string, name = 'some/page.md') => expand(`# Page\n\n${markdown}\n`, name, library);

  test('has its figures, each with the result that it is from, and a list of those', () => {
    const text = page("It took {{ fig('full.p50.meteor') }}.");
    expect(text).toContain('title="2026-11-21-full-200">');
    expect(text).toMatch(/It took <span[^>]*>\d+\.\d&nbsp;ms<\/span>\./);
    expect(page("`{{ fig('full.p50.meteor') }}`")).toMatch(/`\d+\.\d ms`/);
    expect(text).toContain('## Where these figures come from');
    expect(text).toContain('href="./../results/2026-11-21-full-200/report.html"');
    expect(page('Nothing.')).not.toContain('Where these figures come from');
  });

  test('has charts with their numbers, and tables, as one piece of HTML', () => {
    const text = page('<Chart of="full/percentiles-fan-out"/>\n\n<Table of="full/fan-out"/>');
    const [chart = '', table = ''] = text.split('<div class="recorded" v-pre>').slice(1);
    expect(chart).toContain('<figure class="chart" id="chart-full-percentiles-fan-out">');
    expect(chart).toContain('<details class="numbers">');
    expect(table).toContain('fan-out latency p50');
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
