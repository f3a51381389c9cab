import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Some files, each compressed by itself, as servers send them. Sums over the files. */
export interface Weight {
  files: number;
  raw_bytes: number;
  /** Level 6: zlib's default, and that of both servers. */
  gzip_bytes: number;
  /** Quality 11, the best: what a proxy or a CDN keeps of a file. A server that compresses as it sends takes less. */
  brotli_bytes: number;
}

/** The JavaScript that a production build sends to a browser: its files, without the scripts inside the page. */
export interface PageWeight {
  /** What a browser must have before the app runs. */
  firstPage: Weight;
  /** With what it loads later, page by page. */
  allPages: Weight;
}

/** Paths of the JavaScript that a browser gets. */
export interface Scripts {
  /** What the page names, and what that imports from the start. */
  first: string[];
  later: string[];
}

/** @throws if one of the files isn't there */
export async function pageWeight({ first, later }: Scripts): Promise<PageWeight> {
  const [firstPage, rest] = await Promise.all([weigh(first), weigh(later)]);
  return { firstPage, allPages: sumOf([firstPage, rest]) };
}

/**
 * The same, kept beside a build: the best Brotli takes a second, and each start of a command tells the weight.
 * @param file is removed with the build; undefined of a build that isn't ours, beside which nothing is written
 */
export async function keptWeight(
  file: string | undefined,
  scripts: () => Promise<Scripts>,
): Promise<PageWeight> {
  const kept =
    file &&
    (await readFile(file, 'utf8')
      .then(JSON.parse)
      .catch(() => undefined));
  if (kept) return kept;
  const weight = await pageWeight(await scripts());
  if (file) await writeFile(file, JSON.stringify(weight));
  return weight;
}

/** @throws if one of the files isn't there */
export async function weigh(paths: string[]): Promise<Weight> {
  return sumOf(await Promise.all(paths.map(weighOne)));
}

/** One line for people: `MEAN's JavaScript: first page 306.2 kB (gzip 95.5, brotli 84.2), all pages ...`. */
export function describeWeight(title: string, { firstPage, allPages }: PageWeight): string {
  return `${title}'s JavaScript: first page ${inWords(firstPage)}, all pages ${inWords(allPages)}`;
}

async function weighOne(path: string): Promise<Weight> {
  const content = await readFile(path);
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(content, { level: 6 }),
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  ]);
  return {
    files: 1,
    raw_bytes: content.length,
    gzip_bytes: zipped.length,
    brotli_bytes: brotli.length,
  };
}

function sumOf(weights: Weight[]): Weight {
  const sum: Weight = { files: 0, raw_bytes: 0, gzip_bytes: 0, brotli_bytes: 0 };
  for (const each of weights) {
    for (const name of Object.keys(sum) as (keyof Weight)[]) sum[name] += each[name];
  }
  return sum;
}

function inWords({ raw_bytes, gzip_bytes, brotli_bytes }: Weight): string {
  const inKB = (bytes: number) => (bytes / 1000).toFixed(1);
  return `${inKB(raw_bytes)} kB (gzip ${inKB(gzip_bytes)}, brotli ${inKB(brotli_bytes)})`;
}
