import { isDeepStrictEqual } from 'node:util';
import type { Todo } from '@meteor-vs-mean/contract';
import type { App, Testbed } from '@meteor-vs-mean/testbed';
import { claimPort, host } from '@meteor-vs-mean/testbed/process';
import type { Relay } from '@meteor-vs-mean/testbed/relay';
import type { Build } from '@meteor-vs-mean/testbed/stacks';
import type { Db } from 'mongodb';
import type { Breakage } from './notes.ts';
import type { Reached } from './reached.ts';
import { type Fields, TodoView } from './todo-view.ts';

/** What an app needs to run here, besides its build. */
interface Place {
  /** Ends the app, its line and its subscriber. */
  testbed: Testbed;
  db: Db;
  listId: string;
  /** The port for browsers. */
  linePort: number;
  say(line: string): void;
  recovered(breakage: Breakage): Promise<void>;
}

/** How it was broken, and how many writes it has missed since. */
interface Away {
  what: Breakage['what'];
  missed: number;
}

const timeout_ms = 120_000;

/** An app that can be killed and cut off, with a subscriber that should reconnect by itself. */
export class BreakableApp {
  readonly name: string;
  /**
   * The relay for browsers. A cut is like a proxy's restart or a change of networks: both ends notice. With a pulled
   * cable neither would, and a page would show online until a heartbeat fails, which takes too long for an exercise.
   */
  readonly line: Relay;
  readonly #build: Build;
  readonly #place: Place;
  readonly #view: TodoView;
  #app: App;
  #away: Away | undefined;

  private constructor(build: Build, place: Place, app: App, line: Relay, view: TodoView) {
    this.name = build.stack;
    this.line = line;
    this.#build = build;
    this.#place = place;
    this.#app = app;
    this.#view = view;
    view.client.onDisconnect(() => place.say(`${this.name}: its subscriber lost the connection`));
    view.client.onReconnect(() => place.say(`${this.name}: its subscriber is connected again`));
  }

  static async open(
    build: Build,
    title: string,
    transport: Reached['transport'],
    place: Place,
  ): Promise<BreakableApp> {
    const { testbed, db: database } = place;
    const app = await testbed.start(build, { database });
    const port = await claimPort(place.linePort, 'choose another one with --port');
    const line = await testbed.relay({ host, port: app.port }, { port });
    const reached: Reached = { stack: build.stack, title, mode: app.mode, port, url: line.url, transport };
    const view = await testbed.own(
      () => TodoView.open(reached, place.listId, { reconnect: true }),
      (opened) => opened.close(),
    );
    return new BreakableApp(build, place, app, line, view);
  }

  /** @throws a one-line error if it is already killed or cut off */
  async kill(): Promise<void> {
    this.#leave('kill');
    await this.#app.kill();
    await this.#untilGone();
    this.#place.say(`${this.name}: killed. To bring it back, type: start ${this.name}`);
  }

  async cut(): Promise<void> {
    this.#leave('cut');
    this.line.cut();
    await this.#untilGone();
    this.#place.say(
      `${this.name}: its connections are closed, and new ones are refused. To bring it back, type: mend ${this.name}`,
    );
  }

  async start(): Promise<void> {
    this.#mustBe('kill', 'killed');
    const from_ns = process.hrtime.bigint();
    const { testbed, db: database } = this.#place;
    this.#app = await testbed.start(this.#build, { database, port: this.#app.port });
    await this.#recover(from_ns);
  }

  async mend(): Promise<void> {
    this.#mustBe('cut', 'cut off');
    const from_ns = process.hrtime.bigint();
    this.line.mend();
    await this.#recover(from_ns);
  }

  /** Counts a write that it missed. */
  missed(): void {
    if (this.#away) this.#away.missed += 1;
  }

  #leave(what: Breakage['what']): void {
    if (this.#away) throw new Error(`${this.name} is down already (${this.#away.what}): bring it back first`);
    this.#away = { what, missed: 0 };
  }

  #mustBe(what: Breakage['what'], word: string): void {
    if (this.#away?.what !== what)
      throw new Error(`${this.name} wasn't ${word}, so there is nothing to bring back`);
  }

  async #untilGone(): Promise<void> {
    await this.#view.until(() => !this.#view.isConnected, timeout_ms);
  }

  async #recover(from_ns: bigint): Promise<void> {
    const { what, missed } = this.#away as Away;
    const end_ms = performance.now() + timeout_ms;
    let at_ns: bigint | null = null;
    while (at_ns === null && performance.now() < end_ms) {
      // Read repeatedly, because a reconnected page also sends what was typed into it.
      const stored = await this.#stored();
      at_ns = await this.#view.until(
        (todos) => this.#view.isConnected && isDeepStrictEqual(shownBy(todos), stored),
        500,
      );
    }
    this.#away = undefined;
    const recovered_ms = at_ns === null ? null : Number(at_ns - from_ns) / 1e6;
    this.#place.say(
      recovered_ms === null
        ? `${this.name}: its subscriber still differs from MongoDB after ${timeout_ms / 1000} s`
        : `${this.name}: its subscriber equals MongoDB again, ${(recovered_ms / 1000).toFixed(1)} s after ` +
            `${what === 'kill' ? 'the start' : 'the repair'}; missed writes: ${missed}`,
    );
    const at = new Date().toISOString();
    await this.#place.recovered({ at, stack: this.name, what, missed, recovered_ms });
  }

  async #stored(): Promise<unknown> {
    const todos = await this.#place.db
      .collection<Todo>('todos')
      .find({ listId: this.#place.listId })
      .toArray();
    return shownBy(new Map(todos.map(({ _id, ...fields }) => [_id, fields])));
  }
}

/** The todos' visible fields. */
function shownBy(todos: ReadonlyMap<string, Fields>): unknown {
  return [...todos]
    .map(([id, { text, done }]) => ({ id, text, done }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
