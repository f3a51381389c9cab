export { type RecordedReference, recordedReference, type State } from './recorded.ts';
export { type Reference, type ReferenceName, references } from './references.ts';
