import { mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Makes a node_modules like another one, of links: npm's packages stay where they are, and links that lead to a
 * workspace lead to that of the new one's own checkout.
 * @param from what isn't there has nothing in it
 */
export async function linkPackages(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true }).catch(() => []);
  if (entries.length === 0) return;
  await mkdir(to, { recursive: true });
  for (const entry of entries) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (entry.name.startsWith('@')) await linkPackages(source, target);
    else if (entry.name === '.bin' || !entry.name.startsWith('.')) await symlink(source, target);
  }
}
