import type { Manifest } from './manifests.ts';

export interface Container {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  env?: EnvironmentEntry[];
  envFrom?: { configMapRef: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  securityContext?: unknown;
  resources?: { requests?: unknown; limits?: unknown };
  volumeMounts?: { name: string; mountPath: string }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
}

export interface Probe {
  httpGet?: { path: string; port: string };
  tcpSocket?: { port: string };
}

interface EnvironmentEntry {
  name: string;
  value?: string;
  valueFrom?: {
    fieldRef?: { fieldPath: string };
    secretKeyRef?: { name: string; key: string };
  };
}

interface Volume {
  name: string;
  secret?: { secretName: string; items?: { key: string }[] };
  configMap?: { name: string };
  emptyDir?: unknown;
}

/** The pods of a Deployment, a StatefulSet or a Job. */
export interface Pods {
  name: string;
  labels: Record<string, string>;
  spec: {
    initContainers?: Container[];
    containers: Container[];
    volumes?: Volume[];
    securityContext?: { runAsUser?: number };
    enableServiceLinks?: boolean;
    automountServiceAccountToken?: boolean;
    restartPolicy?: string;
  };
}

export function podsOf(manifests: readonly Manifest[]): Pods[] {
  return manifests
    .filter(({ spec }) => spec?.template !== undefined)
    .map(({ metadata, spec }) => ({
      name: metadata.name,
      labels: spec.template.metadata.labels,
      spec: spec.template.spec,
    }));
}

export function containersOf({ spec }: Pods): Container[] {
  return [...(spec.initContainers ?? []), ...spec.containers];
}

/** The settings in the manifest. */
export function settingsOf({ env = [] }: Container): Record<string, string> {
  return Object.fromEntries(env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])));
}

/** Like the kubelet: $(NAME) of a known name is its value, and $$(NAME) stays $(NAME). */
export function expand(text: string, environment: Readonly<Record<string, string>>): string {
  return text.replace(/\$?\$\((\w+)\)/g, (found, name: string) => {
    if (found.startsWith('$$')) return found.slice(1);
    return environment[name] ?? found;
  });
}
