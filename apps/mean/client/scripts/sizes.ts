/** Prints what the production build sends to a browser: raw, gzip and brotli. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const folder = join(import.meta.dirname, '../dist/mean-client/browser');

interface Size {
  raw_bytes: number;
  gzip_bytes: number;
  brotli_bytes: number;
}

function sizeOf(files: string[]): Size {
  const contents = files.map((file) => readFileSync(join(folder, file)));
  const sum = (pack: (content: Buffer) => Buffer) =>
    contents.reduce((total, content) => total + pack(content).length, 0);
  return {
    raw_bytes: sum((content) => content),
    gzip_bytes: sum(gzipSync),
    brotli_bytes: sum(brotliCompressSync),
  };
}

const files = readdirSync(folder);
const index = readFileSync(join(folder, 'index.html'), 'utf8');
const scripts = files.filter((file) => file.endsWith('.js'));
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(10);

console.log(
  `\n${'sent to a browser'.padEnd(26)}${'raw'.padStart(10)}${'gzip'.padStart(10)}${'brotli'.padStart(10)}`,
);
for (const [name, chosen] of [
  ['JavaScript, first page', scripts.filter((file) => index.includes(file))],
  ['JavaScript, all pages', scripts],
  ['style', files.filter((file) => file.endsWith('.css'))],
] as const) {
  const { raw_bytes, gzip_bytes, brotli_bytes } = sizeOf(chosen);
  console.log(`${name.padEnd(26)}${kB(raw_bytes)}${kB(gzip_bytes)}${kB(brotli_bytes)}`);
}
