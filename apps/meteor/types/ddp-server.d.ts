// Missing in @types/meteor.
declare module 'meteor/ddp-server' {
  export const DDPServer: { publicationStrategies: Record<string, object> };
}
