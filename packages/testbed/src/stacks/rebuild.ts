import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { buildPackage } from './program.ts';

/** An editor writes several files at once, or one in several steps. */
const pause_ms = 100;

/**
 * Builds packages of ours again whenever their sources change, one build at a time. A failed build is logged.
 * @param root of the checkout that they are in
 * @param paths their folders, relative to it: each with its sources in `src`
 * @param build builds one of them; default: that alone
 * @returns ends it
 */
export function rebuildOnChange(
  root: string,
  paths: readonly string[],
  log: (line: string) => void,
  build = (path: string): Promise<void> => buildPackage(root, path),
): () => void {
  let building: Promise<void> = Promise.resolve();
  const ends = paths.map((path) => {
    let timer: NodeJS.Timeout | undefined;
    const rebuild = () => {
      log(`${path} has changed: building it again`);
      return build(path).catch(({ message }: Error) => log(message));
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        building = building.then(rebuild);
      }, pause_ms);
    };
    const watchers = foldersIn(join(root, path, 'src')).map((folder) => watch(folder, later));
    for (const watcher of watchers) {
      watcher.on('error', ({ message }) => log(`${path} is no longer watched: ${message}`));
    }
    return () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    };
  });
  return () => {
    for (const end of ends) end();
  };
}

/** Each is watched by itself: Node's recursive watch loses a file on Linux once an editor has replaced it. */
function foldersIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  return [folder, ...folders.map(({ parentPath, name }) => join(parentPath, name))];
}
