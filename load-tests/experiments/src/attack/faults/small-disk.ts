import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A new replica set's data and journal, and room for what a fault writes. */
const size = '700m';

/** A file system of its own in memory, that can be filled without harm to another one. */
export class SmallDisk {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Why this machine can't have one; undefined if it can. */
  static get whyNot(): string | undefined {
    if (process.platform !== 'linux') return 'it needs Linux';
    return process.getuid?.() === 0 ? undefined : 'it needs root, to mount a file system of its own';
  }

  /** @throws what `mount` says */
  static async mount(): Promise<SmallDisk> {
    const folder = await mkdtemp(join(tmpdir(), 'meteor-vs-mean-disk-'));
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
    } catch (error) {
      await rm(folder, { recursive: true });
      throw error;
    }
    return new SmallDisk(folder);
  }

  /** Takes all room that is left. */
  async fill(): Promise<void> {
    const file = await open(this.#filling, 'w');
    const page = Buffer.alloc(1024 * 1024);
    try {
      for (;;) await file.write(page);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      await file.close();
    }
  }

  async free(): Promise<void> {
    await rm(this.#filling, { force: true });
  }

  async remove(): Promise<void> {
    await run('umount', ['--lazy', this.folder]);
    await rm(this.folder, { recursive: true });
  }

  get #filling(): string {
    return join(this.folder, 'filling');
  }
}
