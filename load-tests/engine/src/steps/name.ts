import type { VirtualUser } from '../users/virtual-user.ts';

/**
 * The name that a step's metrics have.
 * @param spec the whole item of the flow
 * @param otherwise the name of a step without `name`
 */
export function stepName(spec: Record<string, unknown>, user: VirtualUser, otherwise: string): string {
  return spec.name === undefined || spec.name === null ? otherwise : String(user.template(spec.name));
}
