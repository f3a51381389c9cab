declare module 'http2-express' {
  /** An app of that Express which takes the requests of node:http2, too. */
  export default function http2Express<App>(express: () => App): App;
}
