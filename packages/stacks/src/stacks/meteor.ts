import { comparedApp } from '../meteor-bundle.ts';
import { meteorStack } from '../meteor-stack.ts';

export default meteorStack({
  name: 'meteor',
  title: 'Meteor',
  app: comparedApp,
  hasPages: true,
  defaultPort: 3000,
  guards: {
    all: [
      { name: 'limits', what: 'rates of calls, and whether a list is there and has room, are not looked at' },
    ],
    module: 'meteor.ts',
  },
  strategies: ['NO_MERGE', 'NO_MERGE_NO_HISTORY'],
});
