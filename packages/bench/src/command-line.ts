/**
 * A command as it can be typed again.
 * @param command `npm run compare`
 * @param args what came after it
 */
export function asTyped(command: string, args: readonly string[]): string {
  return [command, ...(args.length > 0 ? ['--', ...args.map(quoted)] : [])].join(' ');
}

/** As a shell takes it. */
function quoted(arg: string): string {
  return /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`;
}
