/** Stops a process with SIGSTOP while `during` runs. */
export async function whileFrozen<Result>(pid: number, during: () => Promise<Result>): Promise<Result> {
  process.kill(pid, 'SIGSTOP');
  try {
    return await during();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}
