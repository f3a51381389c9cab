// What @types/meteor leaves out.
import 'meteor/meteor';

declare module 'meteor/meteor' {
  namespace Meteor {
    function applyAsync(name: string, args: unknown[], options?: { noRetry?: boolean }): Promise<unknown>;
    const server: { setPublicationStrategy(collection: string, strategy: object | undefined): void };
  }
}

declare module 'meteor/webapp' {
  namespace WebApp {
    function addHtmlAttributeHook(hook: () => Record<string, string>): void;
  }
}

declare module 'meteor/ddp-rate-limiter' {
  namespace DDPRateLimiter {
    function setErrorMessageOnRule(rule: string, message: string): void;
  }
}
