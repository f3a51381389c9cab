/** For a port or a number of seconds. @throws one line that names the option */
export function wholeFrom(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`--${option} is '${text}': it must be a whole number from ${least} to ${most}`);
}

/** As `wholeFrom`, of 1 to 65535. */
export const portFrom = (option: string, text: string): number => wholeFrom(option, text, 1, 65_535);

/** Ends the process as its command should, with one line for what went wrong. */
export async function runAs(command: string, main: () => Promise<number>): Promise<never> {
  try {
    process.exit(await main());
  } catch (error) {
    console.error(`${command}: ${(error as Error).message}`);
    process.exit(1);
  }
}
