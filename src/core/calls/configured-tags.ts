import type { CallOutput } from '#shared/bridge/contract.ts';
import type { Configuration } from '#shared/configuration/configuration.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { CoreContext, ServiceContext } from '../engine/core-context.ts';
import { type Answer, answered } from '../service/answer.ts';
import { createServiceTags } from '../tags/service-tags.ts';

type Tags = Pick<CallOutput<'settings.configure'>, 'changes' | 'unfinished'>;

const person = { priority: 'person' } as const;

/**
 * The tags that a file wants its services to have: those that are missing are made, or only told. A service
 * that does not answer is asked about no other tag.
 */
export async function checkTags(
  context: CoreContext,
  { profiles = [] }: Configuration,
  mode: 'look' | 'apply',
): Promise<Tags> {
  const found: Tags = { changes: [], unfinished: [] };
  const wanted = profiles.filter(({ tags = [] }) => tags.length > 0);
  if (wanted.length === 0) return found;
  const services = await context.withServices();
  for (const { name: profile, tags = [] } of wanted) {
    const known = context.settings.get().profiles.find(({ name }) => name === profile);
    for (const name of new Set(tags)) {
      // A profile that is not there yet has no key to ask with.
      const exists = known === undefined ? answered(false) : await isThere(services, known, name, mode);
      if (exists.ok) {
        if (!exists.value) found.changes.push({ action: 'add', kind: 'tag', name, profile });
        continue;
      }
      const { code, spoken, detail } = exists.failure.error;
      const said = spoken ?? { code, values: detail === undefined ? {} : { detail } };
      found.unfinished.push({ profile, name, code, said });
      break;
    }
  }
  return found;
}

/** Whether the service had the tag before; with `apply` it has it afterwards. */
async function isThere(
  { serviceOf, ledger, clock }: ServiceContext,
  profile: Profile,
  name: string,
  mode: 'look' | 'apply',
): Promise<Answer<boolean>> {
  const service = serviceOf(profile);
  if (mode === 'apply') {
    const made = await createServiceTags(service, ledger, clock).create(name, person);
    return made.ok ? answered(made.value.existed) : made;
  }
  const listed = await service.client.tags.list(name, person);
  return listed.ok ? answered(listed.value.some((tag) => tag.name === name)) : listed;
}
