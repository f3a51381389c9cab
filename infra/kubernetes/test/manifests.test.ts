import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { readCompose, root } from '../../test/compose-file.ts';
import { readDockerfile } from '../../test/dockerfile.ts';
import { kubernetes, type Manifest, parseManifests, readKustomization, readSettings } from './manifests.ts';
import { type Container, containersOf, type Pods, podsOf, settingsOf } from './pods.ts';
import { problemsOf } from './schemas.ts';

const run = promisify(execFile);
const infra = path.join(root, 'infra');
const build = readKustomization(path.join(kubernetes, 'load'));
const { manifests, generated } = build;
const pods = podsOf(manifests);
const containers = pods.flatMap((one) => containersOf(one).map((container) => ({ pods: one, container })));
const named = (kind: string, name: string): Manifest => {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}`);
  return found;
};
const containerNamed = (name: string): Container =>
  containers.find(({ container }) => container.name === name)?.container as Container;
const compose = readCompose().services;

test('every manifest is valid by the schemas of Kubernetes’ API, and has no unknown field', async () => {
  expect(await problemsOf(manifests)).toEqual([]);
  const wrong = [
    { ...named('Deployment', 'mean'), spec: { ...named('Deployment', 'mean').spec, replicas: '2' } },
    { ...named('Job', 'load'), spec: { ...named('Job', 'load').spec, completionsMode: 'Indexed' } },
    { ...named('Service', 'mean'), apiVersion: 'v2' },
  ];
  const problems = (await problemsOf(wrong)).join('\n');
  expect(problems).toContain('base/mean.yaml: Deployment mean: data/spec/replicas must be integer');
  expect(problems).toMatch(/load\/job.yaml: Job load: .*completionsMode.* does not exist/);
  expect(problems).toContain('the API has no Service in v2');
});

test('there are MongoDB, two of each app, the balancer and a Job, and no object twice', () => {
  const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining(['StatefulSet mongo', 'Deployment balancer', 'Service balancer', 'Job load']),
  );
  for (const name of ['mean', 'meteor']) expect(named('Deployment', name).spec.replicas).toBe(2);
});

test('every file of the folder belongs to a kustomization, and all use the namespace', async () => {
  for (const folder of ['base', 'load']) {
    for (const name of await readdir(path.join(kubernetes, folder))) {
      if (name.endsWith('.yaml')) expect(build.files).toContain(path.join(kubernetes, folder, name));
    }
    const text = readFileSync(path.join(kubernetes, folder, 'kustomization.yaml'), 'utf8');
    expect(text).toContain(`\nnamespace: ${named('Namespace', 'meteor-vs-mean').metadata.name}\n`);
  }
});

test('ConfigMaps and Secrets have every key that is used', () => {
  const keysOf = (kind: string, name: string) => {
    const found = generated.find((one) => one.kind === kind && one.name === name);
    if (!found) throw new Error(`There is no ${kind} ${name}`);
    return [...found.keys.keys()];
  };
  for (const { spec } of pods) {
    for (const { secret, configMap } of spec.volumes ?? []) {
      if (configMap) expect(keysOf('ConfigMap', configMap.name)).not.toEqual([]);
      if (!secret) continue;
      expect(keysOf('Secret', secret.secretName)).toEqual(
        expect.arrayContaining((secret.items ?? []).map(({ key }) => key)),
      );
    }
  }
  for (const { env = [], envFrom = [] } of containers.map(({ container }) => container)) {
    for (const { configMapRef } of envFrom) expect(keysOf('ConfigMap', configMapRef.name)).not.toEqual([]);
    for (const { valueFrom } of env) {
      const key = valueFrom?.secretKeyRef;
      if (key) expect(keysOf('Secret', key.name)).toContain(key.key);
    }
  }
});

test('make-keys.sh creates passwords, and git ignores them', async () => {
  const folder = await temporary();
  await run('sh', [path.join(infra, 'mongo/make-keys.sh'), folder]);
  const files = generated.filter(({ kind }) => kind === 'Secret').flatMap(({ keys }) => [...keys.values()]);
  expect(files.map((file) => path.basename(file)).toSorted()).toEqual((await readdir(folder)).toSorted());
  const { stdout } = await run('git', ['check-ignore', '--no-index', ...files], { cwd: root });
  expect(stdout.trim().split('\n')).toHaveLength(files.length);
});

test('generated files match the repository', () => {
  const maps = generated.filter(({ kind }) => kind === 'ConfigMap');
  expect(maps.map(({ name }) => name).toSorted()).toEqual(['balancer', 'load']);
  for (const { keys } of maps) for (const file of keys.values()) expect(existsSync(file), file).toBe(true);
});

test.for(containers.map(({ pods, container }) => [`${pods.name}/${container.name}`, container] as const))(
  '%s is pinned, limited, and has no more rights than it needs',
  ([, container]) => {
    expect(container.image).toMatch(/:\d+\.\d+\.\d+/);
    expect(container.resources).toEqual({
      requests: { cpu: expect.any(String), memory: expect.any(String) },
      limits: { cpu: expect.any(String), memory: expect.any(String) },
    });
    // With the pods' settings below, this is the profile that the namespace requires.
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  },
);

test.for(pods.map((one) => [one.name, one] as const))('the pods of %s run as a user, alone', ([, one]) => {
  expect(one.spec.securityContext).toMatchObject({
    runAsNonRoot: true,
    // The kubelet needs a number: a user name, as in our Dockerfiles, doesn't prove that it isn't root.
    runAsUser: expect.any(Number),
    seccompProfile: { type: 'RuntimeDefault' },
  });
  expect(one.spec.securityContext?.runAsUser).toBeGreaterThan(0);
  expect(one.spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
  const volumes = [...(one.spec.volumes ?? []).map(({ name }) => name), ...claimsOf(one)];
  for (const { volumeMounts = [] } of containersOf(one)) {
    for (const { name } of volumeMounts) expect(volumes).toContain(name);
  }
});

function claimsOf({ name }: Pods): string[] {
  const { spec } =
    manifests.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === name) ?? {};
  return (spec?.volumeClaimTemplates ?? []).map((claim: Manifest) => claim.metadata.name);
}

test('images are those of compose.yaml, and each of ours has its Dockerfile', () => {
  const others = [compose.mongo?.image, compose.balancer?.image];
  for (const { container } of containers) {
    const [, own] = /^meteor-vs-mean\/(\w+):0\.1\.0$/.exec(container.image) ?? [];
    if (own === undefined) expect(others).toContain(container.image);
    else expect(existsSync(path.join(infra, 'images', `${own}.Dockerfile`)), own).toBe(true);
  }
});

test("Services use their pods' ports, and probes their own pod's", () => {
  for (const { metadata, spec } of manifests.filter(({ kind }) => kind === 'Service')) {
    const behind = pods.find(({ labels }) => labels.app === spec.selector.app) as Pods;
    const ports = containersOf(behind).flatMap(({ ports = [] }) => ports.map((one) => one.containerPort));
    for (const { port } of spec.ports) expect(ports, metadata.name).toContain(port);
  }
  for (const { container } of containers) {
    const { startupProbe, readinessProbe, livenessProbe, ports = [] } = container;
    for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
      const port = probe?.httpGet?.port ?? probe?.tcpSocket?.port;
      if (port !== undefined) expect(ports.map(({ name }) => name)).toContain(port);
    }
  }
});

test.for(['mean', 'meteor'])('%s is set as in compose.yaml, and its probes exist', (name) => {
  const container = containerNamed(name);
  const { environment = {}, healthcheck } = compose[name] ?? {};
  const here = Object.entries(environment).map(([key, value]) => [
    key,
    value.replace('@mongo:27017', '@mongo-0.mongo:27017'),
  ]);
  expect(settingsOf(container)).toEqual(Object.fromEntries(here));
  const asked = new URL(healthcheck?.test.at(-1) as string);
  expect(container.readinessProbe?.httpGet?.path).toBe(asked.pathname);
  expect(String(container.ports?.[0]?.containerPort)).toBe(asked.port);
  const exposed = readDockerfile(`${name}.Dockerfile`)
    .at(-1)
    ?.steps.find(({ keyword }) => keyword === 'EXPOSE');
  expect(exposed?.text).toBe(asked.port);
  if (name === 'mean') {
    const http = readFileSync(path.join(root, 'apps/mean/server/src/http.ts'), 'utf8');
    expect(http).toContain(`app.get('${container.livenessProbe?.httpGet?.path}'`);
  }
});

test('MongoDB is the one of compose.yaml, with the address that its replica set uses', () => {
  const { command = [] } = compose.mongo ?? {};
  expect(containerNamed('mongod').command).toEqual(
    command.map((one) => one.replace('/data/configdb/keyfile', '/keys/keyfile')),
  );
  const { spec, metadata } = named('StatefulSet', 'mongo');
  expect(named('Service', spec.serviceName).spec).toMatchObject({
    clusterIP: 'None',
    publishNotReadyAddresses: true,
  });
  expect(settingsOf(containerNamed('replica-set'))).toEqual({
    ...compose['replica-set']?.environment,
    MONGO_MEMBER: `${metadata.name}-0.${spec.serviceName}:27017`,
  });
});

test('the balancer finds the pods of both apps by name, each pod by its own address', () => {
  const { name: namespace } = named('Namespace', 'meteor-vs-mean').metadata;
  const settings = settingsOf(containerNamed('haproxy'));
  for (const name of ['meteor', 'mean']) {
    const { clusterIP, ports } = named('Service', name).spec;
    expect(clusterIP).toBe('None');
    expect(settings[name.toUpperCase()]).toBe(`${name}.${namespace}.svc.cluster.local:${ports[0].port}`);
  }
  const { pathname, port } = new URL(compose.balancer?.healthcheck?.test.at(-1) as string);
  const { readinessProbe, ports = [] } = containerNamed('haproxy');
  expect(readinessProbe?.httpGet).toEqual({ path: pathname, port: 'status' });
  expect(ports.find(({ name }) => name === 'status')?.containerPort).toBe(Number(port));
});

test('the Job has one pod for each machine of the run, and an app behind the balancer as its target', () => {
  const { spec } = named('Job', 'load');
  const settings = readSettings(path.join(kubernetes, 'load/load.env'));
  expect(spec).toMatchObject({ completionMode: 'Indexed', completions: 4, parallelism: 4, backoffLimit: 0 });
  expect(spec.template.spec.restartPolicy).toBe('Never');
  expect(containerNamed('generator').args?.join(' ')).toContain(`"machines": ${spec.completions} }`);
  const { hostname, port } = new URL(settings.get('TARGET') as string);
  const { ports } = named('Service', hostname).spec;
  expect(ports).toContainEqual({ name: settings.get('STACK'), port: Number(port) });
  expect(settingsOf(containerNamed('generator')).RENDEZVOUS_URL).toContain(
    '@mongo-0.mongo:27017/rendezvous?',
  );
});

/** Installed builders, and their arguments for a folder. */
const builders = [
  ['kustomize', 'build'],
  ['kubectl', 'kustomize'],
] as const;

test.for(builders)('%s builds both kustomizations', async ([command, verb], { skip }) => {
  const isHere = await run(command, ['version', ...(command === 'kubectl' ? ['--client'] : [])]).catch(
    () => undefined,
  );
  if (!isHere) {
    console.log(`Skipped where ${command} isn’t`);
    skip();
  }
  for (const folder of ['base', 'load']) {
    const { stdout } = await run(command, [verb, path.join(copy, 'kubernetes', folder)]);
    const built = parseManifests(stdout, folder);
    // kustomize wraps base64. Kubernetes accepts that; the schemas' `byte` doesn't.
    const unfolded = built.map((one) => ({ ...one, ...(one.kind === 'Secret' ? { data: {} } : {}) }));
    expect(await problemsOf(unfolded)).toEqual([]);
    expect(built.filter(({ metadata }) => !('namespace' in metadata)).map(({ kind }) => kind)).toEqual([
      'Namespace',
    ]);
    // If a name got a suffix, references to it have it as well.
    const made = built.filter(({ kind }) => kind === 'Secret' || kind === 'ConfigMap');
    const text = JSON.stringify(built.filter((one) => !made.includes(one)));
    for (const { metadata } of made) {
      expect(metadata.name).toMatch(/-\w{10}$/);
      expect(text).toContain(`"${metadata.name}"`);
    }
    expect(made).toHaveLength(folder === 'base' ? 2 : 3);
  }
});

/** A copy with passwords, because this checkout has none. */
let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'kubernetes-test-'));
  for (const name of ['kubernetes', 'balancer']) {
    const isNeeded = (file: string) => !/\/(keys|test)$/.test(file);
    await cp(path.join(infra, name), path.join(copy, name), { recursive: true, filter: isNeeded });
  }
  const keys = path.join(copy, 'kubernetes/base/keys');
  await mkdir(keys);
  await run('sh', [path.join(infra, 'mongo/make-keys.sh'), keys]);
  return () => rm(copy, { recursive: true });
});

async function temporary(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kubernetes-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
