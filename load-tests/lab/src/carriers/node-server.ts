import type { Program, Stage } from '../stage.ts';
import type { ServerOptions } from './carrier.ts';

/** Starts a target's own file as its server. */
export function startServer(file: string, stage: Stage, { deflate, env }: ServerOptions): Promise<Program> {
  return stage.program(new URL(file), { args: deflate ? ['deflate'] : [], env });
}

/** In that server: whether it is to agree to permessage-deflate. */
export function isDeflating(): boolean {
  return process.argv.includes('deflate');
}
