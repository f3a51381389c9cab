import type { Size } from '@meteor-vs-mean/measure/results';
import type { Scene } from '@meteor-vs-mean/measure/run';
import { Scope } from '@meteor-vs-mean/testbed';
import { openBrowser } from '@meteor-vs-mean/testbed/chromium';
import { startToxiproxy } from '@meteor-vs-mean/testbed/network';
import { openRelay, type Relay } from '@meteor-vs-mean/testbed/relay';
import { sampleSwitches, sampleTree, type TreeSample } from '@meteor-vs-mean/testbed/sampler';
import type { Page } from 'playwright-core';
import { type Program, type ProgramOptions, startProgram } from './program.ts';

export interface Browser {
  readonly page: Page;
  /** CPU of the whole process tree, since it began. */
  usage(): Promise<Pick<TreeSample, 'cpu_ms'>>;
  /** Context switches of all its threads, since each began; null where the system doesn't tell. */
  switches(): number | null;
}

/** What it counts is what clients wrote and what came for them. */
export type Meter = Pick<Relay, 'host' | 'port' | 'counts'>;

/** Starts what one round needs; all of it ends with the round. */
export class LabTestbed extends Scope {
  readonly size: Size;
  readonly seed: number;

  constructor({ size, seed, signal }: Scene) {
    super(signal);
    this.size = size;
    this.seed = seed;
  }

  /** Starts a file as a program, in the environment of production. It calls `serve` of program-side.ts. */
  program(file: URL, options: ProgramOptions = {}): Promise<Program> {
    return this.own(
      (signal) => startProgram(file, options, signal),
      (program) => program.stop(),
    );
  }

  /**
   * A fresh page of a Chromium of its own, whose CPU is that of its whole tree. It takes certificates that nobody
   * signed: servers here make their own.
   * @throws one line if there is no Chromium on this machine
   */
  async browser(): Promise<Browser> {
    const { browser } = await this.own(
      () =>
        openBrowser({
          signals: false,
          // Where a certificate is forgiven only when it has failed, as DevTools do it, each connection is opened twice.
          args: ['--ignore-certificate-errors'],
        }),
      (opened) => opened.browser.close(),
    );
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    await session.detach();
    const root = processInfo.find(({ type }) => type === 'browser');
    if (!root) throw new Error('Chromium doesn’t tell which of its processes is the first');
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    return {
      page: await context.newPage(),
      usage: () => sampleTree(root.id),
      switches: () => sampleSwitches(root.id),
    };
  }

  /**
   * A relay of TCP that counts every byte of both directions: what the client wrote and what reached it. With a round
   * trip, toxiproxy is between it and the target: client, relay, toxiproxy, target. Toxiproxy delays what connections
   * carry, not connecting; so what a client sends first waits one round trip more, as it would have for the handshake.
   * @param roundTrip_ms an even number, 0 for none
   */
  async meter(target: { host: string; port: number }, { roundTrip_ms = 0 } = {}): Promise<Meter> {
    if (roundTrip_ms % 2 !== 0) {
      throw new Error(
        `toxiproxy delays each way by whole milliseconds: a round trip of ${roundTrip_ms} ms can't be halved`,
      );
    }
    const far = roundTrip_ms === 0 ? target : await this.#slowed(target, roundTrip_ms / 2);
    return this.own(
      () => openRelay(far, { handshake_ms: roundTrip_ms }),
      (relay) => relay.close(),
    );
  }

  async #slowed(target: { host: string; port: number }, latency_ms: number) {
    const shaper = await this.own(
      () => startToxiproxy({ latency_ms, jitter_ms: 0, loss: 0 }),
      (started) => started.stop(),
    );
    const { hostname, port } = new URL((await shaper.open(target)).url);
    return { host: hostname, port: Number(port) };
  }
}

/** Opens the testbed of one round. */
export const openTestbed = (scene: Scene): LabTestbed => new LabTestbed(scene);
