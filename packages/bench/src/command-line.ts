/**
 * A command as it can be typed again.
 * @param command `npm run compare`
 * @param args what came after it
 * @param toy whether TOY=1 stood before it
 */
export function asTyped(command: string, args: readonly string[], toy: boolean): string {
  return [...(toy ? ['TOY=1'] : []), command, ...(args.length > 0 ? ['--', ...args.map(quoted)] : [])].join(
    ' ',
  );
}

/** As a shell takes it. */
function quoted(arg: string): string {
  return /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`;
}
