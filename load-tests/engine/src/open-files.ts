/** Files of a process beside its connections: modules, the run's folder, pipes. */
const others = 200;

/**
 * @param clients how many connections the process makes
 * @returns the message; where it says that the process can't open another file, with the number that it needs
 */
export function withOpenFiles(message: string, clients: number): string {
  if (!message.includes('EMFILE')) return message;
  const need = `${clients} connections need about ${clients + others}`;
  return `EMFILE: a process may open ${openFiles()} files here, ${need}: ulimit -n ${clients + others}`;
}

/** Reading the limit from /proc would need a file. */
function openFiles(): string {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  return String(userLimits?.open_files?.soft ?? 'few');
}
