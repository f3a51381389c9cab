import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { Link } from 'wouter';
import { useTitle } from '../app/use-title';
import { Field, FormError } from './Field';
import { missing } from './rules';
import { logIn } from './session';
import { useReturn } from './use-return';
import { useSubmission } from './use-submission';

/** The log-in form. */
export function LogInPage() {
  useTitle('Log in');
  const origin = useReturn();
  const { errors, handlers, isBusy } = useSubmission({
    fields: ['username', 'password'],
    check: ({ username, password }) => ({
      username: missing(username, 'Type your name'),
      password: missing(password, 'Type your password'),
    }),
    send: ({ username, password }) => logIn(username, password),
    refused: { form: 'Wrong name or password' },
  });
  return (
    <>
      <h1>Log in</h1>
      <form className="card" data-testid={testIds.accountForm} {...handlers}>
        <Field
          name="username"
          label="Name"
          type="text"
          testId={testIds.username}
          autoComplete="username"
          error={errors.username}
        />
        <Field
          name="password"
          label="Password"
          testId={testIds.password}
          autoComplete="current-password"
          error={errors.password}
        />
        <FormError error={errors.form} />
        <button type="submit" aria-busy={isBusy || undefined}>
          Log in
        </button>
      </form>
      <p className="other">
        No account yet?{' '}
        <Link href="/signup" state={origin}>
          Sign up
        </Link>
      </p>
    </>
  );
}
