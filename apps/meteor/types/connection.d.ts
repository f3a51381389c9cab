// Not documented; but what packages that show or change DDP's messages have always wrapped.
import 'meteor/meteor';

declare module 'meteor/meteor' {
  namespace Meteor {
    const connection: {
      _stream: {
        currentStatus: { connected: boolean };
        send(data: string): void;
        /** What gets the messages that arrive. */
        eventCallbacks: { message: ((data: string) => void)[] };
      };
    };
  }
}
