// Of Meteor's packages, what this app uses. All of their types would bring React's and MongoDB's along.
declare module 'meteor/meteor' {
  interface Subscription {
    added(collection: string, id: string, fields: Record<string, unknown>): void;
    onStop(stop: () => void): void;
    ready(): void;
  }
  const Meteor: {
    settings: { publicationStrategy?: string };
    publish(name: string, publish: (this: Subscription) => void): void;
    server: { setPublicationStrategy(collection: string, strategy: object | undefined): void };
  };
}
declare module 'meteor/ddp-server' {
  const DDPServer: { publicationStrategies: Record<string, object> };
}
declare module 'meteor/webapp' {
  const WebApp: {
    onListening(listener: () => void): void;
    httpServer: { address(): { port: number } };
  };
}
