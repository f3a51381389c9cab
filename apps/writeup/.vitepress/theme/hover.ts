/** A mark of a chart, and where it stands in the window. */
interface Mark {
  element: Element;
  text: string;
  x: number;
  y: number;
}

/** In pixels: a finger is no needle. */
const reach = 40;

/**
 * Says what the mark nearest to the pointer stands for, beside it. Marks carry it as their SVG title; a browser shows
 * that late, only on the mark itself, and never on a touch screen. The same numbers are in the table under each chart.
 * @returns what ends it
 */
export function hoverCharts(): () => void {
  const texts = new WeakMap<Element, string>();
  const tip = document.createElement('div');
  tip.className = 'chart-tip';
  tip.setAttribute('aria-hidden', 'true');
  tip.hidden = true;
  document.body.append(tip);
  let shown: Element | undefined;

  const hide = () => {
    shown?.classList.remove('hovered');
    shown = undefined;
    tip.hidden = true;
  };
  const show = ({ element, text, x, y }: Mark) => {
    if (shown !== element) {
      hide();
      shown = element;
      element.classList.add('hovered');
      tip.textContent = text;
      tip.hidden = false;
    }
    const { width, height } = tip.getBoundingClientRect();
    const left = Math.max(4, Math.min(x - width / 2, document.documentElement.clientWidth - width - 4));
    const above = y - height - 12;
    tip.style.left = `${left}px`;
    tip.style.top = `${above < 4 ? y + 14 : above}px`;
  };
  const follow = ({ target, clientX, clientY }: PointerEvent) => {
    const chart = target instanceof Element ? target.closest('svg.plot') : null;
    const mark = chart && nearest(marksOf(chart, texts), clientX, clientY);
    if (mark) show(mark);
    else hide();
  };
  const away = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide();
  };
  document.addEventListener('pointermove', follow);
  document.addEventListener('pointerdown', follow);
  document.addEventListener('keydown', away);
  addEventListener('scroll', hide, { passive: true });
  return () => {
    document.removeEventListener('pointermove', follow);
    document.removeEventListener('pointerdown', follow);
    document.removeEventListener('keydown', away);
    removeEventListener('scroll', hide);
    tip.remove();
  };
}

/** Titles of marks are kept and taken out, or the browser would show them a second time. The picture's own stays. */
function marksOf(chart: Element, texts: WeakMap<Element, string>): Mark[] {
  for (const title of chart.querySelectorAll(':scope > g title, :scope > :not(title) > title')) {
    const element = title.parentElement;
    if (element) texts.set(element, title.textContent ?? '');
    title.remove();
  }
  return [...chart.querySelectorAll('g *')].flatMap((element): Mark[] => {
    const text = texts.get(element);
    if (text === undefined) return [];
    const { left, top, width, height } = element.getBoundingClientRect();
    return [{ element, text, x: left + width / 2, y: top + height / 2 }];
  });
}

function nearest(marks: readonly Mark[], x: number, y: number): Mark | undefined {
  const distance = (mark: Mark) => Math.hypot(mark.x - x, mark.y - y);
  const best = marks.reduce<Mark | undefined>(
    (near, mark) => (near && distance(near) <= distance(mark) ? near : mark),
    undefined,
  );
  return best && distance(best) <= reach ? best : undefined;
}
