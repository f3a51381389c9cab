import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

/** infra/kubernetes. */
export const kubernetes = path.resolve(import.meta.dirname, '..');

/** An object for Kubernetes' API, and the file that holds it. What the API asks of it, its schemas say. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: the schemas are held against it
  spec?: any;
  file: string;
}

/** A ConfigMap or a Secret that kustomize makes of files. */
export interface Generated {
  kind: 'ConfigMap' | 'Secret';
  name: string;
  /** Of each key: the file that it is made of. */
  keys: Map<string, string>;
}

interface Generator {
  name: string;
  files?: string[];
  envs?: string[];
}

/** What these kustomizations use; another field isn't understood here. */
interface Kustomization {
  apiVersion: string;
  kind: string;
  namespace?: string;
  labels?: unknown;
  resources?: string[];
  configMapGenerator?: Generator[];
  secretGenerator?: Generator[];
}

export interface Build {
  manifests: Manifest[];
  generated: Generated[];
  /** Those of the kustomizations themselves, and those that they name. */
  files: string[];
}

const known = [
  'apiVersion',
  'kind',
  'namespace',
  'labels',
  // Where a registry is named.
  'images',
  'resources',
  'configMapGenerator',
  'secretGenerator',
];

/**
 * What a kustomization is made of, without kustomize: nothing is put together or renamed.
 * @throws if it has a field that isn't understood here, or names a file that isn't there; of a Secret's it may be missing
 */
export function readKustomization(folder: string): Build {
  const file = path.join(folder, 'kustomization.yaml');
  const kustomization: Kustomization = parse(readFileSync(file, 'utf8'));
  const strange = Object.keys(kustomization).filter((name) => !known.includes(name));
  if (strange.length > 0) throw new Error(`${file}: ${strange} is not understood by this test`);
  const { resources = [], configMapGenerator = [], secretGenerator = [] } = kustomization;
  const build: Build = { manifests: [], generated: [], files: [file] };
  for (const resource of resources) {
    const place = path.join(folder, resource);
    if (statSync(place).isDirectory()) {
      const { manifests, generated, files } = readKustomization(place);
      build.manifests.push(...manifests);
      build.generated.push(...generated);
      build.files.push(...files);
    } else {
      build.manifests.push(...readManifests(place));
      build.files.push(place);
    }
  }
  const make = (kind: Generated['kind'], { name, files = [], envs = [] }: Generator): Generated => {
    const keys = new Map(files.map((one) => [path.basename(one), path.join(folder, one)]));
    for (const env of envs) {
      for (const key of readSettings(path.join(folder, env)).keys()) keys.set(key, path.join(folder, env));
    }
    return { kind, name, keys };
  };
  build.generated.push(
    ...configMapGenerator.map((one) => make('ConfigMap', one)),
    ...secretGenerator.map((one) => make('Secret', one)),
  );
  return build;
}

/** As kustomize reads a file of NAME=value. */
export function readSettings(file: string): Map<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n');
  const settings = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return new Map(
    settings.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

/** The objects of a text, as Kubernetes reads them: by YAML 1.1, in which 0440 is octal. */
export function parseManifests(text: string, file: string): Manifest[] {
  return parseAllDocuments(text, { version: '1.1' }).map((document) => {
    if (document.errors[0]) throw new Error(`${file}: ${document.errors[0].message}`);
    return { ...document.toJS(), file };
  });
}

function readManifests(file: string): Manifest[] {
  return parseManifests(readFileSync(file, 'utf8'), path.relative(kubernetes, file));
}
