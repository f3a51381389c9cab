/**
 * Loaded into an app that is measured, with NODE_OPTIONS=--require, on Node 20 or later: so plain CommonJS. It
 * listens on the socket that SAMPLER_SOCKET names and answers one JSON object a line. It does nothing until somebody
 * connects, never holds the process open, and takes itself out of the environment, so that processes which the app
 * starts don't listen on the same socket.
 */
'use strict';
const { createServer } = require('node:net');
const { unlinkSync } = require('node:fs');
const { monitorEventLoopDelay, performance } = require('node:perf_hooks');
const { isMainThread } = require('node:worker_threads');
const v8 = require('node:v8');
const vm = require('node:vm');

const socketPath = process.env.SAMPLER_SOCKET;
if (socketPath && isMainThread) {
  delete process.env.SAMPLER_SOCKET;
  const others = process.env.SAMPLER_NODE_OPTIONS;
  delete process.env.SAMPLER_NODE_OPTIONS;
  if (others) process.env.NODE_OPTIONS = others;
  else delete process.env.NODE_OPTIONS;
  listen(socketPath);
}

function listen(path) {
  const server = createServer((socket) => {
    start();
    socket.unref();
    socket.setEncoding('utf8');
    let rest = '';
    socket.on('data', (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop();
      for (const line of lines)
        answer(JSON.parse(line), (reply) => socket.write(`${JSON.stringify(reply)}\n`));
    });
    socket.on('error', () => {}); // the bench is gone: nobody to tell
  });
  server.on('error', (error) => console.error(`sampler: cannot listen on ${path}: ${error.message}`));
  server.listen(path).unref();
  process.on('exit', () => {
    try {
      unlinkSync(path);
    } catch {
      // removed already
    }
  });
}

const commands = { sample, collect, observeDrivers, watch, watched };

async function answer({ id, command }, reply) {
  try {
    reply({ id, result: await commands[command]() });
  } catch (error) {
    reply({ id, error: error.message });
  }
}

/** Milliseconds between two looks at the event loop. Its histogram holds this much even when nothing is late. */
const resolution_ms = 20;
let delays;
let utilisationThen;
/** Of a window of its own, which samples in between don't cut. */
let window;

function start() {
  if (delays) return;
  delays = monitorEventLoopDelay({ resolution: resolution_ms });
  delays.enable();
  utilisationThen = performance.eventLoopUtilization();
}

/** Reads without stirring anything, and starts the next interval. */
function sample() {
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const eventLoop = lateness(delays);
  delays.reset();
  const now = performance.eventLoopUtilization();
  const { utilization } = performance.eventLoopUtilization(now, utilisationThen);
  utilisationThen = now;
  return {
    heapUsed_bytes: heapUsed,
    external_bytes: external,
    rss_bytes: rss,
    cpu_ms: (user + system) / 1000,
    eventLoop,
    utilisation: utilization,
  };
}

function lateness(histogram) {
  const late_ms = (ns) => (histogram.count === 0 ? 0 : Math.max(0, ns / 1e6 - resolution_ms));
  return {
    p50_ms: late_ms(histogram.percentile(50)),
    p99_ms: late_ms(histogram.percentile(99)),
    max_ms: late_ms(histogram.max),
  };
}

function watch() {
  window?.delays.disable();
  window = {
    delays: monitorEventLoopDelay({ resolution: resolution_ms }),
    utilisation: performance.eventLoopUtilization(),
  };
  window.delays.enable();
  return null;
}

function watched() {
  if (!window) throw new Error('watched() without watch()');
  const { utilization } = performance.eventLoopUtilization(window.utilisation);
  window.delays.disable();
  const seen = { ...lateness(window.delays), utilisation: utilization };
  window = undefined;
  return seen;
}

let gc;

/**
 * Collects until the live heap stands still: what finalizers and weak references let go comes a turn later. Code that
 * isn't running is let go, too, and compiled again when it is called: V8 does that by itself half a minute after code
 * last ran, which takes a megabyte of an app's start out of whatever step is read then. The last collection is V8's "last
 * resort" (src/extensions/gc-extension.cc; Node 22 and later), which also gives back the pages that are kept to spare since
 * the start: thousands of clients fit into them before RSS rises.
 */
async function collect() {
  if (!gc) {
    v8.setFlagsFromString('--expose-gc');
    gc = vm.runInNewContext('gc');
  }
  v8.setFlagsFromString('--stress-flush-code');
  let still = 0;
  let before = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 20 && still < 2; round += 1) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 10));
    const { heapUsed } = process.memoryUsage();
    still = before - heapUsed < 16 * 1024 ? still + 1 : 0;
    before = heapUsed;
  }
  gc({ type: 'major', flavor: 'last-resort' });
  v8.setFlagsFromString('--no-stress-flush-code');
  return sample();
}

/**
 * The class of every live query's observe driver, read from the running Meteor (3.4 and 3.5 keep them alike). Not
 * Meteor, or no query: none.
 */
function observeDrivers() {
  const internals = globalThis.Package?.mongo?.MongoInternals;
  if (!internals) return [];
  const multiplexers = Object.values(internals.defaultRemoteCollectionDriver().mongo._observeMultiplexers);
  return multiplexers.flatMap(({ _observeDriver: driver }) => (driver ? [driver.constructor.name] : []));
}
