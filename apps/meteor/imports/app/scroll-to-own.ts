/** The ref of a row: one that appears pending is what its user has just added. */
export function scrollToOwn(row: HTMLElement | null): void {
  if (row?.ariaBusy === 'true') row.scrollIntoView({ block: 'nearest' });
}
