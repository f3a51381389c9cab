import { readFileSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { configFrom } from '@meteor-vs-mean/mean-server';
import { mean, meteor } from '@meteor-vs-mean/testbed/stacks';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { isSince35, modesSince, reactivityOf } from '../../packages/testbed/src/stacks/meteor-modes.ts';
import { fromCompose, readCompose, root, type Service } from './compose-file.ts';

const compose = readCompose();
const services = Object.entries(compose.services);
/** Services that keep running, and those that exit. */
const lasting = services.filter(([, { restart }]) => restart === 'unless-stopped');
const once = services.filter(([, { restart }]) => restart === 'no');
const service = (name: string): Service => compose.services[name] as Service;

test('it is valid by the schema of the Compose Specification', () => {
  // The schema is from a linter of compose files: no maintained package has the specification's own.
  const folder = path.dirname(createRequire(import.meta.url).resolve('dclint/package.json'));
  const schema = JSON.parse(readFileSync(path.join(folder, 'schemas/compose.schema.json'), 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  // Its draft has a URL that Ajv doesn't know; without one Ajv uses draft 7.
  delete schema.$schema;
  const validate = ajv.compile(schema);
  const file = parse(readFileSync(path.join(root, 'infra/compose.yaml'), 'utf8'), { merge: true });
  expect(validate(file), ajv.errorsText(validate.errors)).toBe(true);
  expect(validate({ services: { mean: { portz: [] } } })).toBe(false);
});

test('MongoDB, both apps, their balancer and the write-up are there, and so is what they wait for', () => {
  expect(lasting.map(([name]) => name)).toEqual(['mongo', 'mean', 'meteor', 'balancer', 'writeup']);
  expect(once.map(([name]) => name)).toEqual(['keys', 'replica-set']);
  for (const [name, { depends_on = {} }] of services) {
    for (const [other, { condition }] of Object.entries(depends_on)) {
      expect(compose.services, `${name} waits for ${other}`).toHaveProperty([other]);
      const ends = service(other).restart === 'no';
      expect(condition).toBe(ends ? 'service_completed_successfully' : 'service_healthy');
    }
  }
});

test.for(services)('%s is pinned, limited, and has no more rights than it needs', ([name, one]) => {
  expect(one.image, 'a version, and not latest').toMatch(/:\d+\.\d+\.\d+/);
  expect(one.deploy?.resources.limits).toEqual({ cpus: expect.any(String), memory: expect.any(String) });
  expect(one).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], read_only: true });
  if (one.restart === 'unless-stopped')
    expect(one.healthcheck?.test[0], `${name} has a health check`).toBe('CMD');
  // Our Dockerfiles set the user of our images.
  if (!one.build) expect(one.user).toMatch(/^[1-9]\d*:/);
});

test('every named file and volume exists', async () => {
  for (const [, { build, volumes = [] }] of services) {
    if (build) {
      expect(fromCompose(build.context)).toBe(root);
      await access(path.join(root, build.dockerfile));
    }
    for (const volume of volumes) {
      const [source = ''] = volume.split(':');
      if (source.startsWith('.')) await access(fromCompose(source));
      else expect(compose.volumes).toHaveProperty([source]);
    }
  }
});

test('published ports are only reachable from this machine, and are those of dev and serve', () => {
  const published = Object.fromEntries(lasting.map(([name, { ports = [] }]) => [name, ports]));
  expect(published).toEqual({
    mongo: [],
    mean: [],
    meteor: [],
    balancer: [meteor, mean].map(({ defaultPort }) => `127.0.0.1:${defaultPort}:${defaultPort}`),
    writeup: ['127.0.0.1:8080:8080'],
  });
});

