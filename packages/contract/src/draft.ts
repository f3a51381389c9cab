/** The text of a todo that is being edited. */
export interface Draft {
  /** What the todo said when the editing began, as far as the person knows. */
  base: string;
  text: string;
}

/**
 * The draft with which the editing goes on when the todo says something. Where nothing was typed yet it follows; where
 * something was, and another thing is said now than it began with, the person has to choose: `base` isn't it any more.
 * @param said what the todo says now
 */
export function followed(draft: Draft, said: string): Draft {
  if (said === draft.base) return draft;
  if (draft.text === draft.base) return { base: said, text: said };
  return draft.text.trim() === said ? { ...draft, base: said } : draft;
}
