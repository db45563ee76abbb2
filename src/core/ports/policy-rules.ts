import { AppError } from '#shared/errors/app-error.ts';
import { isLoopbackHost } from '#shared/settings/insecure-address.ts';
import type { NetworkSettings } from '#shared/settings/network-settings.ts';
import type { Policy } from '#shared/settings/policy.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { BandwidthWindow, Settings, StoredSettings } from '#shared/settings/settings.ts';
import type { ChosenFolder } from '#shared/settings/watch-folder.ts';
import { type Said, said } from '#shared/spoken/said.ts';
import { withoutUndefined } from '#shared/without-undefined.ts';

/** Where the policy is asked for; undefined where the machine has none. */
type Given = Policy | undefined;

/** Why nothing is sent to an address by the administrator's word; undefined where it is allowed. */
export function addressRefusal(policy: Given, address: string): AppError | undefined {
  if (policy === undefined || isAllowedAddress(policy, address)) return undefined;
  const origin = URL.parse(address)?.origin ?? address;
  return new AppError('ADDRESS_NOT_ALLOWED', { spoken: withReason('policy.address', policy, { origin }) });
}

/** Whether a request asks the service to share something with the organization. */
export function sharesDespite(policy: Given, body: unknown): boolean {
  if (policy?.sharing !== 'off' || typeof body !== 'object' || body === null) return false;
  // A service may take `1` or "true" for it.
  return 'share_with_org' in body && ![false, null, undefined].includes(body.share_with_org as never);
}

export function sharingRefusal(policy: Given): AppError {
  return new AppError('SET_BY_ADMINISTRATOR', { spoken: withReason('policy.sharing', policy ?? {}) });
}

/** What a policy sets, a sentence each, for whoever looks how Sluice is doing. */
export function policyRemarks(policy: Given): Said[] {
  if (policy === undefined) return [];
  const {
    addresses,
    sharing,
    deleteAfterUpload,
    deleteDocuments,
    limits = {},
    network = {},
    updates,
  } = policy;
  const remarks: Said[] = [];
  if (addresses) remarks.push(withReason('policy.addresses', policy, { list: addresses.join(', ') }));
  if (sharing) remarks.push(withReason('policy.sharing', policy));
  if (deleteAfterUpload) remarks.push(withReason('policy.deleteAfterUpload', policy));
  if (deleteDocuments) remarks.push(withReason('policy.deleteDocuments', policy));
  for (const [field, most] of Object.entries(limits))
    if (most !== undefined) remarks.push(withReason('policy.limit', policy, { field, most: String(most) }));
  for (const [field, value] of Object.entries(network))
    if (value !== undefined) remarks.push(withReason('policy.network', policy, { field, value }));
  if (updates) remarks.push(withReason('policy.updates', policy));
  return remarks;
}

function withReason(
  code: Parameters<typeof said>[0],
  { reason }: Pick<Policy, 'reason'>,
  values: Said['values'] = {},
): Said {
  return said(code, { ...values, reason: reason === undefined ? '' : ` ${reason}` });
}

/** Something that a policy does not allow, and where. */
export interface Violation {
  readonly refusal: AppError;
  /** Id of the profile or the watch folder; empty for what there is one of. */
  readonly id: string;
  readonly field: 'baseUrl' | 'agentsUrl' | keyof typeof lockable | keyof NetworkSettings;
}

/** The rules of a watch folder that a policy can lock, and the sentence that says so. */
const lockable = {
  share: 'policy.sharing',
  afterUpload: 'policy.deleteAfterUpload',
  localDelete: 'policy.deleteDocuments',
} as const;

/**
 * What settings have that a policy does not allow, by what is new about them: what stood there before the
 * policy came is out of force (`underPolicy`), and in nobody's way.
 */
export function* violations(before: Settings, after: Settings, policy: Given): Generator<Violation> {
  if (policy === undefined) return;
  for (const profile of after.profiles) {
    const known = before.profiles.find(({ id }) => id === profile.id);
    for (const field of ['baseUrl', 'agentsUrl'] as const) {
      const address = profile[field];
      const refusal = address === null ? undefined : addressRefusal(policy, address);
      if (refusal && known?.[field] !== address) yield { refusal, id: profile.id, field };
    }
  }
  for (const [name, value] of Object.entries(policy.network ?? {})) {
    const field = name as keyof NetworkSettings;
    if (value === undefined) continue;
    if (after.network[field] === value || after.network[field] === before.network[field]) continue;
    const spoken = withReason('policy.network', policy, { field, value });
    yield { refusal: new AppError('SET_BY_ADMINISTRATOR', { spoken }), id: '', field };
  }
  for (const folder of after.folders) {
    const known = before.folders.find(({ id }) => id === folder.id);
    const allowed = folderUnder(folder, policy);
    for (const field of Object.keys(lockable) as (keyof typeof lockable)[]) {
      if (allowed[field] === folder[field] || known?.[field] === folder[field]) continue;
      const refusal = new AppError('SET_BY_ADMINISTRATOR', { spoken: withReason(lockable[field], policy) });
      yield { refusal, id: folder.id, field };
    }
  }
}

/** Whether a policy allows requests to an address. */
function isAllowedAddress({ addresses }: Pick<Policy, 'addresses'>, address: string): boolean {
  if (addresses === undefined) return true;
  const url = URL.parse(address);
  if (url === null) return false;
  return addresses.some((allowed) =>
    allowed === 'loopback' ? isLoopbackHost(url.hostname) : new URL(allowed).origin === url.origin,
  );
}

/** Settings as they are in force under a policy; of stored ones, what no one chose stays left out. */
export function underPolicy<S extends StoredSettings>(settings: S, policy: Given): S {
  if (policy === undefined) return settings;
  const { uploadBandwidth = null } = policy.limits ?? {};
  return {
    ...settings,
    profiles: settings.profiles.map((profile) => profileUnder(profile, policy)),
    folders: settings.folders.map((folder) => folderUnder(folder, policy)),
    network: { ...settings.network, ...withoutUndefined(policy.network ?? {}) },
    bandwidthSchedule: settings.bandwidthSchedule.map(
      (window): BandwidthWindow => ({
        ...window,
        bytesPerSecond: least(window.bytesPerSecond, uploadBandwidth),
      }),
    ),
  };
}

function profileUnder(profile: Profile, { limits = {} }: Policy): Profile {
  const { requestsPerMinute, uploadsAtOnce, uploadBandwidth = null } = limits;
  return {
    ...profile,
    requestsPerMinute: Math.min(profile.requestsPerMinute, requestsPerMinute ?? profile.requestsPerMinute),
    uploadsAtOnce: Math.min(profile.uploadsAtOnce, uploadsAtOnce ?? profile.uploadsAtOnce),
    uploadBandwidth: least(profile.uploadBandwidth, uploadBandwidth),
  };
}

function folderUnder<F extends ChosenFolder>(folder: F, policy: Policy): F {
  const takesAway = folder.afterUpload === 'trash' || folder.afterUpload === 'delete';
  return {
    ...folder,
    ...(folder.share === true && policy.sharing === 'off' && { share: false }),
    ...(takesAway && policy.deleteAfterUpload === 'off' && { afterUpload: 'leave' }),
    ...(folder.localDelete === 'delete' && policy.deleteDocuments === 'off' && { localDelete: 'keep' }),
  };
}

/** The lower of two limits; null is none. */
function least(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
