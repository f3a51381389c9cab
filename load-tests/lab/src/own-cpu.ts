import type { OwnCpu } from './program-side.ts';
import type { Program } from './stage.ts';

/** A program's own CPU since it began: finer than what the system tells of a process from outside. */
export function ownCpu(program: Pick<Program, 'ask'>): Promise<OwnCpu> {
  return program.ask<OwnCpu>({ do: 'cpu' });
}

/** User and system time together. */
export async function ownCpu_ms(program: Pick<Program, 'ask'>): Promise<number> {
  const { user_ms, system_ms } = await ownCpu(program);
  return user_ms + system_ms;
}
