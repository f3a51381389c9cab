/** Files that a process opens besides its connections: modules, the run's folder, pipes. */
const others = 200;

/**
 * @param clients how many connections the process makes
 * @returns the message; if the process can't open another file, with the number that it needs
 */
export function withOpenFiles(message: string, clients: number): string {
  if (!message.includes('EMFILE')) return message;
  const need = `${clients} connections need about ${clients + others}`;
  return `EMFILE: a process may open ${openFiles()} files here, ${need}: ulimit -n ${clients + others}`;
}

let limit: string | undefined;

/** Uses a report, because reading the limit from /proc would open a file. */
function openFiles(): string {
  if (limit !== undefined) return limit;
  // Otherwise the report looks up the name of each connection's address, one by one.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  limit = String(userLimits?.open_files?.soft ?? 'few');
  return limit;
}
