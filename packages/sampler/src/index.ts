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
export { samplePss, sampleTree, type TreeSample } from './tree.ts';
