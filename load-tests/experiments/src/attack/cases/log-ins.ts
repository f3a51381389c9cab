import { createHash } from 'node:crypto';
import type { ConnectOptions } from '@meteor-vs-mean/pubsub-client';
import { makeAccounts } from '@meteor-vs-mean/testbed/accounts';
import { witnessed } from '../prepare.ts';
import { startWitness } from '../watch.ts';
import { answeredMeanwhile, type Case, clientOf } from './case.ts';

const guesses = 300;
const connections = 100;

/** One address tries many passwords at once: to verify one takes time and memory by design. */
export const logIns: Case = {
  key: 'log-ins',
  title: `${guesses} wrong passwords of one address at once`,
  bound: 'others log in, and are answered',
  boundInTime: 'others log in within 2 s, and are answered, their calls within 500 ms (99 %)',
  stacks: ['mean', 'meteor'],
  async run({ stack, app, db, testbed }) {
    const [guessed, other] = await makeAccounts(db, { count: 2 });
    if (!guessed || !other) throw new Error('Two accounts were to be made');
    const loginOf = (username: string, password: string): NonNullable<ConnectOptions['login']> =>
      stack === 'mean'
        ? { post: '/api/session', json: { username, password } }
        : { user: username, password };
    const logIn = async (address: number, username: string, password: string) => {
      const client = await clientOf(stack, app.url, address, {
        login: loginOf(username, password),
        timeout_ms: 20_000,
      });
      await client.close();
    };
    // Over DDP a log-in is a call. Connections that are there already leave the passwords alone to be measured.
    const guessers =
      stack === 'mean'
        ? []
        : await Promise.all(Array.from({ length: connections }, () => clientOf(stack, app.url, 3)));
    const guess = (n: number): Promise<unknown> => {
      const password = `a guess ${n}`;
      const guesser = guessers[n % connections];
      if (!guesser) return logIn(3, guessed.username, password);
      const digest = createHash('sha256').update(password).digest('hex');
      return guesser.call('login', {
        user: { username: guessed.username },
        password: { digest, algorithm: 'sha-256' },
      });
    };
    const stop = await startWitness(stack, app, witnessed, testbed);
    const guessing = Promise.allSettled(Array.from({ length: guesses }, (_, n) => guess(n)));
    const begun_ms = performance.now();
    const loggedIn_ms = await logIn(500, other.username, other.password).then(
      () => performance.now() - begun_ms,
      () => Infinity,
    );
    const outcomes = await guessing;
    const others = answeredMeanwhile(await stop());
    await Promise.all(guessers.map((guesser) => guesser.close()));
    const right = outcomes.filter(({ status }) => status === 'fulfilled').length;
    return {
      held: right === 0 && loggedIn_ms < Infinity && others.held,
      inTime: loggedIn_ms < 2000 && others.inTime,
      seen: `another logged in after ${Math.round(loggedIn_ms)} ms; ${others.seen}`,
    };
  },
};
