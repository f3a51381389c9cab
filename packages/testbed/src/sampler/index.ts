export {
  connectProbe,
  type EventLoop,
  type InsideSample,
  liveHeap_bytes,
  type Probe,
  type ProbeEnvironment,
  probeEnvironment,
} from './probe.ts';
export { type Processes, readProcesses, tick_ms } from './processes.ts';
export { samplePss, sampleSwitches, sampleTree, type TreeSample } from './tree.ts';
