import { stringify } from 'yaml';
import { type Configuration, configuredProfileSchema } from '#shared/configuration/configuration.ts';
import { networkSettingsSchema } from '#shared/settings/network-settings.ts';
import { isDeepStrictEqual } from 'node:util';

/**
 * A configuration as the text of a file. Of a profile, what has its default is left out.
 *
 * @param head lines before it, as comments
 */
export function writeConfiguration(configuration: Configuration, head: readonly string[] = []): string {
  const { profiles, folders, bandwidthSchedule, network, preferences, ...rest } = configuration;
  const short = {
    ...rest,
    ...(profiles && {
      profiles: profiles.map((one) => inOrder(one, ['name', 'baseUrl'], usualProfile)),
    }),
    ...(folders && {
      folders: folders.map((one) => inOrder(one, ['path', 'profile'], { paused: false })),
    }),
    ...(bandwidthSchedule && { bandwidthSchedule }),
    ...(network && isChosen(network) && { network }),
    ...(preferences && { preferences }),
  };
  const text = stringify(short, { version: '1.2', lineWidth: 0 });
  return `${head.map((line) => `# ${line}\n`).join('')}${text}`;
}

/** Whether something about the network is otherwise than it usually is. */
function isChosen(network: object): boolean {
  return !isDeepStrictEqual(network, networkSettingsSchema.parse({}));
}

const usualProfile = Object.fromEntries(
  Object.entries(configuredProfileSchema.shape).map(([name, field]) => [
    name,
    field.safeParse(undefined).data as unknown,
  ]),
);

/** The fields that have a value, and not the usual one; the first ones first. */
function inOrder(value: object, first: readonly string[], usual: Readonly<Record<string, unknown>>): object {
  const entries = Object.entries(value).filter(
    ([name, one]) => one !== undefined && !isDeepStrictEqual(one, usual[name]),
  );
  return Object.fromEntries(entries.toSorted(([one], [other]) => rank(one) - rank(other)));

  function rank(name: string): number {
    const at = first.indexOf(name);
    return at < 0 ? first.length : at;
  }
}
