/**
 * `npm run picture`: takes a picture of the same list in both apps, side by side: the README's, or one of the workshop's
 * guide. What is done in one app is waited for in the other.
 */
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { type Running, untilInterrupted } from '@meteor-vs-mean/measure/run';
import { openTestbed, type Testbed } from '@meteor-vs-mean/testbed';
import { insertList, type SampleTodos } from '@meteor-vs-mean/testbed/apps';
import type { FrameLocator } from '@meteor-vs-mean/testbed/chromium';
import {
  abortable,
  exit,
  host,
  listen,
  nameFrom,
  nonEmpty,
  root,
  runCommand,
  value,
} from '@meteor-vs-mean/testbed/process';
import type { Relay } from '@meteor-vs-mean/testbed/relay';
import { apps, findOrOffer, installOption } from '@meteor-vs-mean/testbed/stacks';

/** The list in each app, and the lines that lead to the apps: Meteor's first. */
interface Both {
  frames: readonly [FrameLocator, FrameLocator];
  lines: readonly Relay[];
}

interface Picture {
  /** From the root of the checkout. */
  out: string;
  size: { width: number; height: number };
  todos: readonly (SampleTodos[number] & { due?: string })[];
  /** @returns when both apps show what the picture is to show */
  act(both: Both): Promise<void>;
}

const typed = 'Add one here: it is one database';
const typedOffline = 'Typed while offline';

const pictures: Readonly<Record<'readme' | 'offline' | 'due-date', Picture>> = {
  /** A todo is added in one app, and another ticked in the other. */
  readme: {
    out: 'docs/side-by-side.png',
    size: { width: 1600, height: 720 },
    todos: [
      { _id: 'todo-1', text: 'Open this list in both apps', done: true },
      { _id: 'todo-2', text: 'Tick a todo in one of them' },
      { _id: 'todo-3', text: 'See it ticked in the other' },
      { _id: 'todo-4', text: 'Ask how long that took' },
    ],
    async act({ frames }) {
      const [left, right] = frames;
      await right.locator('.todo-list li').nth(1).locator('.toggle').click();
      await add(left, typed);
      for (const frame of frames) {
        await frame.locator('.todo-list li.completed').nth(1).waitFor();
        await frame.locator('.todo-list li:not(.pending)').filter({ hasText: typed }).waitFor();
      }
    },
  },
  offline: {
    out: 'apps/workshop/pictures/offline.png',
    size: { width: 1400, height: 560 },
    todos: [
      { _id: 'todo-1', text: 'Open this list in both apps', done: true },
      { _id: 'todo-2', text: 'Pull the network' },
    ],
    async act({ frames, lines }) {
      for (const line of lines) line.cut();
      for (const frame of frames) {
        await says(frame, 'offline');
        await add(frame, typedOffline);
        await frame.locator('.todo-list li.pending').filter({ hasText: typedOffline }).waitFor();
      }
    },
  },
  /** Where the workshop's solution is in place: `npm run workshop:solution -- --apply`. */
  'due-date': {
    out: 'apps/workshop/pictures/due-date.png',
    size: { width: 1400, height: 560 },
    todos: [
      { _id: 'todo-1', text: 'Agree on the contract', done: true, due: '2026-11-27' },
      { _id: 'todo-2', text: 'Add a due date to both', due: '2026-12-01' },
      { _id: 'todo-3', text: 'Compare the changes' },
    ],
    async act({ frames: [left, right] }) {
      await left.locator('.due').nth(2).fill('2026-12-04');
      await right.locator('.todo-list').evaluate(
        (list) =>
          new Promise<void>((resolve) => {
            const look = () => {
              if (list.querySelectorAll<HTMLInputElement>('.due')[2]?.value === '2026-12-04') resolve();
              else requestAnimationFrame(look);
            };
            look();
          }),
      );
    },
  },
};

async function add(frame: FrameLocator, text: string): Promise<void> {
  await frame.locator('.new-todo').fill(text);
  await frame.locator('.new-todo').press('Enter');
}

const says = (frame: FrameLocator, state: 'online' | 'offline') =>
  frame.getByTestId('connection').filter({ hasText: state }).waitFor();

interface Asked {
  picture: Picture;
  out: string;
  /** As `findOrOffer` takes it. */
  install: boolean | undefined;
}

/** @throws one line if an app or the browser is missing */
async function take(asked: Asked, { progress, signal }: Running): Promise<void> {
  progress.step('Starting MongoDB');
  await using testbed = await openTestbed({ signal, log: (line) => progress.say(line) });
  await abortable(draw(testbed, asked), signal);
  progress.done();
}

async function draw(testbed: Testbed, { picture, out, install }: Asked): Promise<void> {
  const db = testbed.database();
  const list = await insertList(db, 'Workshop', picture.todos);
  const lines: Relay[] = [];
  // The page around both is served: apps are shown in frames of origins that they are told of, and of no others.
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html>
      <style>
        body { display: flex; gap: 2px; height: 100vh; margin: 0; background: #b5b5b5; }
        iframe { flex: 1; border: 0; }
      </style>
      ${lines.map(({ url }) => `<iframe src="${url}${list}"></iframe>`).join('')}`);
  });
  const around = await testbed.own(
    async () => `http://${host}:${await listen(server)}`,
    async () => server.close(),
  );
  for (const stack of apps) {
    const found = await findOrOffer(stack, install);
    if (!found.found)
      throw new Error(`The picture needs both apps, and ${stack.title} isn’t here: ${found.reason}`);
    const build = await stack.build({ log: (line) => console.error(line) });
    const { port } = await testbed.start(build, { database: db, env: { FRAME_ANCESTORS: around } });
    lines.push(await testbed.relay({ host, port }));
  }
  const browser = await testbed.browser();
  const context = await browser.newContext({ viewport: picture.size, colorScheme: 'light' });
  const page = await context.newPage();
  await page.goto(around);
  const frames = lines.map((_, n) => page.frameLocator(`iframe >> nth=${n}`)) as [FrameLocator, FrameLocator];
  for (const frame of frames) await says(frame, 'online');
  await picture.act({ frames, lines });
  for (const frame of frames) {
    await frame.locator(':root').evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    // A todo that the mouse has left for another frame looks as if it were still there.
    await frame.getByTestId('connection').hover();
  }
  await mkdir(path.dirname(out), { recursive: true });
  await page.screenshot({ path: out, animations: 'disabled', caret: 'hide' });
}

const names = Object.keys(pictures) as (keyof typeof pictures)[];
const command = {
  name: 'picture',
  about: 'Takes a picture of the same list in both apps, side by side. Needs Meteor and a Chromium.',
  options: {
    of: value('<name>', `which one: ${names.join(', ')}`, nameFrom(names), 'readme'),
    out: value('<file>', 'a PNG, written over; without it, the one that our pages show', nonEmpty),
    install: installOption,
  },
};

await runCommand(command, ({ values: { of, out, install } }) =>
  untilInterrupted(async (running) => {
    const picture = pictures[of];
    const file = path.resolve(root, out ?? picture.out);
    await take({ picture, out: file, install }, running);
    console.log(`-> ${file}`);
    return exit.done;
  }),
);
