import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestbed } from '@meteor-vs-mean/testbed';
import { urlOf } from '@meteor-vs-mean/testbed/mongo';
import { startChild } from '@meteor-vs-mean/testbed/process';
import { mean } from '@meteor-vs-mean/testbed/stacks';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../test/compose-file.ts';
import { kubernetes, readKustomization, readSettings } from './manifests.ts';
import { expand, podsOf, settingsOf } from './pods.ts';

const job = readKustomization(path.join(kubernetes, 'load')).manifests.find(({ kind }) => kind === 'Job');
const [generator] = podsOf(job ? [job] : []).flatMap(({ spec }) => spec.containers);

/** Replaces what comes from cgroups, DNS and Secrets: the rest of a pod's environment is from the manifests. */
interface Here {
  index: number;
  run: string;
  target: string;
  rendezvous: string;
  out: string;
}

/** A pod of the Job as a local process: the image's entry point with the pod's arguments and environment. */
async function startPod({ index, run, target, rendezvous, out }: Here) {
  const env: Record<string, string> = {
    ...Object.fromEntries(readSettings(path.join(kubernetes, 'load/load.env'))),
    ...settingsOf(generator as NonNullable<typeof generator>),
    TARGET: target,
    SUBSCRIBERS: '5',
    RATE: '10',
    DURATION: '2',
    RUN: run,
    RENDEZVOUS_URL: rendezvous,
    OUT: out,
    JOB_COMPLETION_INDEX: String(index),
  };
  const args = (generator?.args ?? []).map((one) => expand(one, env));
  const lines: string[] = [];
  const child = await startChild(path.join(root, 'infra/images/generate.sh'), args, {
    cwd: root,
    env: { ...process.env, ...env },
    log: (line) => void lines.push(line),
  });
  onTestFinished(child.kill);
  const { code } = await child.exited;
  return { code, lines };
}

test("the Job’s pods, run as processes here, meet in one run, and the first prints everybody's account", {
  timeout: 180_000,
}, async () => {
  await using testbed = await openTestbed();
  const { mongo } = testbed;
  const app = await testbed.start(await mean.build({ log: () => {} }));
  const folder = await mkdtemp(path.join(tmpdir(), 'kubernetes-load-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));

  const { completions } = job?.spec ?? {};
  const pods = await Promise.all(
    Array.from({ length: completions }, (_, index) =>
      startPod({
        index,
        run: `uid-${process.pid}`,
        target: app.url,
        rendezvous: urlOf(mongo, `rendezvous-${process.pid}`),
        out: path.join(folder, String(index)),
      }),
    ),
  );
  const said = pods.map(({ lines }) => lines.join('\n'));
  expect(
    pods.map(({ code }) => code),
    said.join('\n'),
  ).toEqual(Array(completions).fill(0));
  const accounts = pods.map(({ lines }) => lines.find((line) => line.startsWith('{')));
  expect(accounts.slice(1)).toEqual(Array(completions - 1).fill(undefined));
  const { outcome, subscribers, machines } = JSON.parse(accounts[0] ?? '{}');
  const owed = 20 * 5 * completions;
  expect({ subscribers, machines }).toMatchObject({
    subscribers: 5 * completions,
    machines: { length: completions },
  });
  expect(outcome).toMatchObject({ scheduled: 20, acknowledged: 20, owed, seen: owed, lost: 0 });
  // It contains a password there.
  expect(said.join('\n')).not.toContain('mongodb://');
});
