import { createHash, randomBytes } from 'node:crypto';
import { makeSchedule } from '../account/schedule.ts';
import { RunError } from '../failures/error.ts';
import type { ScheduleFile } from '../folder/rendezvous.ts';
import { type Config, groupCount } from '../script/config.ts';
import { parseConnect } from '../script/connect-options.ts';
import type { Fields } from '../script/fields.ts';
import { receives, stepsIn } from '../script/needs.ts';
import { writeVariables } from '../writers/message.ts';
import { classIn } from '../writers/sendable.ts';
import type { DatabaseWrites } from '../writers/write-target.ts';
import type { WriterLink } from '../writers/writer-link.ts';
import type { WritersData } from '../writers/writers.ts';
import { type Setting, type Step, withOptions } from './step.ts';
import { prepareWriters } from './writer-user.ts';

/**
 * This virtual user has its snapshots, so it is a subscriber. The writers start on a seeded schedule when all subscribers are
 * ready. The next step starts after the drain; with `wait: false` it starts at once, and the end of the flow waits.
 */
export function compilePublish(
  spec: Record<string, unknown>,
  where: string,
  setting: Setting,
  compileSteps: (flow: unknown, where: string, setting: Setting) => Step,
): Step {
  const { config } = setting;
  const { before, connect } = (spec.publish ?? {}) as Record<string, unknown>;
  for (const name of ['publish', 'hold', 'disconnect']) {
    if (!stepsIn(before).some((step) => Object.hasOwn(step, name))) continue;
    throw new RunError(
      'config',
      `${where}.before: ${name} is for subscribers; a writer waits by think or wait`,
    );
  }
  const own = {
    before: before === undefined ? undefined : compileSteps(before, `${where}.before`, { ...setting }),
    receives: receives(before),
  };
  setting.hasPublished = true;
  if (config.deliveries.length === 0) {
    const example = '[{ event: added, collection: todos, path: 0.id }]';
    throw new RunError(
      'config',
      `config.engines.pubsub.deliveries should say which change shows a write: ${example}`,
    );
  }
  if (config.subscribers === undefined) {
    throw new RunError(
      'config',
      'config.engines.pubsub.subscribers should say how many subscribers to wait for: with other phases ' +
        'than arrivalCount it does not follow from them',
    );
  }
  if (groupCount(config) > 1 && !JSON.stringify(spec).includes('$writeGroup')) {
    throw new RunError(
      'config',
      `${where}.params should contain {{ $writeGroup }}, because the audience is not one`,
    );
  }
  return withOptions({
    value: spec.publish,
    where,
    right: '{ call, params, rate, duration, ... }',
    later: ofWriters,
    variables: writeVariables,
    parse: (fields) => parsePublish(fields, config),
    take: async (user, options) => {
      const { writer, app, schedule } = options;
      const writerSpec = { ...own, ...app.spec, connect, where, writers: schedule.writers };
      const prepare = (link: WriterLink) => prepareWriters(user, link, writerSpec);
      const round = user.session.join(() => ({
        ...planOf(options, config),
        ...(writer === 'app' ? { prepare } : {}),
      }));
      await user.join(round);
      if (options.waits) await round.finished;
    },
  });
}

/** The templates of these options are filled in for each writer after its own steps. */
const ofWriters = ['before', 'connect', 'params', 'json', 'headers'] as const;

type PublishOptions = ReturnType<typeof parsePublish>;

