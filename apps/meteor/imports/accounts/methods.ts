import { deletedAccount, parse, type User } from '@meteor-vs-mean/contract';
import { ContractError } from '@meteor-vs-mean/contract/errors';
import { Meteor } from 'meteor/meteor';
import { z } from 'zod';
import { toMeteorError } from '../app/contract-error';
import { hooks } from '../app/hooks';
import { Lists } from '../lists/collection';
import { Messages } from '../rooms/collections';
import { Todos } from '../todos/collection';
import { logOut } from './log-out';
import { accountOf } from './names';
import { isRight, sentPassword, wrongPassword } from './passwords';
import { prove } from './prove';

// Only on the server, because a page can't predict what happens to an account's documents.

const removal = z.strictObject({ password: sentPassword });

Meteor.methods({
  /** Deletes the caller's account. It needs the password again, though the caller is logged in. */
  async 'accounts.remove'(this: Meteor.MethodThisType, input: unknown) {
    try {
      const { userId, connection } = this;
      if (!userId) throw new ContractError('not-authorized', 'Log in first');
      const { password } = parse(removal, input, 'accounts.remove');
      hooks.resubscribe(connection);
      const attempt = { name: (await accountOf(userId)).username, address: connection?.clientAddress ?? '' };
      await prove(attempt, async () => {
        const user = await Meteor.users.findOneAsync(userId, { fields: { services: 1 } });
        if (!(await isRight(user as User | undefined, password))) throw wrongPassword();
      });
      await removeBelongings(userId);
      // The caller's session first, by Meteor's own log-out: Meteor closes the connections of tokens that are removed
      // from the document, and this connection still has to send the answer.
      await logOut(this);
      await Meteor.users.updateAsync(userId, { $unset: { 'services.resume': 1 } });
      await Meteor.users.removeAsync(userId);
      await removeBelongings(userId); // for calls that began before the account was gone
      return null;
    } catch (error) {
      throw toMeteorError(error);
    }
  },
});

/** The account itself is removed after these, so after a crash the user can delete it again. */
async function removeBelongings(userId: string): Promise<void> {
  const own = await Lists.find({ owner: userId }, { fields: { _id: 1 } }).mapAsync(({ _id }) => _id);
  // Before the lists, because the lists are needed to find these after a crash.
  await Todos.removeAsync({ listId: { $in: own } });
  await Lists.removeAsync({ _id: { $in: own } });
  await Lists.updateAsync(
    { 'members._id': userId },
    { $pull: { members: { _id: userId } } },
    { multi: true },
  );
  await Messages.updateAsync(
    { userId },
    { $set: { nickname: deletedAccount }, $unset: { userId: 1 } },
    { multi: true },
  );
}
