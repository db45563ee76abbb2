import { Counter, Gauge, Registry } from 'prom-client';
import type { TeamMeasures } from '#core/create-core.ts';
import { healthSchema, isHealthy } from '#shared/bridge/health.ts';
import { version } from '#shared/version.ts';
import type { Observation } from './observe.ts';

/** The formats Prometheus reads, the one preferred last. */
export const metricsFormats = {
  prometheus: Registry.PROMETHEUS_CONTENT_TYPE,
  openMetrics: Registry.OPENMETRICS_CONTENT_TYPE,
} as const;
export type MetricsFormat = keyof typeof metricsFormats;

type Sample = readonly [value: number, labels?: Readonly<Record<string, string>>];

const ofFolder = ['folder', 'profile'] as const;

const fileCounts = [
  ['seen', 'Files seen in the watch folder.'],
  ['searchable', 'Files of the watch folder whose documents can be searched.'],
  ['in_progress', 'Files of the watch folder that are waited for or under way.'],
  ['waiting', 'Files in progress that were found and are not taken yet.'],
  ['ignored', 'Files of the watch folder that are left out.'],
  ['attention', 'Files of the watch folder that need a person.'],
] as const;

/**
 * An observation as metrics. Labels are ids and codes: never paths, names of files or keys. Everything is
 * made anew for each answer, so nothing is told of a folder that is gone.
 */
