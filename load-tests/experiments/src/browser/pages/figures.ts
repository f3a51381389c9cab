/** The times of one visit: since the navigation began, by the page's own clock. A time is absent if it never came. */
export interface Visit {
  /** Whether todos were clicked in it: then only `works_ms` counts. */
  clicked: boolean;
  /** When the first byte of the page was there. */
  answer_ms?: number;
  firstPaint_ms?: number;
  largestPaint_ms?: number;
  /** Which element was the largest: its name and classes. */
  largest?: string;
  /** What scripts brought over the wire, headers included: next to nothing where the browser has them. */
  scripts_bytes?: number;
  /** When the list's first todo was in the page. */
  todos_ms?: number;
  /** When the page first showed what a click did. */
  works_ms?: number;
}

/** A figure of visits; of a round it is their median. */
interface PageFigure {
  key: string;
  title: string;
  /** What exactly it is, under its table. */
  note: string;
  /** Whether it is read in visits that click, or in those that don't. */
  clicked: boolean;
  of(visit: Visit): number | undefined;
  /** Has a claim of its own where two builds of one app are compared. */
  chief?: true;
}

export const pageFigures: readonly PageFigure[] = [
  {
    key: 'lcp',
    title: 'largest contentful paint',
    note: 'The last one that the browser’s PerformanceObserver reports until half a second after the page shows its todos and is online. The list’s first todo is long, so that it is the largest: nothing is painted in its place before the data has arrived.',
    clicked: false,
    of: ({ largestPaint_ms }) => largestPaint_ms,
    chief: true,
  },
  {
    key: 'works',
    title: 'the first click that works has been done',
    note: 'In separate visits. As soon as the todos are in the page, a script clicks the checkbox of one todo after the other, every 25 ms and each once, until the app shows the first row as done; that moment counts. A lost click costs the wait until the next one. A click that is replayed later counts when it is replayed.',
    clicked: true,
    of: ({ works_ms }) => works_ms,
    chief: true,
  },
  {
    key: 'fcp',
    title: 'first contentful paint',
    note: 'As the browser’s PerformanceObserver reports it: the first text or picture is painted, whatever it shows.',
    clicked: false,
    of: ({ firstPaint_ms }) => firstPaint_ms,
  },
  {
    key: 'todos',
    title: 'the todos are in the page',
    note: 'A MutationObserver sees the list’s first todo; painting comes after. A server that renders sends it with the page.',
    clicked: false,
    of: ({ todos_ms }) => todos_ms,
  },
  {
    key: 'answer',
    title: 'the first byte of the page is there',
    note: '`responseStart` of the navigation: the time until the server answers, and one round trip.',
    clicked: false,
    of: ({ answer_ms }) => answer_ms,
  },
];

/** A line to the app. */
interface Line {
  roundTrip_ms: number;
  bytes_per_s: number;
}

/** How a page is visited. */
export interface Condition {
  key: string;
  title: string;
  /** Null: loopback, with nothing between. */
  line: Line | null;
  /** Whether the browser has been there before. */
  isWarm: boolean;
}

const far: Line = { roundTrip_ms: 40, bytes_per_s: 10e6 / 8 };

export const conditions: readonly Condition[] = [
  { key: 'near-empty', title: 'near, with an empty cache', line: null, isWarm: false },
  { key: 'near-warm', title: 'near, been there before', line: null, isWarm: true },
  { key: 'far-empty', title: '40 ms and 10 Mbit/s away, with an empty cache', line: far, isWarm: false },
  { key: 'far-warm', title: '40 ms and 10 Mbit/s away, been there before', line: far, isWarm: true },
];

/** Under the tables of each figure, after its own note. */
export const pageNotes: readonly string[] = [
  'The page of a list with 60 todos, by somebody without an account. Each round is the median of its visits, on an app that was just started and visited once before they count.',
  'An empty cache is a browser profile of its own a visit. Been there before: the third visit and later ones of one profile, whose service worker, where the app has one, has taken over; connections are not kept in between.',
  '40 ms away is a relay in front of the app, for all that goes over HTTP and WebSocket: 20 ms each way, 40 ms more before a new connection carries anything (its handshake), and 10 Mbit/s each way that all connections share. It has no slow start, and loses nothing.',
];
