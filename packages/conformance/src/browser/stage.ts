import type { BrowserContext, Page } from 'playwright-core';
import { whileFrozen } from '../frozen.ts';
import type { Subject } from '../subject.ts';
import type { Document } from '../wire.ts';
import { complaintOf } from './console.ts';
import { RoomPage } from './room-page.ts';
import { TodoPage } from './todo-page.ts';

export interface OpenOptions {
  /** The app's URL. Default: the app itself. */
  url?: string;
  /** A page of the same browser profile. Default: a new profile. */
  context?: BrowserContext;
  width?: number;
  height?: number;
}

/** An app under test, and the browsers that show it. */
export class Stage {
  readonly subject: Subject;
  #complaints: string[] = [];

  constructor(subject: Subject) {
    this.subject = subject;
  }

  /**
   * A new browser profile, closed at the end of the case.
   * @param workers allows service workers, which may answer instead of the app
   */
  async profile({
    width = 1000,
    height = 700,
    scripts = true,
    workers = false,
  } = {}): Promise<BrowserContext> {
    const { testbed } = this.subject;
    const browser = await testbed.browser();
    const context = await testbed.own(
      () =>
        browser.newContext({
          viewport: { width, height },
          javaScriptEnabled: scripts,
          serviceWorkers: workers ? 'allow' : 'block',
        }),
      (opened) => opened.close(),
    );
    context.setDefaultTimeout(20_000);
    return context;
  }

  /** Opens a page of the app and waits until it is online. */
  async open(
    path: string,
    { url = this.subject.app.url, context, ...size }: OpenOptions = {},
  ): Promise<Page> {
    const page = await (context ?? (await this.profile(size))).newPage();
    page.on('pageerror', (error) => this.#complaints.push(`${path}: ${error.message}`));
    page.on('console', (message) => {
      const complaint = complaintOf(message);
      if (complaint) this.#complaints.push(`${path}: ${complaint}`);
    });
    page.on('dialog', (dialog) => {
      // A page with unsent changes asks, and stays.
      if (dialog.type() === 'beforeunload') return void dialog.dismiss();
      this.#complaints.push(`${path}: a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(`${url}${path}`);
    await page.getByTestId('connection').filter({ hasText: 'online' }).waitFor();
    return page;
  }

  /** A list page. @param _id default: a new, empty list */
  async todos(_id?: string, options: OpenOptions = {}): Promise<TodoPage> {
    const listId = _id ?? (await this.list());
    const page = await this.open(`/lists/${listId}`, options);
    await page.locator('.new-todo').waitFor();
    // On Meteor's rendered page todos can't be ticked until its subscription is ready.
    await page.locator('.todo-list .toggle[disabled]').first().waitFor({ state: 'detached' });
    return new TodoPage(page, listId);
  }

  /** A room's page. @param _id default: a new, empty room */
  async room(_id?: string, options: OpenOptions = {}): Promise<RoomPage> {
    const roomId = _id ?? (await this.emptyRoom());
    const page = await this.open(`/rooms/${roomId}`, options);
    await page.getByTestId('new-message').waitFor();
    return new RoomPage(page, roomId);
  }

  /** @returns its id */
  async list(name = 'Groceries', ...texts: string[]): Promise<string> {
    const _id = this.subject.id('list');
    await this.subject.collection('lists').insertOne({ _id, name, createdAt: new Date() });
    for (const [n, text] of texts.entries()) {
      const createdAt = new Date(Date.now() - 1000 + n);
      await this.subject
        .collection('todos')
        .insertOne({ _id: `${_id}-${n}`, listId: _id, text, done: false, createdAt });
    }
    return _id;
  }

  /** Makes a list private, straight in the database. A user without an account has the name as id. */
  async give(listId: string, owner: string, ...members: string[]): Promise<void> {
    const people = [owner, ...members].map(async (username) => {
      const [user] = await this.subject.stored('users', { username });
      return { _id: user?._id ?? username, username };
    });
    const all = await Promise.all(people);
    const change = { owner: all[0]?._id, members: all };
    await this.subject.collection('lists').updateOne({ _id: listId }, { $set: change });
  }

  /** @returns its id */
  async emptyRoom(name = 'Lobby'): Promise<string> {
    const _id = this.subject.id('room');
    await this.subject.collection('rooms').insertOne({ _id, name, createdAt: new Date() });
    return _id;
  }

  /** A room with that many messages by Mia, a second apart: `message 0` is the oldest. @returns its id */
  async roomOf(count: number): Promise<string> {
    const roomId = await this.emptyRoom();
    const start_ms = Date.now() - 3_600_000;
    const messages = Array.from({ length: count }, (_, n) => ({
      _id: `${roomId}-${n}`,
      roomId,
      nickname: 'Mia',
      text: `message ${n}`,
      createdAt: new Date(start_ms + n * 1000),
    }));
    await this.subject.collection('messages').insertMany(messages);
    return roomId;
  }

  /** Inserts another user's todo straight into the database. @returns its id */
  async add(listId: string, text: string, { done = false } = {}): Promise<string> {
    const _id = this.subject.id('todo');
    const todo: Document = { _id, listId, text, done, createdAt: new Date() };
    await this.subject.collection('todos').insertOne(todo);
    return _id;
  }

  /** Inserts another user's message straight into the database. */
  async say(roomId: string, text: string): Promise<void> {
    const _id = this.subject.id('message');
    const message: Document = { _id, roomId, nickname: 'Mia', text, createdAt: new Date() };
    await this.subject.collection('messages').insertOne(message);
  }

  /** The stored todos, in order, as pages show them. */
  async stored(listId: string): Promise<{ text: string; done: boolean }[]> {
    const todos = await this.subject
      .collection('todos')
      .find({ listId })
      .sort({ createdAt: 1, _id: 1 })
      .toArray();
    return todos.map(({ text, done }) => ({ text: text as string, done: done as boolean }));
  }

  /** Stops the app's process without a signal to others, while `during` runs. */
  whileFrozen<Result>(during: () => Promise<Result>): Promise<Result> {
    return whileFrozen(this.subject.app.pid, during);
  }

  /** After a case. @returns complaints of the pages: uncaught errors, console messages and dialogs */
  async settle(): Promise<string[]> {
    const told = await this.subject.settle();
    return [...this.#complaints.splice(0), ...told];
  }
}
