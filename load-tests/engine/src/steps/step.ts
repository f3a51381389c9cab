import type { Script } from '../artillery.ts';
import type { VirtualUser } from '../virtual-user.ts';

/** One step of a flow, as each virtual user takes it. */
export type Step = (user: VirtualUser) => Promise<void>;

/**
 * Makes a step of what stands in the YAML, before any virtual user comes.
 * @param spec the step's whole object, e.g. `{ call: {...} }`
 * @param where its place, for messages, e.g. `scenarios.flow[2]`
 * @throws RunError for what could never work
 */
export type CompileStep = (spec: Record<string, unknown>, where: string, script: Script) => Step;
