/** What a stack costs, taken from recorded runs. Pages and browsers predict with it. */
export interface StackModel {
  title: string;
  /** CPU of a write in ms: `intercept + slope x people`. */
  cpu: Record<Sharing, CpuModel>;
  /** Resident memory of the app without clients. */
  empty_bytes: number;
  memory: Record<Sharing, MemoryModel>;
  /** What an instance spends on each write that was made at another one. */
  elsewhere_ms: number;
}

/** Whether all people share one list, or each has a private one. */
export type Sharing = 'shared' | 'private';

export interface CpuModel {
  intercept: number;
  slope: number;
  /** How many times too high or too low it may be: 2 for half to twice. */
  factor: number;
  /** The most people that one process carried. */
  people: number;
  /** The most writes a second there. */
  writes_per_s: number;
}

/** Live heap on the server. */
export interface MemoryModel {
  client_bytes: number;
  document_bytes: number;
}

export interface Load {
  people: number;
  sharing: Sharing;
  /** That each person has on the page. */
  documents: number;
  /** By each person. */
  writes_per_minute: number;
}

export interface Prediction {
  /** Of one core, over all instances. */
  cores: number;
  /** How many times too high or too low `cores` may be. */
  factor: number;
  memory_bytes: number;
  /** Null if not even many have room: each follows the writes of all others. */
  instances: number | null;
  /** Whether an instance has more people or writes than were measured. */
  isBeyond: boolean;
}

/** @returns what the model says that one write costs on one instance with so many people */
export const cpuPerWrite_ms = ({ intercept, slope }: CpuModel, people: number): number =>
  intercept + slope * people;

/** An instance that is busier has no room for bursts. */
export const mostOfCore = 0.7;
const mostInstances = 100;

/** @returns what the load takes; with the fewest instances of which each has room for bursts, if there are any */
export function predict(model: StackModel, load: Load): Prediction {
  const { people, sharing, documents } = load;
  const cpu = model.cpu[sharing];
  const memory = model.memory[sharing];
  const writes_per_s = (people * load.writes_per_minute) / 60;
  const coresWith = (instances: number) =>
    (writes_per_s * (cpuPerWrite_ms(cpu, people) + (instances - 1) * model.elsewhere_ms)) / 1000;
  const haveRoom = (instances: number) => coresWith(instances) / instances <= mostOfCore;
  const fewest = Math.max(1, Math.ceil(people / cpu.people));
  let enough = fewest;
  while (!haveRoom(enough) && enough < mostInstances) enough++;
  const instances = haveRoom(enough) ? enough : fewest;
  return {
    cores: coresWith(instances),
    factor: cpu.factor,
    memory_bytes:
      instances * model.empty_bytes + people * (memory.client_bytes + documents * memory.document_bytes),
    instances: haveRoom(instances) ? instances : null,
    isBeyond: instances > 1 || writes_per_s > cpu.writes_per_s,
  };
}
