import { createHash, randomBytes } from 'node:crypto';
import { type Config, groupCount, parseConnect } from '../config.ts';
import { RunError } from '../error.ts';
import { Fields } from '../fields.ts';
import { compileMessage, writeVariables } from '../message.ts';
import type { ScheduleFile } from '../rendezvous.ts';
import { makeSchedule } from '../schedule.ts';
import { connectionOf } from '../targets.ts';
import type { AppWrites, DatabaseWrites } from '../write-target.ts';
import type { WritersPlan } from '../writers.ts';
import { type CompileStep, withOptions } from './step.ts';

/**
 * This virtual user has its snapshots: it counts among the subscribers. When all are there, the writers start, on
 * a seeded schedule. The next step comes when the drain has ended; with `wait: false` at once, and the end of the flow waits.
 */
export const compilePublish: CompileStep = (spec, where, setting) => {
  const { config } = setting;
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
      `${where}.params should be what the call is given, with {{ $writeGroup }} in it, since the audience is not one`,
    );
  }
  return withOptions({
    value: spec.publish,
    where,
    right: '{ call, params, rate, duration, ... }',
    variables: writeVariables,
    parse: (fields) => parsePublish(fields, config),
    take: async (user, options) => {
      const round = user.session.join(() => planOf(options, config));
      await user.join(round);
      if (options.waits) await round.finished;
    },
  });
};

type PublishOptions = ReturnType<typeof parsePublish>;

function parsePublish(fields: Fields, config: Config) {
  const writer = fields.oneOf('writer', ['app', 'database']) ?? 'app';
  const isApp = writer === 'app' || fields.isOpen('writer');
  const isDatabase = writer === 'database' && !fields.isOpen('writer');
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
  const waits = fields.flag('wait') ?? true;
  const app = appWrites(fields, config, writers, isApp);
  const database = databaseWrites(fields, config.database?.url, writers, isDatabase);
  const schedule = { seed, rate_per_s, duration_ms: duration_s * 1000, writers, arrivals } as const;
  const isKnown = !['rate', 'duration'].some((name) => fields.isOpen(name));
  if (isKnown && makeSchedule(schedule).due_us.length === 0) {
    fields.fail('rate', `enough for at least one write in ${duration_s} s`);
  }
  return { writer, schedule, drain_ms: drain_s * 1000, tag, waits, app, database };
}

function planOf(options: PublishOptions, config: Config): WritersPlan {
  const { writer, drain_ms, tag, app, database } = options;
  const { transport, url: target } = config.connect;
  const ack = writer === 'database' || app.ack;
  const made = makeSchedule(options.schedule);
  const schedule: ScheduleFile = {
    ...made,
    tag,
    groups: groupCount(config),
    drain_ms,
    ack,
    transport,
    target,
  };
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
  if (wanted && !/(\$|u0001)writeId/.test(JSON.stringify(params))) {
    fields.fail('params', 'what the call is given, with {{ $writeId }} in it');
  }
  const ack = fields.flag('ack') ?? true;
  const connect = fields.child('connect');
  if (fields.isDraft && connect !== undefined) {
    parseConnect(connect, config.connect);
    connect.end();
  }
  const optionsOf = compileMessage(fields.object('connect') ?? {});
  const connections = Array.from({ length: fields.isDraft ? 0 : writers }, (_, writer) => {
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
  return { url, collection, document, writers };
}
