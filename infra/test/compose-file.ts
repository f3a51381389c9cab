import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

export const root = path.resolve(import.meta.dirname, '../..');
const file = path.join(root, 'infra/compose.yaml');

/** The fields of a compose.yaml service that the tests read. */
export interface Service {
  image?: string;
  build?: { context: string; dockerfile: string };
  user?: string;
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  tmpfs?: string[];
  read_only?: boolean;
  network_mode?: string;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  restart?: string;
  cap_drop?: string[];
  security_opt?: string[];
  deploy?: { replicas?: number; resources: { limits: { cpus: string; memory: string } } };
}

export interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}

/** infra/compose.yaml, with its anchors resolved. */
export function readCompose(): Compose {
  return parse(readFileSync(file, 'utf8'), { merge: true });
}

/** A path of compose.yaml, which is relative to its own folder. */
export function fromCompose(name: string): string {
  return path.resolve(path.dirname(file), name);
}