function parsePublish(fields: Fields, config: Config) {
  const writer = fields.oneOf('writer', ['app', 'database']) ?? 'app';
  const isApp = writer === 'app' || fields.isOpen('writer');
  const isDatabase = writer === 'database' && !fields.isOpen('writer');
  const above0 = 'a number above 0';
  const own_per_s = fields.number('rate', 0.001, `${above0}, writes per second`);
  const rate_per_s = config.rate_per_s ?? own_per_s ?? fields.fail('rate', above0);
  const own_s = fields.number('duration', 0.001, `${above0}, seconds`);
  const duration_s = config.duration_s ?? own_s ?? fields.fail('duration', above0);
  const drain_s = fields.number('drain', 0, 'seconds from 0 up') ?? 5;
  const writers = fields.whole('writers', 1) ?? 1;
  const seed = fields.whole('seed', 0) ?? 1;
  const arrivals = fields.oneOf('arrivals', ['poisson', 'constant']) ?? 'poisson';
  const tag = fields.text('tag') ?? tagOf(config.rendezvous?.run);
  const waits = fields.flag('wait') ?? true;
  const app = appWrites(fields, config, isApp);
  const database = databaseWrites(fields, config.database?.url, writers, isDatabase);
  const schedule = { seed, rate_per_s, duration_ms: duration_s * 1000, writers, arrivals } as const;
  const isKnown = !['rate', 'duration'].some((name) => fields.isOpen(name));
  if (isKnown && makeSchedule(schedule).due_us.length === 0) {
    fields.fail('rate', `enough for at least one write in ${duration_s} s`);
  }
  const expect = (fields.list('expect') ?? []).map(String);
  if (isApp && !app.ack && expect.length > 0) {
    fields.fail('expect', 'absent with ack: false, because the app sends no answers');
  }
  return { writer, schedule, drain_ms: drain_s * 1000, tag, waits, expect, app, database };
}

function planOf(options: PublishOptions, config: Config): WritersData {
  const { writer, drain_ms, tag, expect, app, database } = options;
  const { transport, url: target } = config.connect;
  const ack = writer === 'database' || app.ack;
  const { call, http } = app;
  const made = makeSchedule(options.schedule);
  const schedule: ScheduleFile = {
    ...made,
    tag,
    groups: groupCount(config),
    drain_ms,
    ack,
    expect,
    writer,
    transport,
    target,
  };
  if (writer === 'database') return { schedule, database };
  return http === undefined ? { schedule, app: { call, ack } } : { schedule, http };
}

/**
 * Distinguishes the ids of a run from those of others. All machines of a run have the same tag.
 */
function tagOf(run: string | undefined): string {
  const bytes = run === undefined ? randomBytes(4) : createHash('sha256').update(run).digest().subarray(0, 4);
  return `w${bytes.toString('hex')}`;
}

/** Calls of the app, or requests by HTTP. */
function appWrites(fields: Fields, config: Config, wanted: boolean) {
  const call = fields.text('call');
  const post = fields.text('post');
  if (wanted && (call === undefined) === (post === undefined)) {
    fields.fail('call', 'the name of a method or of an event, or give post: a path of the app');
  }
  const [params, json, headers] = [fields.list('params') ?? [], fields.any('json'), fields.any('headers')];
  const isCall = post === undefined;
  const sent = isCall ? params : json;
  if (wanted && !JSON.stringify(sent ?? '').includes('$writeId')) {
    fields.fail(isCall ? 'params' : 'json', 'the parameters, with {{ $writeId }}');
  }
  const ack = fields.flag('ack') ?? true;
  fields.any('before');
  const connect = fields.child('connect');
  if (fields.isDraft && connect !== undefined) {
    parseConnect(connect, config.connect);
    connect.end();
  }
  /** What each writer sends, and whether over its connection. */
  const spec = { template: isCall ? params : { json, headers: headers ?? {} }, connects: isCall };
  return { call: call ?? '', ack, spec, http: isCall ? undefined : { post } };
}

function databaseWrites(
  fields: Fields,
  url: string | undefined,
  writers: number,
  wanted: boolean,
): DatabaseWrites {
  const insert = fields.child('insert');
  const collection = insert?.text('collection') ?? '';
  const document = insert?.object('document') ?? {};
  insert?.end();
  if (!wanted) return { url: '', collection, document, writers };
  if (url === undefined) {
    throw new RunError(
      'config',
      'config.engines.pubsub.database.url should be mongodb://... for writer: database',
    );
  }
  if (insert === undefined && !fields.isOpen('insert')) fields.fail('insert', '{ collection, document }');
  if (collection === '') insert?.fail('collection', 'the name of a collection');
  if (!insert?.has('document')) insert?.fail('document', 'a document, with {{ $writeId }} in it');
  const found = classIn(document);
  if (found !== undefined) {
    const place = insert?.place('document');
    throw new RunError(
      'config',
      `${place} should have plain values, dates and bytes in it, not the class ${found}`,
    );
  }
  return { url, collection, document, writers };
}
