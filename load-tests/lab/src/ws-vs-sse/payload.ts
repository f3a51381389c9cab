/** The source's own event, twelve fields: 129 bytes as JSON. */
const event = [
  0,
  '2022-03-29T20:35:56.581Z',
  1,
  116.9232297,
  40.676318,
  4745,
  'c00070',
  78,
  '32.07',
  '1970-01-01T00:00:00Z',
  'column 1',
  'another field',
];

/** So many events as one JSON text, 130 bytes for each and one more. All of it is ASCII. */
export function batchOf(events: number): string {
  return JSON.stringify(Array.from({ length: events }, () => event));
}
