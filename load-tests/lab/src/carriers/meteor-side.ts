/** What the lab gets of the Meteor app, once that listens. */
export interface MeteorSide {
  port: number;
  subscribers(): number;
  deliver(document: { _id: string }): void;
}

declare global {
  /** Set by the program that loads the app's bundle, for the app to call. */
  var labCarriers: ((side: MeteorSide) => void) | undefined;
}
