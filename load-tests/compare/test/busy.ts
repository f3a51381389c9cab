/** Codes that say only that this machine was busy: tests run beside each other. */
export const busy = [
  'sender-late',
  'generator-busy',
  'generator-waiting',
  'generator-stalled',
  'machine-busy',
  'cores-stolen',
  'throttled',
  'swapping',
];