export async function metricsText(
  { status, folders, measures, at }: Observation,
  format: MetricsFormat,
): Promise<string> {
  const registry = new Registry();
  // Its types know one of the two.
  registry.setContentType(metricsFormats[format] as typeof Registry.PROMETHEUS_CONTENT_TYPE);
  const add = (
    Metric: typeof Gauge | typeof Counter,
    name: string,
    help: string,
    labelNames: readonly string[],
    samples: readonly Sample[],
  ): void => {
    const metric = new Metric({
      name: `sluice_${name}`,
      help,
      labelNames: [...labelNames],
      registers: [registry],
    });
    for (const [value, labels = {}] of samples) metric.inc(labels, value);
  };
  const gauge = (name: string, help: string, labels: readonly string[], samples: readonly Sample[]) =>
    add(Gauge, name, help, labels, samples);
  const counter = (name: string, help: string, labels: readonly string[], samples: readonly Sample[]) =>
    add(Counter, name, help, labels, samples);
  const { health, paused, counts } = status;
  const isTrue = (value: boolean) => [[value ? 1 : 0]] as const;

  gauge(
    'build_info',
    'Versions of Sluice and of the Node it runs on.',
    ['version', 'node'],
    [[1, { version, node: process.versions.node }]],
  );
  gauge('up', 'The agent answers.', [], isTrue(true));
  gauge('ready', 'The configuration is loaded, the ledger open and watching started.', [], isTrue(true));
  gauge('healthy', 'The agent does its work; /healthy says what is not well.', [], isTrue(isHealthy(health)));
  gauge('paused', 'A person paused uploading.', [], isTrue(paused));
  gauge(
    'state',
    'What hinders most; 1 for the state that is.',
    ['state'],
    healthSchema.shape.state.options.map((state) => [state === health.state ? 1 : 0, { state }]),
  );
  gauge(
    'finding',
    'One thing that is not as it should be.',
    ['about', 'level', 'code', 'folder', 'profile'],
    health.findings.map(({ about, level, code, said, folderId, profileId }) => [
      1,
      { about, level, code: code ?? said.code, folder: folderId ?? '', profile: profileId ?? '' },
    ]),
  );
  gauge(
    'attention',
    'Files and uploads that need a person.',
    ['code', 'place', 'folder'],
    health.attention.groups.map(({ code, count, place, folderId }) => [
      count,
      { code, place, folder: folderId ?? '' },
    ]),
  );
  gauge('waiting_files', 'Files held back until they are quiet and complete.', [], [[health.waiting]]);
  gauge(
    'uploads',
    'Uploads of the queue and the history by state.',
    ['state'],
    Object.entries(counts).map(([state, count]) => [count, { state }]),
  );
  for (const [name, help] of fileCounts)
    gauge(
      `folder_${name}_files`,
      help,
      ofFolder,
      folders.map(({ folder, coverage }) => [
        coverage[name === 'in_progress' ? 'inProgress' : name],
        { folder: folder.id, profile: folder.profileId },
      ]),
    );
  gauge(
    'folder_last_sight_age_seconds',
    'Seconds since the watch folder was last looked through completely.',
    ofFolder,
    folders.flatMap(({ folder, health: { lastReconcileAt } }) =>
      lastReconcileAt === null
        ? []
        : [[Math.max(0, at - lastReconcileAt) / 1000, { folder: folder.id, profile: folder.profileId }]],
    ),
  );
  counter(
    'uploaded_bytes_total',
    'Bytes sent to the storage of the service; what was sent twice counts twice.',
    ['profile'],
    measures.profiles.map(({ id, bytesSent }) => [bytesSent, { profile: id }]),
  );
  gauge(
    'requests_used',
    'Requests to the service in its sliding minute.',
    ['profile'],
    measures.profiles.map(({ id, requests }) => [requests.used, { profile: id }]),
  );
  gauge(
    'requests_left',
    'Requests that may still go to the service in its sliding minute.',
    ['profile'],
    measures.profiles.map(({ id, requests }) => [
      Math.max(0, requests.limit - requests.used),
      { profile: id },
    ]),
  );
  counter(
    'outage_seconds_total',
    'Seconds for which work waited for the service, by the code of why.',
    ['profile', 'code'],
    measures.profiles.flatMap(({ id, outages }) =>
      Object.entries(outages).map(([code, ms]): Sample => [ms / 1000, { profile: id, code }]),
    ),
  );
  gauge(
    'last_success_timestamp_seconds',
    'When the service last answered, in seconds since 1970.',
    ['profile'],
    Object.entries(health.services).flatMap(([profile, { lastSuccessAt }]) =>
      lastSuccessAt === null ? [] : [[lastSuccessAt / 1000, { profile }]],
    ),
  );
  gauge(
    'team_reachable',
    "The team's database answers, and takes what this machine says.",
    ['profile'],
    Object.entries(health.teams).map(([profile, { state }]) => [state === 'reachable' ? 1 : 0, { profile }]),
  );
  gauge(
    'team_unreachable_since_timestamp_seconds',
    "Since when the team's database does not answer, in seconds since 1970.",
    ['profile'],
    Object.entries(health.teams).flatMap(([profile, { since }]) =>
      since === null ? [] : [[since / 1000, { profile }]],
    ),
  );
  const ofTeams = (samples: (team: TeamMeasures) => readonly Sample[]) =>
    measures.teams.flatMap((team) =>
      samples(team).map(([value, labels]): Sample => [value, { ...labels, profile: team.id }]),
    );
  gauge(
    'team_machines',
    'Machines of the team: those that reach it, and all others that ever joined.',
    ['profile', 'state'],
    ofTeams(({ machines: { there, gone } }) => [
      [there, { state: 'there' }],
      [gone, { state: 'gone' }],
    ]),
  );
  gauge(
    'team_silent_machines',
    'Machines of the team that are gone and had uploads to send.',
    ['profile'],
    ofTeams(({ silent }) => [[silent]]),
  );
  gauge(
    'team_stranded_files',
    'Files that only machines have which are gone.',
    ['profile'],
    ofTeams(({ stranded }) => (stranded ? [[stranded.files]] : [])),
  );
  gauge(
    'team_stranded_bytes',
    'Bytes of the files that only machines have which are gone.',
    ['profile'],
    ofTeams(({ stranded }) => (stranded ? [[stranded.bytes]] : [])),
  );
  gauge('ledger_bytes', 'Size of the ledger on the disk.', [], [[measures.ledgerBytes]]);
  return registry.metrics();
}
