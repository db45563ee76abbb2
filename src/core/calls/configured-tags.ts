import type { CallOutput } from '#shared/bridge/contract.ts';
import type { Configuration } from '#shared/configuration/configuration.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { CoreContext, ServiceContext } from '../engine/core-context.ts';
import { type Answer, answered, type CallOptions, failed } from '../service/answer.ts';
import { createServiceTags } from '../tags/service-tags.ts';

type Tags = Pick<CallOutput<'settings.configure'>, 'changes' | 'unfinished'>;

/**
 * A service that has not answered about a tag by then is not waited for, ms: an agent that starts with the
 * file waits for this, and whoever started it for the agent. Uploads make the tags that they need.
 */
const longestWaitMs = 20_000;

/**
 * The tags that a file wants its services to have: those that are missing are made, or only told. A service
 * that does not answer is asked about no other tag, and none keeps another waiting.
 */
export async function checkTags(
  context: Pick<CoreContext, 'settings' | 'withServices'>,
  { profiles = [] }: Configuration,
  mode: 'look' | 'apply',
): Promise<Tags> {
  const wanted = profiles.filter(({ tags = [] }) => tags.length > 0);
  if (wanted.length === 0) return { changes: [], unfinished: [] };
  const services = await context.withServices();
  const known = context.settings.get().profiles;
  const found = await Promise.all(
    wanted.map((one) => {
      const profile = known.find(({ name, baseUrl }) => name === one.name && baseUrl === one.baseUrl);
      // A profile that is not there yet has no key to ask with.
      const isThere = (tag: string) =>
        profile === undefined ? answered(false) : inTime(services, profile, tag, mode);
      return checkProfile(one.name, one.tags ?? [], isThere);
    }),
  );
  return {
    changes: found.flatMap(({ changes }) => changes),
    unfinished: found.flatMap(({ unfinished }) => unfinished),
  };
}

async function checkProfile(
  profile: string,
  tags: readonly string[],
  isThere: (tag: string) => Answer<boolean> | Promise<Answer<boolean>>,
): Promise<Tags> {
  const found: Tags = { changes: [], unfinished: [] };
  for (const name of new Set(tags)) {
    const exists = await isThere(name);
    if (exists.ok) {
      if (!exists.value) found.changes.push({ action: 'add', kind: 'tag', name, profile });
      continue;
    }
    const { code, spoken, detail } = exists.failure.error;
    const said = spoken ?? { code, values: detail === undefined ? {} : { detail } };
    found.unfinished.push({ profile, name, code, said });
    break;
  }
  return found;
}

/** Whether the service has a tag, or that it did not say so in time. */
async function inTime(
  services: ServiceContext,
  profile: Profile,
  name: string,
  mode: 'look' | 'apply',
): Promise<Answer<boolean>> {
  const late = new AbortController();
  const cancel = services.clock.setTimer(longestWaitMs, () => late.abort());
  try {
    return await isThere(services, profile, name, mode, { priority: 'person', signal: late.signal });
  } catch (error) {
    if (late.signal.aborted) return failed('TIMED_OUT', 'retry');
    throw error;
  } finally {
    cancel();
  }
}

/** Whether the service had the tag before; with `apply` it has it afterwards. */
async function isThere(
  { serviceOf, ledger, clock }: ServiceContext,
  profile: Profile,
  name: string,
  mode: 'look' | 'apply',
  options: CallOptions,
): Promise<Answer<boolean>> {
  const service = serviceOf(profile);
  if (mode === 'apply') {
    const made = await createServiceTags(service, ledger, clock).create(name, options);
    return made.ok ? answered(made.value.existed) : made;
  }
  const listed = await service.client.tags.list(name, options);
  return listed.ok ? answered(listed.value.some((tag) => tag.name === name)) : listed;
}
