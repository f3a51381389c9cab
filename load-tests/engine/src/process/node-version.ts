import { RunError } from '../failures/error.ts';

/** Artillery needs the same version. */
const oldest = [22, 18] as const;

/** @throws RunError in one line; an older Node would end with a stack trace */
export function assertNode(version = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  throw new RunError(
    'node',
    `artillery-engine-pubsub needs Node ${oldest.join('.')} or newer, but this is ${version}: get it from https://nodejs.org`,
  );
}
