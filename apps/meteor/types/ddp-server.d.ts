// What @types/meteor leaves out.
declare module 'meteor/ddp-server' {
  export const DDPServer: { publicationStrategies: Record<string, object> };
}
