export {
  type CpuProfile,
  connectProbe,
  type EventLoop,
  type InsideSample,
  liveHeap_bytes,
  type Probe,
  type ProbeEnvironment,
  probeEnvironment,
} from './probe.ts';
export { samplePss, sampleSwitches, sampleTree, type TreeSample } from './tree.ts';
