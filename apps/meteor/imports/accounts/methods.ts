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

// On the server alone: what becomes of an account's things is not for a page to guess.

const removal = z.strictObject({ password: sentPassword });

Meteor.methods({
  /** Deletes the caller's account, who must know its password though they are logged in. */
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
      // The caller's session first, by the caller's own log-out: Meteor closes the connections of those that are taken
      // out of the document, and this one still has to carry the answer.
      await logOut(this);
      await Meteor.users.updateAsync(userId, { $unset: { 'services.resume': 1 } });
      await Meteor.users.removeAsync(userId);
      await removeBelongings(userId); // what was begun in its name before it was gone
      return null;
    } catch (error) {
      throw toMeteorError(error);
    }
  },
});

/** The account itself goes after these: whatever stops this halfway leaves one that can be deleted again. */
async function removeBelongings(userId: string): Promise<void> {
  const own = await Lists.find({ owner: userId }, { fields: { _id: 1 } }).mapAsync(({ _id }) => _id);
  // Before the lists, so that those by which they are found are left if this ends halfway.
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
