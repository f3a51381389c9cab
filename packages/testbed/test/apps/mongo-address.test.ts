import { expect, test } from 'vitest';
import { assertNeutral } from '../../src/apps/mongo-address.ts';

test('an address may ask for what every writer asks for, as those of Atlas do, and for nothing else', () => {
  expect(() => assertNeutral('mongodb://h/app?retryWrites=true&w=majority')).not.toThrow();
  expect(() => assertNeutral('mongodb://h/app?w=1&readPreference=nearest')).toThrow(
    'MONGO_URL sets w, readPreference',
  );
});
