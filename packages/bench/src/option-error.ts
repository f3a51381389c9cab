/** An option that can't be used: one line that names it and says what would be right. */
export class OptionError extends Error {}
