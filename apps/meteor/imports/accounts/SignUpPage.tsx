import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { Link } from 'wouter';
import { useTitle } from '../app/use-title';
import { Field, FormError } from './Field';
import { passwordHint, usernameHint, wrongPassword, wrongUsername } from './rules';
import { signUp } from './session';
import { useReturn } from './use-return';
import { useSubmission } from './use-submission';

/** The sign-up form, which also starts the first session. */
export function SignUpPage() {
  useTitle('Sign up');
  const origin = useReturn();
  const { errors, handlers, isBusy } = useSubmission({
    fields: ['username', 'password'],
    check: ({ username, password }) => ({
      username: wrongUsername(username),
      password: wrongPassword(password),
    }),
    send: ({ username, password }) => signUp(username, password),
    refused: { username: 'That name is taken' },
  });
  return (
    <>
      <h1>Sign up</h1>
      <form className="card" data-testid={testIds.accountForm} {...handlers}>
        <Field
          name="username"
          label="Name"
          type="text"
          testId={testIds.username}
          autoComplete="username"
          hint={usernameHint}
          error={errors.username}
        />
        <Field
          name="password"
          label="Password"
          testId={testIds.password}
          autoComplete="new-password"
          hint={passwordHint}
          error={errors.password}
        />
        <FormError error={errors.form} />
        <button type="submit" aria-busy={isBusy || undefined}>
          Sign up
        </button>
      </form>
      <p className="other">
        Have an account?{' '}
        <Link href="/login" state={origin}>
          Log in
        </Link>
      </p>
    </>
  );
}
