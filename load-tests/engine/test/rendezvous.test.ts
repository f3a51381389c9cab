import { spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeSchedule } from '../src/account/schedule.ts';
import { Rendezvous, type ScheduleFile } from '../src/folder/rendezvous.ts';
import { temporaryFolder } from './folder.ts';

function scheduleOf(tag: string): ScheduleFile {
  const schedule = makeSchedule({
    seed: 1,
    rate_per_s: 5,
    duration_ms: 1000,
    writers: 1,
    arrivals: 'constant',
  });
  return {
    ...schedule,
    tag,
    groups: 1,
    drain_ms: 0,
    ack: true,
    expect: [],
    writer: 'app',
    transport: 'ddp',
    target: 'http://127.0.0.1:1',
  };
}

/** Numbers of processes of its own, under this machine's name. */
const container = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--mount-proc'];
const canUnshare = spawnSync('unshare', [...container.slice(1), 'true']).status === 0;

/** Where this process is, as it says so itself. */
function place(): string {
  const { dir } = new Rendezvous(temporaryFolder());
  return readFileSync(join(dir, `process-${process.pid}-0`), 'utf8').split(' ')[0] as string;
}

describe('a rendezvous', () => {
  test('elects the first thread that proposes a schedule, and gives all threads the same one', () => {
    const dir = temporaryFolder();
    const first = new Rendezvous(dir).propose(scheduleOf('one'));
    const second = new Rendezvous(dir).propose(scheduleOf('two'));
    expect([first.elected, first.schedule.tag]).toEqual([true, 'one']);
    expect([second.elected, second.schedule.tag]).toEqual([false, 'one']);
  });

  test('counts ready subscribers in all threads and processes', () => {
    const dir = temporaryFolder();
    const [one, two] = [new Rendezvous(dir), new Rendezvous(dir)];
    expect(one.readyCount()).toBe(0);
    one.addReady();
    two.addReady();
    two.addReady();
    expect([one.readyCount(), two.readyCount()]).toEqual([3, 3]);
  });

  test('numbers virtual users without a gap in all threads and processes', () => {
    const dir = temporaryFolder();
    const here = new Rendezvous(dir);
    // Another process's entries.
    const elsewhere = () => appendFileSync(join(dir, 'numbers'), `${'1-0'.padEnd(15)}\n`);
    elsewhere();
    const first = here.takeNumber();
    elsewhere();
    elsewhere();
    expect([first, here.takeNumber(), here.takeNumber()]).toEqual([1, 4, 5]);
  });

  test('keeps the first start and the first reason of a void run', () => {
    const dir = temporaryFolder();
    const [one, two] = [new Rendezvous(dir), new Rendezvous(dir)];
    one.start({ t0_ns: '1', subscribers: 2 });
    two.start({ t0_ns: '9', subscribers: 2 });
    expect(two.started()).toEqual({ t0_ns: '1', subscribers: 2 });
    const failure = { code: 'a', reason: 'because', by: 'app' as const };
    expect(one.declareVoid(failure)).toEqual({ failure, first: true });
    expect(two.declareVoid({ ...failure, reason: 'also' })).toEqual({ failure, first: false });
    expect(() => new Rendezvous(dir)).toThrow('because');
    const own = `process-${process.pid}-0`;
    expect(readdirSync(dir).sort()).toEqual([own, 'start.json', 'void.json']);
  });

  test('calls back when another process changes a file', async () => {
    const dir = temporaryFolder();
    const meeting = new Rendezvous(dir);
    await new Promise<void>((resolve) => {
      const stop = meeting.watch(() => {
        if (!meeting.released()) return;
        stop();
        resolve();
      });
      writeFileSync(join(dir, 'release'), '');
    });
  });

  test('does not mix with a run that is over', () => {
    const dir = temporaryFolder();
    const late = new Rendezvous(dir);
    writeFileSync(join(late.dir, 'writers.json'), '{}');
    expect(() => new Rendezvous(dir)).toThrow(/holds an earlier run: name an empty folder/);
  });

  test.each(['ready', 'schedule.json', 'receiver-1-1.json', 'void.json'])(
    'does not mix with a run of which only %s is left: its processes are gone',
    (name) => {
      const dir = temporaryFolder();
      const { pid } = spawnSync(process.execPath, ['-e', '']);
      writeFileSync(join(dir, `process-${pid}-1`), `${place()} t1`);
      writeFileSync(join(dir, name), '{}');
      expect(() => new Rendezvous(dir)).toThrow(/holds an earlier run: name an empty folder/);
    },
  );

  test('distinguishes an earlier process with the same number, as in a container', () => {
    const dir = temporaryFolder();
    writeFileSync(join(dir, `process-${process.pid}-0`), `${place()} another`);
    expect(() => new Rendezvous(dir)).toThrow(/holds an earlier run/);
  });

  test('joins running processes, and ignores files of others', () => {
    const dir = temporaryFolder();
    writeFileSync(join(dir, 'notes.txt'), '');
    new Rendezvous(dir).addReady();
    expect(new Rendezvous(dir).readyCount()).toBe(1);
  });

  test.skipIf(!canUnshare)(
    'lets in a process of a container that has this host’s name and sees none of its processes',
    () => {
      const dir = temporaryFolder();
      new Rendezvous(dir).addReady();
      const script = `import { Rendezvous } from '${join(import.meta.dirname, '../src/folder/rendezvous.ts')}';
      console.log(new Rendezvous('${dir}').readyCount());`;
      const [command = '', ...args] = [...container, process.execPath, '--input-type=module', '-e', script];
      const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
      expect([stdout, stderr]).toEqual(['1\n', '']);
    },
  );
});
