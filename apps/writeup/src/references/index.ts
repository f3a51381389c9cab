export { commitAndDay, type RecordedReference, recordedReference } from './recorded.ts';
export { type Reference, type ReferenceName, references } from './references.ts';
