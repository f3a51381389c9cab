/**
 * On paper nothing can be opened: the numbers of the charts are printed with them. print.css does it where a browser
 * knows `::details-content`; this does it in the others.
 */
export function openForPrint(): () => void {
  let opened: HTMLDetailsElement[] = [];
  const before = () => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>('details.numbers:not([open])')];
    for (const one of opened) one.open = true;
  };
  const after = () => {
    for (const one of opened.splice(0)) one.open = false;
  };
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  return () => {
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
  };
}
