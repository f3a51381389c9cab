/** What a tab does with the batches that come: the source's tests count them, its product shows them. */
export type Use = 'count' | 'table' | 'chart';

/**
 * Makes what is called with each batch as text. Their text is sent to the tab, so they use nothing from outside. What
 * is drawn is drawn five times a second, as the source does it.
 */
export const uses: Record<Use, () => (text: string) => void> = {
  /** The receiver counts by itself. */
  count: () => () => {},

  /** A streaming table: every event becomes a row, of which the newest hundred stay. */
  table: () => {
    const most = 100;
    const body = document.createElement('tbody');
    const table = document.createElement('table');
    table.append(body);
    document.body.append(table);
    let waiting: unknown[][] = [];
    setInterval(() => {
      const newest = waiting.slice(-most);
      waiting = [];
      for (const event of newest) {
        const row = document.createElement('tr');
        for (const field of event) {
          const cell = document.createElement('td');
          cell.textContent = String(field);
          row.append(cell);
        }
        body.append(row);
      }
      while (body.rows.length > most) body.rows[0]?.remove();
    }, 200);
    return (text) => {
      waiting.push(...(JSON.parse(text) as unknown[][]));
    };
  },

  /** A real-time chart: a line through the newest three hundred values. */
  chart: () => {
    const most = 300;
    const [width, height] = [600, 200];
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    document.body.append(canvas);
    const context = canvas.getContext('2d');
    let values: number[] = [];
    setInterval(() => {
      if (!context) return;
      values = values.slice(-most);
      const largest = Math.max(1, ...values);
      context.clearRect(0, 0, width, height);
      context.beginPath();
      values.forEach((value, index) => {
        context.lineTo((index * width) / most, height - (value * height) / largest);
      });
      context.stroke();
    }, 200);
    return (text) => {
      for (const event of JSON.parse(text) as unknown[][]) values.push(Number(event[3]));
    };
  },
};
