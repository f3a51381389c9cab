import { type PlotOptions, plot } from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import type { Panel } from './chart.ts';
import { escapeHtml } from './html.ts';

const { document } = parseHTML('<!doctype html><html></html>');

/**
 * Draws a panel as SVG that takes its colours from the page and says what it shows.
 * @param id of this picture in the page: its title and description have ids that begin so
 */
export function svg(panel: Panel, width: number, id: string, description: string): string {
  const drawn = plot({
    document: document as unknown as NonNullable<PlotOptions['document']>,
    className: 'plot',
    ...panel.plot(width),
    width,
  });
  // The page has Plot's style once; and inside one image there is nothing to label.
  for (const style of drawn.querySelectorAll('style')) style.remove();
  for (const labelled of drawn.querySelectorAll('[aria-label], [aria-hidden]')) {
    labelled.removeAttribute('aria-label');
    labelled.removeAttribute('aria-hidden');
  }
  for (const name of ['width', 'height', 'font-family', 'font-size']) drawn.removeAttribute(name);
  drawn.setAttribute('role', 'img');
  drawn.setAttribute('aria-labelledby', `${id}-title ${id}-desc`);
  const markup = drawn.outerHTML;
  const inside = markup.indexOf('>') + 1;
  const words =
    `<title id="${id}-title">${escapeHtml(panel.title)}</title>` +
    `<desc id="${id}-desc">${escapeHtml(description)}</desc>`;
  return shorten(markup.slice(0, inside) + words + markup.slice(inside));
}

/** Tenths of a pixel are enough, and a third of the size. */
function shorten(markup: string): string {
  return markup
    .replace(/(?<=[\s",(MLZHVA])(-?\d+\.\d{2,})(?=[\s",)LZHVA])/g, (number) =>
      String(Math.round(Number(number) * 10) / 10),
    )
    .replaceAll(' />', '/>');
}
