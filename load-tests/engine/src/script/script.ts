import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { RunError } from '../failures/error.ts';
import type { ScenarioSpec, Script } from './artillery.ts';
import { needsOf } from './needs.ts';

const engine = 'pubsub';

/** Artillery's keys in a scenario, and in `before` and `after`. */
const scenarioWords = ['name', 'engine', 'flow', 'weight', 'beforeScenario', 'afterScenario'];

/** Artillery's keys in `config`. A plugin also has its name there. */
const configWords = [
  ...['target', 'phases', 'environments', 'variables', 'engines', 'plugins', 'processor', 'payload', 'tls'],
  ...['bundling', 'includeFiles', 'engine', 'mode', 'statsInterval', 'defaults'],
];

/** Keys in `config` for Artillery's other engines. */
const engineWords: Record<string, string> = { http: 'http', timeout: 'http', ws: 'ws', socketio: 'socketio' };

/** Artillery's plugins with options in `config`. They run only if `plugins` names them. */
const pluginWords = ['ensure', 'apdex'];

const phaseWords = [
  ...['name', 'duration', 'arrivalCount', 'arrivalRate', 'rampTo', 'maxVusers', 'pause', 'mode'],
  // Artillery adds these.
  ...['index', 'id', 'startTime', 'endTime', 'worker', 'totalWorkers'],
];

/** The name of the script's file for messages; empty if Artillery doesn't have it. */
export function fileOf({ _scriptPath: file }: Script): string {
  return typeof file === 'string' ? `${relative(process.cwd(), file) || file}: ` : '';
}

/** The place of a scenario's flow, for messages. */
export function flowOf(spec: ScenarioSpec, { before, after, scenarios = [] }: Script): string {
  if (spec === before) return 'before.flow';
  if (spec === after) return 'after.flow';
  return scenarios.length > 1 ? `scenarios[${scenarios.indexOf(spec)}].flow` : 'flow';
}

/**
 * Refuses keys that neither Artillery nor this engine uses.
 * @throws RunError that names the key and where it belongs
 */
export function assertScript(spec: ScenarioSpec, script: Script): void {
  const { config, scenarios = [] } = script;
  for (const name of Object.keys(script)) {
    if ([...configWords, 'ensure', ...Object.keys(engineWords)].includes(name) && name !== 'engine') {
      throw new RunError('config', `${name} belongs in config: config.${name}`);
    }
  }
  const place = flowOf(spec, script).replace(/\.?flow$/, '') || 'scenarios[0]';
  const stray = Object.keys(spec).find((name) => !scenarioWords.includes(name) && !isPlugins(spec[name]));
  if (stray !== undefined) {
    throw new RunError(
      'config',
      `${place}.${stray} is not known; known are ${scenarioWords.join(', ')}; ${belongs}, or in a connect step`,
    );
  }
  const used = new Set(scenarios.map((one) => one.engine ?? config.engine ?? 'http'));
  const plugins = Object.keys((config.plugins as object | undefined) ?? {});
  // Artillery's engine for HTTP adds empty objects.
  const given = Object.keys(config).filter((name) => !isEmpty(config[name]));
  for (const name of given) assertConfigWord(name, used, plugins);
  for (const [i, phase] of (config.phases ?? []).entries()) {
    const unknown = Object.keys(phase).find((name) => !phaseWords.includes(name));
    if (unknown === undefined) continue;
    const known = phaseWords.slice(0, 8).join(', ');
    throw new RunError('config', `config.phases[${i}].${unknown} is not known; known are ${known}`);
  }
}

/** Whether a value is an object without any value but empty objects. */
function isEmpty(value: unknown): boolean {
  return value?.constructor === Object && Object.values(value).every(isEmpty);
}

/** Artillery's plugins add hooks for HTTP to every scenario. */
function isPlugins(hooks: unknown): boolean {
  const names = [hooks].flat();
  return names.every((name) => /^(metricsByEndpoint_|expectationsPlugin|apdex)/.test(String(name)));
}

const belongs = `options of this engine belong in config.engines.${engine}`;

function assertConfigWord(name: string, engines: Set<unknown>, plugins: string[]): void {
  if (configWords.includes(name) || plugins.includes(name)) return;
  if (pluginWords.includes(name)) {
    throw new RunError('config', `config.${name} needs its plugin: plugins: { ${name}: {} } in config`);
  }
  const owner = engineWords[name];
  if (owner !== undefined && engines.has(owner)) return;
  if (owner !== undefined) {
    throw new RunError(
      'config',
      `config.${name} is for the engine ${owner}, which no scenario uses; ${belongs}`,
    );
  }
  throw new RunError(
    'config',
    `config.${name} is not known; known are ${configWords.join(', ')}; ${belongs}`,
  );
}

/**
 * @returns the scenarios that can run: the one that `--scenario-name` selects, or all with a weight
 * @throws RunError for several scenarios if one has a publish step: Artillery draws them at random, so the number of
 * subscribers would be random
 */
export function runnable({ scenarios = [] }: Script, chosen = chosenScenario()): ScenarioSpec[] {
  const isChosen = ({ name = '' }: ScenarioSpec) => name === chosen || new RegExp(chosen ?? '').test(name);
  const found = scenarios.filter((one) => (chosen === undefined ? one.weight !== 0 : isChosen(one)));
  if (found.length < 2 || !found.some((one) => one.engine === engine && needsOf(one).publish)) return found;
  throw new RunError(
    'config',
    `there are ${found.length} scenarios, one of them with a publish step: keep that one, or pick it with --scenario-name, ` +
      'since all subscribers of a run follow one flow',
  );
}

/** Read from the arguments, because Artillery doesn't pass `--scenario-name` to engines or its arguments to threads. */
function chosenScenario(): string | undefined {
  const args = commandLine();
  const at = args.findIndex((arg) => /^--scenario-name(=|$)/.test(arg));
  return args[at]?.split('=')[1] ?? (at < 0 ? undefined : args[at + 1]);
}

function commandLine(): string[] {
  try {
    if (process.platform === 'linux') return readFileSync('/proc/self/cmdline', 'utf8').split('\0');
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(process.pid)], { encoding: 'utf8' }).split(
      ' ',
    );
  } catch {
    return [];
  }
}
