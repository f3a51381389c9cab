type Methods = Record<string, unknown>;

/**
 * Puts other methods in the place of an object's own.
 * @throws if there is no such method, so that an app whose code has moved on isn't measured as if it had lost a guard
 */
export function replace(target: Methods, methods: Methods): void {
  for (const [name, method] of Object.entries(methods)) {
    if (typeof target[name] !== 'function') throw new Error(`There is no method ${name} to take away`);
    target[name] = method;
  }
}
