import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder, gone when the test is over. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'pubsub-test-'));
  // Half a gigabyte of packages, where a test installs Artillery, takes minutes on a busy disk.
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }), 600_000);
  return dir;
}
