import {
  againOf,
  type CompareSummary,
  type Contestant,
  hasDeliveries,
  isApp,
  keyWithoutAudience,
  type Machine,
  type MongoFacts,
  type Network,
  type Source,
  type StackFacts,
  type Summary,
} from '@meteor-vs-mean/measure/results';
import { resolutionOf } from '@meteor-vs-mean/stats';
import { appsOf, bareName, settingsOf } from './contestant.ts';
import type { Fact } from './document.ts';
import { count, gigabytes, list, milliseconds, percent } from './numbers.ts';

/** What was measured, and on what. */
export function frame(summary: Summary): Fact[] {
  const { plan, machine, seed } = summary;
  const apps = appsOf(summary);
  const share = percent(resolutionOf(1000), 1);
  return [
    ...(plan.source ? [{ term: 'Published', text: sourceText(plan.source) }] : []),
    ...(apps ? appFacts(apps) : otherFacts(plan.contestants)),
    { term: 'Machine', text: machineText(machine) },
    ...(apps ? [{ term: 'Network', text: networkText(apps.network) }] : []),
    { term: 'Seed', text: String(seed) },
    ...(apps && hasPercentiles(apps)
      ? [
          {
            term: 'Percentiles',
            text: `nearest rank over all that was owed, from HDR histograms: within ${share} of what was measured, or a microsecond below 1 ms`,
          },
        ]
      : []),
  ];
}

function hasPercentiles({ results, capacities, curves }: CompareSummary): boolean {
  return capacities.length + curves.length > 0 || results.some(hasDeliveries);
}

function sourceText({ title, author, year, url, machine }: Source): string {
  return `“${title}”, ${author}, ${year}, ${url}; measured on ${machine}`;
}

function otherFacts(contestants: readonly Contestant[]): Fact[] {
  const isAgain = (key: string) => contestants.some((one) => againOf(one.key) === key);
  return contestants.flatMap((one): Fact[] => {
    if (isApp(one) || isAgain(one.key)) return [];
    const { title, versions, notRun } = one;
    return [
      { term: title, text: notRun === null ? versionTexts(versions).join(', ') : `not run: ${notRun}` },
    ];
  });
}

/** `Node 24.21.0`, `ws 8.20.0`. */
export function versionTexts(versions: Record<string, string>): string[] {
  return Object.entries(versions).map(([name, version]) => `${name} ${version}`);
}

/** The stacks, how each contestant was set up, and MongoDB. */
function appFacts({ stacks, mongo, results }: CompareSummary): Fact[] {
  const ran = Object.entries(stacks).flatMap(([name, facts]): Fact[] =>
    facts.ran
      ? [
          {
            term: facts.title,
            text: [facts.version, ...libraries(name, facts), `Node ${facts.node}`].join(', '),
          },
        ]
      : [],
  );
  // The audience is no setting of the server.
  const same = Map.groupBy(results, ({ key }) => keyWithoutAudience(key));
  const read = [...same.values()].map((those): Fact => {
    const drivers = [...new Set(those.flatMap((one) => one.drivers))];
    const extensions = [...new Set(those.flatMap((one) => one.extensions))].filter((one) => one !== '');
    const [first] = those as [(typeof those)[number]];
    const { serverTransport } = first.variant;
    const server = serverTransport ? `; server transport ${serverTransport}` : '';
    const observed = drivers.length > 0 ? `; driver ${drivers.join(', ')}` : '';
    return {
      term: `${bareName(first, stacks)} as measured`,
      text: `${settingsOf(first)}${server}${observed}; ${list(extensions) || 'no round was run'}`,
    };
  });
  return [...ran, ...read, { term: 'MongoDB', text: mongoText(mongo) }];
}

function libraries(stack: string, { versions, version }: Extract<StackFacts, { ran: true }>): string[] {
  return Object.entries(versions)
    .filter(([name, value]) => name !== 'node' && name !== stack && !version.includes(value))
    .map(([name, value]) => `${name} ${value}`);
}

function mongoText(mongo: MongoFacts): string {
  const journal =
    mongo.journalCommitInterval_ms === null ? '' : `, journal every ${mongo.journalCommitInterval_ms} ms`;
  return `${mongo.version} (${mongo.source}), ${mongo.storageEngine}, writes ${mongo.writeConcern}${journal}`;
}

export function machineText({ cores, cpu, memory_bytes, pinning, writersFirst, kernel }: Machine): string {
  const first = writersFirst ? "; the writers' thread goes before all others" : '';
  return `${count(cores, 'core')} (${cpu}), ${gigabytes(memory_bytes)}, ${kernel}; ${pinning}${first}`;
}

/** `40 ms ± 5 ms each way, by toxiproxy 2.12.0 (a round trip took 81.2 ms)`. */
export function networkText({ by, latency_ms, jitter_ms, loss, measured }: Network): string {
  if (by === null) return 'loopback, nothing in between';
  const jitter = jitter_ms > 0 ? ` ± ${jitter_ms} ms` : '';
  const lost = loss > 0 ? ` and ${percent(loss)} loss` : '';
  const trip = measured
    ? ` (a round trip took ${milliseconds(measured.roundTrip_ms)}, to MongoDB ${milliseconds(measured.mongoAfter_ms)})`
    : '';
  return `${latency_ms} ms${jitter}${lost} each way, by ${by}${trip}`;
}
