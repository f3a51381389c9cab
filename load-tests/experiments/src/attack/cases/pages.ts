import { Agent, request } from 'node:http';
import { limits } from '@meteor-vs-mean/contract';
import { addressOf } from '../address.ts';
import { witnessed } from '../prepare.ts';
import { startWitness, watchMemory } from '../watch.ts';
import { answeredMeanwhile, type Case, watchEnd } from './case.ts';
import { addLargeList } from './large-lists.ts';

const askers = 40;
const readNothing = 10;
const asked_ms = 8000;
const mustHold =
  'alive with a heap of 512 MB (new objects: 8 MB), less than 400 MB of memory, others are answered';

/** Each asks for the page of a large list, and for the next as soon as it has one: a server renders what is asked for. */
export const pagesFlood: Case = {
  key: 'pages-flood',
  title: `${askers} addresses that ask for pages of full lists again and again, ${readNothing} of which read nothing`,
  bound: mustHold,
  boundInTime: `${mustHold}, their calls within 500 ms (99 %)`,
  stacks: ['mean', 'meteor'],
  start: { env: { NODE_OPTIONS: '--max-old-space-size=512 --max-semi-space-size=8' } },
  async run({ stack, app, db, testbed }) {
    // The largest that is rendered, and the largest that there is.
    await addLargeList(db, 'large-0', limits.renderedDocuments);
    await addLargeList(db, 'large-1', limits.todosPerList);
    const hasEnded = watchEnd(app);
    const stopWitness = await startWitness(stack, app, witnessed, testbed);
    const stopMemory = await watchMemory(app);
    const until = AbortSignal.timeout(asked_ms);
    const counts = await Promise.all(
      Array.from({ length: askers }, (_, n) =>
        askForPages(new URL(`/lists/large-${n % 2}`, app.url), addressOf(n), n >= readNothing, until),
      ),
    );
    const most_MB = stopMemory().most_bytes / 1e6;
    const others = answeredMeanwhile(await stopWitness());
    const pages = counts.reduce((sum, count) => sum + count, 0);
    return {
      held: !hasEnded() && most_MB < 400 && others.held,
      inTime: others.inTime,
      seen: hasEnded()
        ? 'the process ended'
        : `${pages} pages, ${Math.round(most_MB)} MB at most; ${others.seen}`,
    };
  },
};

/** @returns how many pages it got */
async function askForPages(
  url: URL,
  localAddress: string,
  isRead: boolean,
  until: AbortSignal,
): Promise<number> {
  using agent = Object.assign(new Agent({ keepAlive: true, localAddress, maxSockets: 4 }), {
    [Symbol.dispose]: () => agent.destroy(),
  });
  let pages = 0;
  const ask = () =>
    new Promise<void>((resolve) => {
      const asked = request(url, { agent, signal: until, headers: { accept: 'text/html' } }, (response) => {
        response.once('error', () => {});
        response.once('end', () => pages++);
        if (isRead) response.resume();
      });
      asked.once('error', () => {});
      asked.once('close', resolve);
      asked.end();
    });
  while (!until.aborted) await Promise.all([ask(), ask()]);
  return pages;
}
