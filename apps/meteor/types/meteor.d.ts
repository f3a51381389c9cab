// What @types/meteor leaves out.
import 'meteor/meteor';

declare module 'meteor/meteor' {
  namespace Meteor {
    const server: { setPublicationStrategy(collection: string, strategy: object | undefined): void };
  }
}
