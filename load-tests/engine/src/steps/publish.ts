import { createHash, randomBytes } from 'node:crypto';
import { type Config, groupCount, parseConnect } from '../config.ts';
import { RunError } from '../error.ts';
import { Fields } from '../fields.ts';
import { compileMessage, writeVariables } from '../message.ts';
import type { ScheduleFile } from '../rendezvous.ts';
import { makeSchedule } from '../schedule.ts';
import { connectionOf } from '../targets.ts';
import type { VirtualUser } from '../virtual-user.ts';
import type { AppWrites, DatabaseWrites } from '../write-target.ts';
import type { WritersPlan } from '../writers.ts';
import type { CompileStep } from './step.ts';

/**
 * This virtual user has its snapshots: it counts among the subscribers. When all are there, the writers start, on
 * a seeded schedule. The next step comes when the drain has ended; with `wait: false` at once, and the end of the flow waits.
 */
export const compilePublish: CompileStep = (spec, where) => {
  new Fields(spec.publish, where, '{ call, params, rate, duration, ... }');
  const { wait } = spec.publish as Record<string, unknown>;
  return async (user) => {
    if (user.session.config.deliveries.length === 0) {
      const example = '[{ event: added, collection: todos, path: 0.id }]';
      throw new RunError(
        'config',
        `config.engines.pubsub.deliveries should say which change shows a write: ${example}`,
      );
    }
    const waits = new Fields({ wait: user.template(wait) }, where).flag('wait') ?? true;
    const round = user.session.join(() => planOf(user, spec.publish, where));
    await user.join(round);
    if (waits) await round.finished;
  };
};

function planOf(user: VirtualUser, spec: unknown, where: string): WritersPlan {
  const { config, helpers } = user.session;
  const vars = { ...user.context.vars, ...writeVariables };
  const fields = new Fields(helpers.template(spec, { ...user.context, vars }), where);
  const writer = fields.oneOf('writer', ['app', 'database']) ?? 'app';
  const above0 = 'a number above 0';
  const own_per_s = fields.number('rate', 0.001, `${above0}, writes per second`);
  const rate_per_s = config.rate_per_s ?? own_per_s ?? fields.fail('rate', above0);
  const duration_s =
    fields.number('duration', 0.001, `${above0}, seconds`) ?? fields.fail('duration', above0);
  const drain_s = fields.number('drain', 0, 'seconds from 0 up') ?? 5;
  const writers = fields.whole('writers', 1) ?? 1;
  const seed = fields.whole('seed', 0) ?? 1;
  const arrivals = fields.oneOf('arrivals', ['poisson', 'constant']) ?? 'poisson';
  const tag = fields.text('tag') ?? tagOf(config.rendezvous?.run);
  fields.flag('wait');
  const made = makeSchedule({ seed, rate_per_s, duration_ms: duration_s * 1000, writers, arrivals });
  if (made.due_us.length === 0) fields.fail('rate', `enough for at least one write in ${duration_s} s`);
  const { transport, url: target } = config.connect;
  const groups = groupCount(config);
  if (groups > 1 && !JSON.stringify(spec).includes('$writeGroup')) {
    fields.fail(
      'params',
      'what the call is given, with {{ $writeGroup }} in it, since the audience is not one',
    );
  }
  const expect = (fields.list('expect') ?? []).map(String);
  const app = appWrites(fields, config, writers, writer === 'app');
  const database = databaseWrites(fields, config.database?.url, writers, writer === 'database');
  fields.end();
  const ack = writer === 'database' || app.ack;
  if (!ack && expect.length > 0) fields.fail('expect', 'absent with ack: false, since nothing is answered');
  const drain_ms = drain_s * 1000;
  const schedule: ScheduleFile = { ...made, tag, groups, drain_ms, ack, expect, writer, transport, target };
  return writer === 'app' ? { schedule, app } : { schedule, database };
}

/**
 * For the ids of one run, so that those of another are not taken for them. Machines that take part in one run have
 * the same.
 */
function tagOf(run: string | undefined): string {
  const bytes = run === undefined ? randomBytes(4) : createHash('sha256').update(run).digest().subarray(0, 4);
  return `w${bytes.toString('hex')}`;
}

function appWrites(fields: Fields, config: Config, writers: number, wanted: boolean): AppWrites {
  const call = fields.text('call');
  if (wanted && call === undefined) fields.fail('call', 'the name of a method, or of an event');
  const params = fields.list('params') ?? [];
  if (wanted && !JSON.stringify(params).includes(JSON.stringify(writeVariables.$writeId).slice(1, -1))) {
    fields.fail('params', 'what the call is given, with {{ $writeId }} in it');
  }
  const ack = fields.flag('ack') ?? true;
  const optionsOf = compileMessage(fields.object('connect') ?? {});
  const connections = Array.from({ length: writers }, (_, writer) => {
    const one = new Fields(optionsOf({ id: '', k: 0, group: 0, writer }), fields.place('connect'));
    const options = parseConnect(one, connectionOf(config, 'writers', writer));
    one.end();
    return options;
  });
  return { connections, call: call ?? '', params, ack };
}

function databaseWrites(
  fields: Fields,
  url: string | undefined,
  writers: number,
  wanted: boolean,
): DatabaseWrites {
  const insert = fields.object('insert');
  if (!wanted) return { url: '', collection: '', document: {}, writers };
  if (url === undefined) {
    throw new RunError(
      'config',
      'config.engines.pubsub.database.url should be mongodb://... for writer: database',
    );
  }
  const one = new Fields(insert ?? fields.fail('insert', '{ collection, document }'), fields.place('insert'));
  const collection = one.text('collection') ?? one.fail('collection', 'the name of a collection');
  const document = one.object('document') ?? one.fail('document', 'a document, with {{ $writeId }} in it');
  one.end();
  return { url, collection, document, writers };
}
