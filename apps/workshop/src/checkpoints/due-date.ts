import { randomUUID } from 'node:crypto';
import { connect, PubSubError } from '@meteor-vs-mean/pubsub-client';
import { lineOf } from '@meteor-vs-mean/testbed/process';
import type { Checkpoint } from '../checkpoint.ts';
import { differences, typeCheck } from '../feature.ts';
import { type Finding, isFine, missing, note, ok } from '../finding.ts';
import { type Reached, thatAnswer } from '../reached.ts';
import { TodoView } from '../todo-view.ts';

/** Whether both apps were changed, compile, and have the feature. */
export const checkpoint: Checkpoint = async ({ apps }) => {
  const { findings, changed } = await differences();
  if (!changed) return findings;
  findings.push(...(await typeCheck()));
  if (!isFine(findings)) return findings;
  const here = await thatAnswer(apps);
  for (const app of apps) {
    if (here.includes(app)) findings.push(await play(app));
    else if (app.stack === 'meteor') {
      findings.push(
        note(
          app.title,
          "isn't running, so its side was only type-checked",
          'without Meteor, nothing; with it, npm run dev in another terminal',
        ),
      );
    } else {
      const remedy = 'npm run dev, in another terminal; leave it running';
      findings.push(missing(app.title, `no answer from ${app.url}`, remedy));
    }
  }
  return findings;
};

const method = 'todos.setDue';
const timeout_ms = 10_000;

/**
 * Uses the new feature like a browser: sets a todo's due date, checks that a subscriber gets it, removes it again, and
 * tries an invalid date.
 */
async function play(app: Reached): Promise<Finding> {
  const what = app.title;
  const failed = (says: string, remedy: string) => missing(what, says, remedy);
  await using open = new AsyncDisposableStack();
  try {
    const client = await connect({
      url: app.url,
      transport: app.transport,
      subscribeEvent: 'subscribe',
      answer: 'result',
    });
    open.defer(() => client.close());
    const [listId, _id] = [randomUUID(), randomUUID()];
    await client.call('lists.insert', { _id: listId, name: 'Due dates' });
    open.defer(async () => void (await client.call('lists.remove', { _id: listId })));
    await client.call('todos.insert', { _id, listId, text: 'Try the due date' });
    const view = await TodoView.open(app, listId);
    open.defer(() => view.close());
    const shows = (due: string | null) =>
      view.until((todos) => (todos.get(_id)?.due ?? null) === due, timeout_ms);

    await client.call(method, { _id, due: '2030-12-24' });
    if ((await shows('2030-12-24')) === null) {
      return failed(
        `${method} succeeds, but a subscriber never gets the field due`,
        'is it stored under that name?',
      );
    }
    await client.call(method, { _id, due: null });
    if ((await shows(null)) === null) return failed('a removed due date stays', 'store null');
    const refusal = await client.call(method, { _id, due: 'soon' }).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!(refusal instanceof PubSubError) || refusal.code !== 'validation-error') {
      return failed(
        `'soon' is accepted as a date, or rejected with another error`,
        'the contract defines a date: z.iso.date()',
      );
    }
    return ok(what, `${app.url} sets a due date, shows it to subscribers, and rejects 'soon'`);
  } catch (error) {
    return failed(
      `${app.url}: ${lineOf(error)}`,
      `the method must be named ${method}, and take { _id, due }`,
    );
  }
}
