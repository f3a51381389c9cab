/** Rules about what else is on the machine: it may be gone in the next round. */
const ofTheMachine: readonly string[] = [
  'machine-busy',
  'swapping',
  'throttled',
  'cores-stolen',
  'clock-jumped',
];

/** Rules about how busy those who measure were. */
const ofMeasuring: readonly string[] = [
  ...['generator-busy', 'generator-waiting', 'generator-stalled', 'sender-late'],
  // of the lab:
  ...['client-busy', 'rate-not-reached'],
];

export function isOfTheMachine(code: string): boolean {
  return ofTheMachine.includes(code);
}

/** Rules that say how busy the machine and those who measure were. */
export function isOfSpeed(code: string): boolean {
  return isOfTheMachine(code) || ofMeasuring.includes(code);
}
