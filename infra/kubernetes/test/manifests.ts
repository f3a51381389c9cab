import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

/** infra/kubernetes. */
export const kubernetes = path.resolve(import.meta.dirname, '..');

/** An object for Kubernetes' API, and its file. The schemas say more about its fields. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: checked against the schemas
  spec?: any;
  file: string;
}

/** A ConfigMap or a Secret that kustomize generates from files. */
export interface Generated {
  kind: 'ConfigMap' | 'Secret';
  name: string;
  /** The source file of each key. */
  keys: Map<string, string>;
}

interface Generator {
  name: string;
  files?: string[];
  envs?: string[];
}

/** The fields that these kustomizations use; others aren't supported here. */
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
  /** The kustomizations' own fields, and those that they name. */
  files: string[];
}

const known = [
  'apiVersion',
  'kind',
  'namespace',
  'labels',
  // For images with a registry.
  'images',
  'resources',
  'configMapGenerator',
  'secretGenerator',
];

/**
 * The contents of a kustomization, without kustomize: nothing is merged or renamed.
 * @throws if it has an unsupported field, or names a missing file; a Secret's file may be missing
 */
export function readKustomization(folder: string): Build {
  const file = path.join(folder, 'kustomization.yaml');
  const kustomization: Kustomization = parse(readFileSync(file, 'utf8'));
  const strange = Object.keys(kustomization).filter((name) => !known.includes(name));
  if (strange.length > 0) throw new Error(`${file}: this test does not support ${strange}`);
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

/** Parses a file of NAME=value like kustomize. */
export function readSettings(file: string): Map<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n');
  const settings = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return new Map(
    settings.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

/** Parses objects like Kubernetes: by YAML 1.1, in which 0440 is octal. */
export function parseManifests(text: string, file: string): Manifest[] {
  return parseAllDocuments(text, { version: '1.1' }).map((document) => {
    if (document.errors[0]) throw new Error(`${file}: ${document.errors[0].message}`);
    return { ...document.toJS(), file };
  });
}

function readManifests(file: string): Manifest[] {
  return parseManifests(readFileSync(file, 'utf8'), path.relative(kubernetes, file));
}
