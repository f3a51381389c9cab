/** What both apps say to a person alike, where no server says it. */
export const sentences = {
  /** As a notice, when a session ends while something that was done in it isn't sent. */
  notSent: 'What was not sent yet was not saved: the session had ended.',
  /** Names the field in a notice that holds the text of what was refused, a line each, to copy. */
  kept: 'What was not saved, to copy',
  /** As a notice, after a click that leads to a page whose code isn't here, without a connection. */
  noPage: 'That page cannot be opened without a connection.',
} as const;