test('the balancer has the tested configuration, and uses the ports of both apps', () => {
  const { environment = {}, volumes } = service('balancer');
  expect(volumes).toEqual(['./balancer/haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro']);
  const behind = ['meteor', 'mean'].map((name) => [
    name.toUpperCase(),
    `${name}:${service(name).environment?.PORT}`,
  ]);
  expect(environment).toEqual(Object.fromEntries(behind));
  for (const name of ['meteor', 'mean']) expect(service(name).deploy?.replicas).toBe(2);
  const configuration = readFileSync(fromCompose('balancer/haproxy.cfg'), 'utf8');
  // Clients connect to its default ports.
  for (const [name, port] of Object.entries({ METEOR: meteor.defaultPort, MEAN: mean.defaultPort })) {
    expect(configuration).toContain(`:\${${name}_PORT-${port}}"`);
  }
  const { pathname, port } = new URL(service('balancer').healthcheck?.test.at(-1) as string);
  expect(configuration).toContain(`monitor-uri ${pathname}\n`);
  expect(configuration).toContain(`\${STATUS_PORT-${port}}`);
});

test("both apps trust the balancer's X-Forwarded-For", () => {
  expect(readFileSync(fromCompose('balancer/haproxy.cfg'), 'utf8')).toContain('\n  option forwardfor\n');
  for (const name of ['meteor', 'mean']) {
    expect(service(name).environment).toMatchObject({ HTTP_FORWARDED_COUNT: '1' });
    expect(service(name).ports, 'nobody names another address').toBeUndefined();
  }
});

test('MEAN’s own configuration accepts its settings', async () => {
  const { environment = {} } = service('mean');
  const found = await mean.find();
  expect(configFrom(environment)).toMatchObject({
    host: '0.0.0.0',
    port: 3100,
    mode: found.found && found.defaultMode,
    mongoUrl: environment.MONGO_URL,
  });
  const sources = [
    'apps/mean/server/src/config.ts',
    'packages/guards/src/settings.ts',
    'infra/images/with-password.sh',
  ];
  const read = sources.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n');
  // NODE_OPTIONS is Node's own.
  for (const name of Object.keys(environment).filter((name) => name !== 'NODE_OPTIONS')) {
    expect(read).toContain(name);
  }
});

test("Meteor has the benchmark's settings, and observes by its release's default", () => {
  const { environment = {} } = service('meteor');
  const source = readFileSync(path.join(root, 'packages/testbed/src/stacks/meteor-environment.ts'), 'utf8');
  const behindBalancer = ['MONGO_PASSWORD_FILE', 'HTTP_FORWARDED_COUNT'];
  for (const name of Object.keys(environment).filter((one) => !behindBalancer.includes(one))) {
    expect(source, name).toContain(`${name}:`);
  }
  const release = readFileSync(path.join(root, meteor.folder, '.meteor/release'), 'utf8');
  const { defaultMode } = modesSince(isSince35(release));
  const { reactivity } = JSON.parse(environment.METEOR_SETTINGS as string).packages.mongo;
  expect(reactivity).toEqual(reactivityOf(defaultMode));
  expect(environment.MONGO_OPLOG_URL).toContain('/local?');
  expect(environment.MONGO_URL).toContain('w=majority');
});

test('both apps use one database of one replica set, as the apps’ user', () => {
  const urls = ['mean', 'meteor'].map((name) => new URL(service(name).environment?.MONGO_URL as string));
  const { mongo } = compose.services;
  for (const url of urls) {
    expect(url).toMatchObject({
      host: 'mongo:27017',
      pathname: '/app',
      username: 'apps',
      password: 'PASSWORD',
    });
    expect(mongo?.command).toContain(`--replSet=${url.searchParams.get('replicaSet')}`);
  }
  expect(service('replica-set').environment).toMatchObject({ MONGO_MEMBER: 'mongo:27017' });
});

test('health checks request existing paths', () => {
  const asked = (name: string) => service(name).healthcheck?.test.at(-1);
  const http = readFileSync(path.join(root, 'apps/mean/server/src/http.ts'), 'utf8');
  expect(asked('mean')).toBe(`http://127.0.0.1:${mean.defaultPort}/ready`);
  expect(http).toContain("app.get('/ready'");
  const ready = readFileSync(path.join(root, 'packages/testbed/src/stacks/meteor-stack.ts'), 'utf8');
  expect(asked('meteor')).toBe(`http://127.0.0.1:${meteor.defaultPort}/sockjs/info`);
  expect(ready).toContain("readyPath: '/sockjs/info'");
  expect(asked('writeup')).toBe('http://127.0.0.1:8080/');
});
