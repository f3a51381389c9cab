import { createHash, randomBytes } from 'node:crypto';
import type { Script } from '../artillery.ts';
import { groupCount } from '../config.ts';
import { RunError } from '../error.ts';
import { Fields } from '../fields.ts';
import { receives, stepsIn } from '../receives.ts';
import type { ScheduleFile } from '../rendezvous.ts';
import { makeSchedule } from '../schedule.ts';
import type { VirtualUser } from '../virtual-user.ts';
import type { DatabaseWrites } from '../write-target.ts';
import type { WriterLink } from '../writer-link.ts';
import { prepareWriters, type WriterSpec } from '../writer-user.ts';
import type { WritersPlan } from '../writers.ts';
import type { Step } from './step.ts';

/**
 * This virtual user has its snapshots: it counts among the subscribers. When all are there, the writers start, on
 * a seeded schedule. The next step comes when the drain has ended; with `wait: false` at once, and the end of the flow waits.
 */
export function compilePublish(
  spec: Record<string, unknown>,
  where: string,
  script: Script,
  compileSteps: (flow: unknown, where: string, script: Script) => Step,
): Step {
  new Fields(spec.publish, where, '{ call, params, rate, duration, ... }');
  const { wait, before } = spec.publish as Record<string, unknown>;
  const writersBefore = before === undefined ? undefined : compileSteps(before, `${where}.before`, script);
  for (const name of ['publish', 'hold']) {
    if (!stepsIn(before).some((step) => Object.hasOwn(step, name))) continue;
    throw new RunError(
      'config',
      `${where}.before: ${name} is for subscribers; a writer waits by think or wait`,
    );
  }
  return async (user) => {
    if (user.session.config.deliveries.length === 0) {
      const example = '[{ event: added, collection: todos, path: 0.id }]';
      throw new RunError(
        'config',
        `config.engines.pubsub.deliveries should say which change shows a write: ${example}`,
      );
    }
    const waits = new Fields({ wait: user.template(wait) }, where).flag('wait') ?? true;
    const round = user.session.join(() =>
      planOf(user, spec.publish as Record<string, unknown>, where, writersBefore),
    );
    await user.join(round);
    if (waits) await round.finished;
  };
}

/** What each writer sends and how it connects is filled in for each of them, after its own steps. */
const ofWriters = ['before', 'connect', 'params', 'json', 'headers'] as const;

function planOf(
  user: VirtualUser,
  spec: Record<string, unknown>,
  where: string,
  before: Step | undefined,
): WritersPlan {
  const { config } = user.session;
  const own = Object.entries(spec).filter(([name]) => !(ofWriters as readonly string[]).includes(name));
  const fields = new Fields({ ...spec, ...(user.template(Object.fromEntries(own)) as object) }, where);
  for (const name of ofWriters) fields.any(name);
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
  const app = appWrites(fields, writer === 'app');
  const database = databaseWrites(fields, config.database?.url, writers, writer === 'database');
  fields.end();
  const ack = writer === 'database' || app.ack;
  const schedule: ScheduleFile = { ...made, tag, groups, drain_ms: drain_s * 1000, ack, transport, target };
  if (writer === 'database') return { schedule, database };
  const { call, template, http } = app;
  const writerSpec: WriterSpec = {
    writers,
    before,
    receives: receives(spec.before),
    connect: spec.connect,
    template,
    connects: http === undefined,
    where,
  };
  const prepare = (link: WriterLink) => prepareWriters(user, link, writerSpec);
  return http === undefined ? { schedule, app: { call, ack }, prepare } : { schedule, http, prepare };
}

/**
 * For the ids of one run, so that those of another are not taken for them. Machines that take part in one run have
 * the same.
 */
function tagOf(run: string | undefined): string {
  const bytes = run === undefined ? randomBytes(4) : createHash('sha256').update(run).digest().subarray(0, 4);
  return `w${bytes.toString('hex')}`;
}

/** Calls of the app, or requests by HTTP. */
function appWrites(fields: Fields, wanted: boolean) {
  const call = fields.text('call');
  const post = fields.text('post');
  if (wanted && (call === undefined) === (post === undefined)) {
    fields.fail('call', 'the name of a method or of an event, or give post: a path of the app');
  }
  const name = post === undefined ? 'params' : 'json';
  const sent = post === undefined ? (fields.list('params') ?? []) : fields.any('json');
  if (wanted && !JSON.stringify(sent ?? '').includes('$writeId')) {
    fields.fail(name, 'what the call is given, with {{ $writeId }} in it');
  }
  const ack = fields.flag('ack') ?? true;
  const template = post === undefined ? sent : { json: sent, headers: fields.object('headers') ?? {} };
  return { call: call ?? '', ack, template, http: post === undefined ? undefined : { post } };
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
