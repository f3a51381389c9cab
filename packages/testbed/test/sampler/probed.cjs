// An app to be probed. Its first argument says what it does.
const { spawn } = require('node:child_process');

const work = {
  /** Ends by itself. */
  idle() {},
  serve() {
    setInterval(() => {}, 60_000);
  },
  garbage() {
    globalThis.waste = Array.from({ length: 200_000 }, (_, index) => ({ index }));
    setInterval(() => {}, 60_000);
    setTimeout(() => {
      globalThis.waste = undefined;
    }, 100);
  },
  /** What its start took is let go before anybody can look. */
  started() {
    let waste = Array.from({ length: 300_000 }, (_, index) => ({ name: `x${index}`, both: [index, index] }));
    waste = undefined;
    setInterval(() => {}, 60_000, waste);
  },
  /** Much code that ran once, and is kept; says how many bytes V8 has of it. */
  code() {
    const { runInThisContext } = require('node:vm');
    const { getHeapCodeStatistics } = require('node:v8');
    const bodies = Array.from(
      { length: 5000 },
      (_, at) => `(a) => [a + ${at}, { b: a * ${at}, c: a ? ${at} : a }]`,
    );
    globalThis.kept = runInThisContext(`[${bodies.join()}]`);
    for (const one of globalThis.kept) one(1);
    setInterval(() => console.log(getHeapCodeStatistics().bytecode_and_metadata_size), 20);
  },
  parent() {
    spawn(process.execPath, [__filename, 'environment'], { stdio: 'inherit' });
    setInterval(() => {}, 60_000);
  },
  environment() {
    console.log(JSON.stringify({ options: process.env.NODE_OPTIONS, socket: process.env.SAMPLER_SOCKET }));
  },
  /** What Meteor's packages look like from outside: the shape that mongo 2.2 (Meteor 3.4) and 2.3 (3.5) share. */
  meteor() {
    class OplogObserveDriver {}
    const mongo = { _observeMultiplexers: { a: { _observeDriver: new OplogObserveDriver() }, b: {} } };
    globalThis.Package = { mongo: { MongoInternals: { defaultRemoteCollectionDriver: () => ({ mongo }) } } };
    setInterval(() => {}, 60_000);
  },
};
work[process.argv[2]]();
