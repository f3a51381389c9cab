import { meteorStack } from '../meteor-stack.ts';

/** The floor of what a Meteor server costs. */
export default meteorStack({
  name: 'smallest-meteor',
  title: 'Minimal Meteor',
  app: { title: 'the smallest Meteor app', path: 'apps/smallest/meteor', linked: [] },
  hasPages: false,
  defaultPort: 3600,
  floorOf: 'meteor',
});
