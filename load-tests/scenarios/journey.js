import { createHash, randomUUID } from 'node:crypto';

/** What the virtual user does that others don't, by its number. Nobody does two of these. */
export async function chooseJourney({ vars }) {
  const number = vars.$vuNumber;
  vars.signsUp = number % 100 === 7;
  vars.logsIn = number % 20 === 2;
  vars.reloads = number % 10 === 3;
  vars.losesConnection = number % 20 === 5;
  vars.returns = !vars.signsUp && !vars.logsIn;
  vars.shares = !vars.signsUp;
  vars.roomId = `${vars.room}-${vars.$group}`;
  vars.nickname = vars.username;
  if (!vars.signsUp) return;
  // A new name in each run, by which `npm run accounts -- --remove` knows it.
  vars.nickname = `${vars.username}-${randomUUID().slice(0, 8)}`;
  vars.listId = randomUUID();
  // As Meteor's page sends it.
  vars.digest = createHash('sha256').update(vars.password).digest('hex');
}
