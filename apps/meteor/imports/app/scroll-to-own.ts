/** The ref of a row: scrolls to a new pending row, which the user has just added. */
export function scrollToOwn(row: HTMLElement | null): void {
  if (row?.ariaBusy === 'true') row.scrollIntoView({ block: 'nearest' });
}
