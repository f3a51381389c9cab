import { comparedApp } from '../meteor-bundle.ts';
import { meteorStack } from '../meteor-stack.ts';

export default meteorStack({
  name: 'meteor',
  title: 'Meteor',
  app: comparedApp,
  hasPages: true,
  defaultPort: 3000,
  hasGuards: true,
  strategies: ['NO_MERGE', 'NO_MERGE_NO_HISTORY'],
});
