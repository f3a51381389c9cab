import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { useState } from 'react';
import { useTitle } from '../app/use-title';
import { Field, FormError } from './Field';
import { missing, passwordHint, wrongPassword } from './rules';
import { changePassword, logOutEverywhere, removeAccount, showFailure } from './session';
import { useAccount } from './use-account';
import { useAccountOnly } from './use-return';
import { useSubmission } from './use-submission';

/** The user's own account: password, sessions, deletion. */
export function AccountPage() {
  useTitle('Account');
  if (!useAccountOnly('/account')) return null;
  return (
    <>
      <h1>Account</h1>
      <ChangePassword />
      <LogOutEverywhere />
      <DeleteAccount />
    </>
  );
}

function ChangePassword() {
  const [isChanged, setChanged] = useState(false);
  const { errors, handlers, isBusy } = useSubmission({
    fields: ['oldPassword', 'newPassword'],
    check: ({ oldPassword, newPassword }) => ({
      oldPassword: missing(oldPassword, 'Type your password'),
      newPassword: wrongPassword(newPassword),
    }),
    async send({ oldPassword, newPassword }) {
      setChanged(false);
      await changePassword(oldPassword, newPassword);
      setChanged(true);
    },
    refused: { oldPassword: 'Wrong password' },
  });
  return (
    <form className="card" data-testid={testIds.accountForm} aria-labelledby="change-title" {...handlers}>
      <h2 id="change-title">Change the password</h2>
      <OwnName />
      <Field
        name="oldPassword"
        label="Old password"
        testId={testIds.password}
        autoComplete="current-password"
        error={errors.oldPassword}
      />
      <Field
        name="newPassword"
        label="New password"
        testId={testIds.newPassword}
        autoComplete="new-password"
        hint={passwordHint}
        error={errors.newPassword}
      />
      <FormError error={errors.form} />
      <p role="status">{isChanged && 'The password is changed, and all other sessions have ended.'}</p>
      <button type="submit" aria-busy={isBusy || undefined}>
        Change the password
      </button>
    </form>
  );
}

function LogOutEverywhere() {
  return (
    <section className="card" aria-labelledby="everywhere-title">
      <h2 id="everywhere-title">Log out everywhere</h2>
      <p>Ends your sessions in all browsers, this one among them.</p>
      <button
        type="button"
        data-testid={testIds.logOutEverywhere}
        onClick={() => logOutEverywhere().catch(showFailure)}
      >
        Log out everywhere
      </button>
    </section>
  );
}

function DeleteAccount() {
  const { errors, handlers, isBusy } = useSubmission({
    fields: ['password'],
    check: ({ password }) => ({ password: missing(password, 'Type your password') }),
    send: ({ password }) => removeAccount(password),
    refused: { password: 'Wrong password' },
  });
  return (
    <form className="card" aria-labelledby="removal-title" {...handlers}>
      <h2 id="removal-title">Delete the account</h2>
      <p>
        Your private lists are deleted, and you are taken off the lists that others share with you. Your
        messages stay, without your name. It can't be undone.
      </p>
      <OwnName />
      <Field
        name="password"
        label="Password"
        testId={testIds.password}
        autoComplete="current-password"
        error={errors.password}
      />
      <FormError error={errors.form} />
      <button type="submit" data-testid={testIds.removeAccount} aria-busy={isBusy || undefined}>
        Delete the account
      </button>
    </form>
  );
}

/** The account's name in a hidden field, for password managers. */
function OwnName() {
  const username = useAccount()?.username;
  return <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />;
}
