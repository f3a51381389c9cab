/** Messages of the pages, the same in both apps, that don't come from a server. */
export const sentences = {
  /** A notice, when a session ends before the client could send everything. */
  notSent: 'The session ended, so changes that were not sent yet were not saved.',
  /** Labels the field in a notice that has the rejected text, one item a line, to copy. */
  kept: 'Text that was not saved, to copy',
  /** A notice after a click on a link to a page whose code isn't loaded, while offline. */
  noPage: 'That page cannot be opened offline.',
} as const;
