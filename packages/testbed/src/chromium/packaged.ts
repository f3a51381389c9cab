import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { isExecutable, makingFolder, userCacheDir } from '../process/index.ts';

/**
 * The package carries the browser, the libraries that a bare Linux lacks (NSS) and a font, all compressed.
 * @param systemFonts the fontconfig file whose fonts the browser also has, if it is there
 * @returns undefined where the package doesn't run, or isn't installed
 */
export async function packagedChromium(
  systemFonts = '/etc/fonts/fonts.conf',
): Promise<{ path: string; env: Record<string, string> } | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const require = createRequire(import.meta.url);
  let bin: string;
  try {
    bin = join(dirname(dirname(require.resolve('@sparticuz/chromium'))), 'bin');
  } catch {
    return undefined; // an installation from before the package was needed
  }
  const { version } = JSON.parse(await readFile(join(bin, '../package.json'), 'utf8')) as {
    version: string;
  };
  const cache = userCacheDir();
  const dir = join(cache, `chromium-${version}`);
  if (!(await isExecutable(join(dir, 'chromium')))) await unpack(bin, cache, dir);
  const { FONTCONFIG_FILE, FONTCONFIG_PATH } = process.env;
  const fonts =
    FONTCONFIG_FILE || FONTCONFIG_PATH ? {} : { FONTCONFIG_FILE: await writeFonts(dir, systemFonts) };
  return {
    path: join(dir, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [join(dir, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      ...fonts,
    },
  };
}

/**
 * Names the system's fonts and the package's own: where Chromium finds no font at all, it crashes. The package's own
 * fonts.conf names folders of a cloud's machines alone.
 */
async function writeFonts(dir: string, systemFonts: string): Promise<string> {
  const path = join(dir, 'fonts.conf');
  const fresh = `${path}.${randomUUID()}`;
  await writeFile(
    fresh,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">${systemFonts}</include>
  <dir>${join(dir, 'fonts/fonts')}</dir>
  <cachedir>${join(dir, 'fonts-cache')}</cachedir>
</fontconfig>
`,
  );
  await rename(fresh, path);
  return path;
}

/** Into a folder of its own first: another process may do the same at this moment. */
async function unpack(bin: string, cache: string, dir: string): Promise<void> {
  await using making = await makingFolder(cache, 'chromium');
  const fresh = making.path;
  const inflate = async (name: string, as: string) => {
    const target = join(fresh, as);
    await pipeline(createReadStream(join(bin, name)), createBrotliDecompress(), createWriteStream(target));
    return target;
  };
  // The browser looks for its software renderer beside itself.
  for (const [name, folder] of [
    ['al2023', 'al2023'],
    ['fonts', 'fonts'],
    ['swiftshader', '.'],
  ] as const) {
    const archive = await inflate(`${name}.tar.br`, `${name}.tar`);
    await mkdir(join(fresh, folder), { recursive: true });
    await promisify(execFile)('tar', ['-xf', archive, '-C', join(fresh, folder)]);
    await rm(archive);
  }
  await chmod(await inflate('chromium.br', 'chromium'), 0o755);
  await rename(fresh, dir).catch(async (error: NodeJS.ErrnoException) => {
    if (!(await isExecutable(join(dir, 'chromium')))) throw error;
  });
}
