import { stringify } from 'yaml';
import {
  type Configuration,
  configuredFolderSchema,
  configuredProfileSchema,
} from '#shared/configuration/configuration.ts';
import { networkSettingsSchema } from '#shared/settings/network-settings.ts';
import { isDeepStrictEqual } from 'node:util';

/**
 * A configuration as the text of a file: what has its default is left out, so that a person sees what was
 * chosen.
 *
 * @param head lines before it, as comments
 */
export function writeConfiguration(configuration: Configuration, head: readonly string[] = []): string {
  const { profiles, folders, bandwidthSchedule, network, preferences, ...rest } = configuration;
  const short = {
    ...rest,
    ...(profiles && {
      profiles: profiles.map((one) => chosen(one, configuredProfileSchema, ['name', 'baseUrl'])),
    }),
    ...(folders && {
      folders: folders.map((one) => chosen(one, configuredFolderSchema, ['path', 'profile'])),
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

/** The fields that say something else than what is left out would, the first ones first. */
function chosen(
  value: object,
  schema: typeof configuredProfileSchema | typeof configuredFolderSchema,
  first: readonly string[],
): object {
  const usual = usualOf(schema);
  const entries = Object.entries(value).filter(
    ([name, one]) => one !== undefined && !isDeepStrictEqual(one, usual[name]),
  );
  return Object.fromEntries(entries.toSorted(([one], [other]) => rank(one) - rank(other)));

  function rank(name: string): number {
    const at = first.indexOf(name);
    return at < 0 ? first.length : at;
  }
}

/** The defaults of an object's fields. */
function usualOf(schema: typeof configuredProfileSchema | typeof configuredFolderSchema) {
  const fields = Object.entries(schema.shape);
  const usual = fields.map(([name, field]) => [name, field.safeParse(undefined).data as unknown]);
  return { ...Object.fromEntries(usual), paused: false };
}
