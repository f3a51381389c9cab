import type { Target } from '@meteor-vs-mean/measure/run';
import { type Build, findOrOffer, stackNamed } from '@meteor-vs-mean/testbed/stacks';

/** Stacks as targets of experiments. Each is found and built once, even if several targets have it. */
export class AppTargets {
  /** As `findOrOffer` takes it. */
  readonly #install: boolean | undefined;
  readonly #found = new Map<string, ReturnType<typeof findOrOffer>>();
  readonly #building = new Map<string, Promise<Build>>();

  constructor(install: boolean | undefined) {
    this.#install = install;
  }

  /** @param names of the stacks that take part */
  target(key: string, title: string, names: readonly string[]): Target {
    return {
      key,
      title,
      find: async () => {
        const versions: Record<string, string> = {};
        for (const name of names) {
          const found = await this.#find(name);
          if (!found.found) return { notRun: `${found.reason}. Remedy: ${found.remedy}` };
          // The build of a single stack has more versions.
          if (names.length > 1) versions[stackNamed(name).title] = found.version;
        }
        return { versions };
      },
      prepare: async (log) => {
        const builds = await Promise.all(names.map((name) => this.#build(name, log)));
        return names.length === 1 ? (builds[0] as Build).versions : {};
      },
    };
  }

  /** @throws if no target of that stack was prepared */
  built(name: string): Promise<Build> {
    const building = this.#building.get(name);
    if (!building) throw new Error(`${name} was not built`);
    return building;
  }

  #find(name: string): ReturnType<typeof findOrOffer> {
    const finding = this.#found.get(name) ?? findOrOffer(stackNamed(name), this.#install);
    this.#found.set(name, finding);
    return finding;
  }

  #build(name: string, log: (line: string) => void): Promise<Build> {
    const building = this.#building.get(name) ?? stackNamed(name).build({ log });
    this.#building.set(name, building);
    return building;
  }
}
