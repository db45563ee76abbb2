import { sleep, type Clock } from '#core/ports/clock.ts';
import { isUuid } from '#shared/ids/ids.ts';
import { said } from '#shared/spoken/said.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { RememberedTag } from '../ledger/tags.ts';
import { type Answer, answered, type CallOptions, failed, retold } from '../service/answer.ts';
import type { TagsArea } from '../service/tags.ts';

export interface LookUpContext {
  readonly profileId: string;
  readonly tags: TagsArea;
  readonly ledger: Pick<Ledger, 'tags'>;
  readonly clock: Clock;
}

/** Longer than the service may take to answer, ms: after that whoever was making a tag is gone. */
const makingMs = 60_000;
/**
 * How often who waits for another one's tag looks whether it is remembered, and asks the service for it, ms.
 */
const lookAgainMs = 200;
const askAgainMs = 5_000;

/** `isNew`: made just now. */
type LookedUp = RememberedTag & { readonly isNew?: boolean };
type Looked = Answer<LookedUp>;

/**
 * The tag that goes by this name, made where there is none and `make` says so; undefined where it does not. A
 * name is a tag's name first. An id, which an earlier version of Sluice stored, is known by being one; what
 * looks like an id and is none makes no tag, because no operation could delete it.
 */
export async function lookUpTag(
  context: LookUpContext,
  given: string,
  make: boolean,
  options: CallOptions,
): Promise<Answer<LookedUp | undefined>> {
  const { ledger, profileId } = context;
  const remembered = ledger.tags.recall(profileId, given);
  if (remembered) return answered(remembered);
  const found = await find(context, given, options);
  if (!found.ok) return found;
  if (found.value) return remember(context, given, found.value);
  if (isUuid(given)) return make ? isNoTag(given) : answered(undefined);
  return make ? makeTag(context, given, options) : answered(undefined);
}

async function find(
  context: LookUpContext,
  given: string,
  options: CallOptions,
): Promise<Answer<RememberedTag | undefined>> {
  const { ledger, profileId, tags } = context;
  const named = await tags.list(given, options);
  if (!named.ok) return named;
  const byName = named.value.find(({ name }) => name === given);
  if (byName) return answered({ id: byName.id, name: given });
  const isKnownId = ledger.tags.nameOf(profileId, given) !== undefined;
  if (!isKnownId && !isUuid(given)) return answered(undefined);
  const all = await tags.list(undefined, options);
  if (!all.ok) return all;
  const byId = all.value.find(({ id }) => id.toLowerCase() === given.toLowerCase());
  return answered(byId && { id: byId.id, name: byId.name ?? byId.id });
}

/** Somebody else is making the tag, or has made it. Nothing was sent. */
class NotOurs extends Error {
  override readonly name = 'NotOurs';
}

/**
 * One process at a time makes a tag, and none that was made meanwhile: whether a service keeps names unique
 * is unknown.
 */
async function makeTag(context: LookUpContext, name: string, options: CallOptions): Promise<Looked> {
  const { clock, ledger, profileId, tags } = context;
  const isMade = () => ledger.tags.recall(profileId, name) !== undefined;
  let begunAt = Number.NEGATIVE_INFINITY;
  const beforeSending = async () => {
    // Asked again where the first time was too late to send.
    const isBegun = Math.abs(clock.now() - begunAt) < makingMs / 2;
    if (!isBegun && (isMade() || !ledger.tags.beginMaking(profileId, name, makingMs))) throw new NotOurs();
    if (!isBegun) begunAt = clock.now();
    if (!isMade()) return;
    ledger.tags.endMaking(profileId, name);
    throw new NotOurs();
  };
  for (;;) {
    begunAt = Number.NEGATIVE_INFINITY;
    try {
      const made = await tags.create(name, { ...options, beforeSending });
      if (made.ok) {
        const tag = { id: made.value.id, name: made.value.name ?? name };
        ledger.tags.remember(profileId, name, tag);
        return answered({ ...tag, isNew: true });
      }
      ledger.tags.endMaking(profileId, name);
      return made.failure.error.code === 'CONFLICT'
        ? await thereAlready(context, name, made, options)
        : isRefusal(made.failure.error.code)
          ? refusedTag(name, made)
          : made;
    } catch (error) {
      if (!(error instanceof NotOurs)) throw error;
    }
    const until = clock.monotonic() + askAgainMs;
    while (clock.monotonic() < until) {
      const remembered = ledger.tags.recall(profileId, name);
      if (remembered) return answered(remembered);
      await sleep(clock, lookAgainMs, options.signal);
    }
    const found = await find(context, name, options);
    if (!found.ok) return found;
    if (found.value) return remember(context, name, found.value);
  }
}

/**
 * The service says that it has such a tag, although it lists none of exactly this name: it may not tell
 * capitals apart.
 */
async function thereAlready(
  context: LookUpContext,
  name: string,
  refusal: Extract<Looked, { ok: false }>,
  options: CallOptions,
): Promise<Looked> {
  const all = await context.tags.list(undefined, options);
  if (!all.ok) return all;
  const folded = (text: string) => text.normalize('NFKC').toLowerCase();
  const tag =
    all.value.find((one) => one.name === name) ??
    all.value.find((one) => one.name !== undefined && folded(one.name) === folded(name));
  if (tag) return remember(context, name, { id: tag.id, name: tag.name ?? name });
  return refusedTag(name, refusal);
}

function refusedTag(name: string, refusal: Extract<Looked, { ok: false }>): Looked {
  return retold(refusal, { code: 'TAG_REFUSED', detail: `“${name}”: ${refusal.failure.error.detail ?? ''}` });
}

function remember(context: LookUpContext, given: string, tag: RememberedTag): Looked {
  context.ledger.tags.remember(context.profileId, given, tag);
  return answered(tag);
}

const refusals: ReadonlySet<string> = new Set(['REFUSED_AS_INVALID', 'UNKNOWN_TAG', 'NOT_PERMITTED']);
const isRefusal = (code: string) => refusals.has(code);

export function isNoTag(given: string) {
  return failed('TAG_REFUSED', 'fix-first', {
    spoken: said('detail.noSuchTagId', { name: given }),
  });
}
