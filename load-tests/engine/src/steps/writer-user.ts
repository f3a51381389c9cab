import type { Client, ConnectOptions } from '@meteor-vs-mean/pubsub-client';
import { CallAccount } from '../account/call-account.ts';
import { RunError } from '../failures/error.ts';
import { withRemedy } from '../failures/remedy.ts';
import { parseConnect } from '../script/connect-options.ts';
import { Fields } from '../script/fields.ts';
import { payloadRow } from '../script/payload.ts';
import { connectionOf } from '../script/targets.ts';
import { Unset } from '../script/template.ts';
import { VirtualUser } from '../users/virtual-user.ts';
import type { HttpTemplate } from '../writers/http-writes.ts';
import { writeVariables } from '../writers/message.ts';
import { sendable } from '../writers/sendable.ts';
import type { WriterLink } from '../writers/writer-link.ts';
import type { Step } from './step.ts';

/** What the writers do before the schedule starts. */
export interface WriterSpec {
  writers: number;
  /** The steps of each. */
  before: Step | undefined;
  /** Whether one of the steps waits for an event. */
  receives: boolean;
  /** The options of each connection, with templates. */
  connect: unknown;
  /** What each sends, with templates. */
  template: unknown;
  /** Whether writes go over the connection. */
  connects: boolean;
  /** The place of the step. */
  where: string;
}

/** A writer before the schedule starts: its steps run in this thread, its connection is in the writers' thread. */
class WriterUser extends VirtualUser {
  readonly #calls = new CallAccount();
  readonly #link: WriterLink;
  readonly #writer: number;
  readonly #spec: WriterSpec;

  constructor(first: VirtualUser, link: WriterLink, writer: number, spec: WriterSpec) {
    const { session, context } = first;
    const { config, script } = session;
    const row = payloadRow(script, (config.subscribers ?? 0) + writer);
    const vars = { ...context.vars, ...row, $writer: writer };
    super(
      session,
      { ...context, vars },
      {
        id: `${context.vars.$vu}-writer-${writer}`,
        number: undefined,
        connection: connectionOf(config, 'writers', writer),
        isWitness: false,
        keepsEvents: spec.receives,
      },
    );
    this.#link = link;
    this.#writer = writer;
    this.#spec = spec;
  }

  override get calls(): CallAccount {
    return this.#calls;
  }

  /** It is no virtual user, of which the run counts how far they came. */
  override reached(): void {}

  /** Variables of its steps may be in its options, so they are read when it connects. */
  override ownConnection(): ConnectOptions {
    const where = `${this.#spec.where}.connect`;
    const fields = new Fields(this.template(this.#spec.connect ?? {}), where);
    const options = parseConnect(fields, this.connection);
    fields.end();
    return options;
  }

  override nextConnection(): ConnectOptions {
    return this.ownConnection();
  }

  protected override open(options: ConnectOptions): Promise<Client> {
    return this.#link.connect(this.#writer, options).catch((error) => {
      throw withRemedy(error);
    });
  }

  /** Takes its steps. @returns what it sends, with the marks of each write */
  async prepare(): Promise<unknown> {
    try {
      await this.#spec.before?.(this);
      const transport = this.#spec.connects ? (await this.client()).transport : undefined;
      const template = sendable(this.#filled(), transport);
      return this.#spec.connects
        ? template
        : this.#asHttp(template as Pick<HttpTemplate, 'json' | 'headers'>);
    } finally {
      this.endSteps();
    }
  }

  #filled(): unknown {
    const { template, where } = this.#spec;
    try {
      return this.template(template, { ...writeVariables, $writer: this.#writer });
    } catch (error) {
      throw error instanceof Unset ? new RunError(error.code, `${where}: ${error.message}`) : error;
    }
  }

  #asHttp({ json, headers }: Pick<HttpTemplate, 'json' | 'headers'>): HttpTemplate {
    const { tls, localAddress, timeout_ms } = this.connection;
    const url = this.connection.url.replace(/^ws/, 'http');
    const way = {
      ...(tls ? { tls } : {}),
      ...(localAddress === undefined ? {} : { localAddress }),
      ...(timeout_ms === undefined ? {} : { timeout_ms }),
    };
    return { json, headers: this.cookies.into(headers, url), url, way };
  }
}

/**
 * Each writer takes the steps of `publish.before` on a connection of its own, with a row of the payload of its own.
 * @param first the virtual user whose other variables they have
 * @returns what each of them sends
 */
export function prepareWriters(first: VirtualUser, link: WriterLink, spec: WriterSpec): Promise<unknown[]> {
  const writers = Array.from({ length: spec.writers }, (_, n) => new WriterUser(first, link, n, spec));
  return Promise.all(writers.map((writer) => writer.prepare()));
}
