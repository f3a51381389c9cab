import { expect } from 'vitest';
import { feature } from '../feature.ts';
import { type ForeignClient, foreignClient } from '../foreign-client.ts';
import { storedUser } from '../stored-user.ts';

/** argon2id, version 1.3, two passes over 19 MiB, one lane. */
const cost = ['ID', 19, 2, 19_456, 1];

export const foreignHashes = feature('hashes and a foreign client', (add) => {
  const clientOr = async (skip: (why: string) => never): Promise<ForeignClient> => {
    try {
      return await foreignClient();
    } catch (error) {
      const why = `No other program can read the stored hash: ${(error as Error).message}`;
      console.log(why);
      return skip(why);
    }
  };

  add("python's argon2-cffi verifies the app's hash", async (subject, skip) => {
    const client = await clientOr(skip);
    const ada = await subject.account();
    const expected = { verified: true, verifiedAnother: false, verifiedPlain: false, parameters: cost };
    const stored = async () => (await storedUser(subject, ada.username)).services?.password?.argon2 as string;
    expect(await client.look(ada.password, await stored())).toEqual(expected);
    const password = 'другой пароль 🙂';
    await subject.accounts().changePassword(ada, ada.password, password);
    expect(await client.look(password, await stored())).toEqual(expected);
  });

  add('an account with its hash logs in', async (subject, skip) => {
    const client = await clientOr(skip);
    const [username, password] = [subject.id('ada'), 'made elsewhere'];
    const services = { password: { argon2: await client.hash(password) } };
    await subject.collection('users').insertOne({ _id: username, username, createdAt: new Date(), services });
    const { userId, token } = await subject.accounts().logIn(username, password);
    expect(userId).toBe(username);
    expect(await subject.accounts().whoIs(token)).toBe(username);
    expect((await storedUser(subject, username)).services?.password).toEqual(services.password);
  });
});
