import { type Clock, sleep } from '#core/ports/clock.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isUuid, type ContentId } from '#shared/ids/ids.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { RememberedTag } from '../ledger/tags.ts';
import { type Answer, answered, type CallOptions } from '../service/answer.ts';
import type { ProfileService } from '../service/profile-service.ts';
import { createWaiters } from '../service/waiters.ts';
import { isNoTag, lookUpTag } from './look-up-tag.ts';
import { forgetTagKind, rememberTagKind, type HowFound, type TagKindFact, tagKindOf } from './tag-kind.ts';

/**
 * A tag that people named, and what the service calls it; without an id where the service has no tags to look
 * up.
 */
interface Tag {
  readonly given: string;
  readonly name: string;
  readonly id: string | undefined;
}

/** What goes with a request for a new document. */
export interface UploadTags {
  /** Ids or names, as the deployment takes them. */
  readonly wire: readonly string[];
  /** This request finds out for all which of the two; nobody else sends tags before `leave`. */
  readonly findsOut: boolean;
  readonly tags: readonly Tag[];
  leave(): void;
}

/** The tags of a profile's service, by the names that people give them (docs/adr/0016). */
export interface ServiceTags {
  /**
   * What to send for these names: each looked up, and made where there is none. Before anything is claimed or
   * asked for.
   */
  forUpload(given: readonly string[], options: CallOptions): Promise<Answer<UploadTags>>;
  /**
   * After a request that finds out was answered: looks what came of the names. Where they came to nothing,
   * the document gets the ids.
   */
  readBack(tags: UploadTags, contentId: ContentId, options: CallOptions): Promise<void>;
  /**
   * After the service refused tags. True when something was learned and the upload is to be tried again,
   * once.
   */
  learnFromRefusal(uploadId: number, tags: UploadTags): boolean;
  /**
   * Ids, as PATCH takes them (4.9); those that turn out to be forgotten by the service are looked up once
   * more.
   */
  withIds<T>(given: readonly string[], options: CallOptions, work: (ids: string[]) => Promise<T>): Promise<T>;
  /** Ids and names that stand for these, to be taken away: nothing is made. */
  spellingsOf(given: readonly string[], options: CallOptions): Promise<string[]>;
  /** Makes a tag, or tells the one there is of that name. */
  create(name: string, options: CallOptions): Promise<Answer<RememberedTag & { readonly existed: boolean }>>;
  /**
   * The names of these for people; where a UUID is among them that the ledger does not know, the service is
   * asked.
   */
  shown(given: readonly string[], options: CallOptions): Promise<string[]>;
  /** What was found out about the deployment, if anything was. */
  kind(): TagKindFact | undefined;
}

/**
 * Reads of a new document for its tags, and what lies between them, ms: who answers may be some seconds
 * behind.
 */
const readBacks = 3;
const readBackMs = 4_000;
/** A service without tags is believed so long, ms, as one without a list of documents. */
const noTagsMs = 60 * 60_000;

export function createServiceTags(
  { client, profile }: Pick<ProfileService, 'client' | 'profile'>,
  ledger: Pick<Ledger, 'tags' | 'facts'>,
  clock: Clock,
): ServiceTags {
  const profileId = profile.id;
  const context = { profileId, tags: client.tags, ledger, clock };
  const waiting = createWaiters();
  let isFindingOut = false;
  /** Uploads whose tags were looked up anew after a refusal. */
  const anew = new Set<number>();
  let noTagsUntil = Number.NEGATIVE_INFINITY;
  const learn = (kind: TagKindFact['kind'], how: TagKindFact['how']) =>
    rememberTagKind(ledger, profileId, { kind, how, at: clock.now() });

  async function lookUp(
    given: string,
    make: boolean,
    options: CallOptions,
  ): Promise<Answer<Tag | undefined>> {
    const isAsked = clock.monotonic() >= noTagsUntil;
    const found = isAsked ? await lookUpTag(context, given, make, options) : undefined;
    if (found?.ok) return answered(found.value && { given, ...found.value });
    if (found && found.failure.error.code !== 'NO_SUCH_OPERATION') return found;
    if (found) noTagsUntil = clock.monotonic() + noTagsMs;
    const name = ledger.tags.nameOf(profileId, given);
    return isUuid(given) && name === undefined
      ? isNoTag(given)
      : answered({ given, name: name ?? given, id: undefined });
  }

  async function resolve(given: readonly string[], options: CallOptions): Promise<Answer<Tag[]>> {
    const tags: Tag[] = [];
    for (const name of cleaned(given)) {
      const tag = await lookUp(name, true, options);
      if (!tag.ok) return tag;
      if (tag.value) tags.push(tag.value);
    }
    return answered(tags);
  }

  async function forUpload(given: readonly string[], options: CallOptions): Promise<Answer<UploadTags>> {
    const resolved = await resolve(given, options);
    if (!resolved.ok) return resolved;
    const tags = resolved.value;
    const ids = tags.flatMap(({ id }) => id ?? []);
    const rest = { tags, findsOut: false, leave: () => undefined };
    const names = () => [...new Set(tags.map(({ name }) => name))];
    if (tags.length === 0) return answered({ ...rest, wire: [] });
    for (;;) {
      const fact = tagKindOf(ledger, profileId);
      if (ids.length < tags.length) {
        if (fact === undefined) learn('name', 'no-tags');
        return answered({ ...rest, wire: names() });
      }
      if (fact && fact.how !== 'no-tags')
        return answered({ ...rest, wire: fact.kind === 'id' ? [...new Set(ids)] : names() });
      if (isFindingOut) {
        await waiting.next(options.signal);
        continue;
      }
      isFindingOut = true;
      // A name does no harm anywhere: who takes ids refuses it. An id would become a tag where names are
      // taken.
      return answered({ tags, wire: names(), findsOut: true, leave: onceOnly(endFindingOut) });
    }
  }

  /** What came of the names that a new document was asked for with; undefined when nobody can tell now. */
  async function howTaken(
    tags: readonly Tag[],
    contentId: ContentId,
    options: CallOptions,
  ): Promise<Exclude<HowFound, 'refused-name' | 'no-tags'> | undefined> {
    for (let look = 1; ; look++) {
      const seen = await hasTags(tags, contentId, options);
      if (seen === 'has') return 'took-name';
      if (seen !== 'has-not') return seen === 'untold' ? 'untold' : undefined;
      if (look === readBacks) break;
      await sleep(clock, readBackMs, options.signal);
    }
    // Whether it is behind or took no names: PATCH takes ids everywhere, and then it must be seen.
    const given = { tags: tags.flatMap(({ id }) => id ?? []) };
    if (!(await client.documents.update(contentId, given, options)).ok) return undefined;
    const seen = await hasTags(tags, contentId, options);
    if (seen === 'unanswered') return undefined;
    return seen === 'has' ? 'ignored-name' : 'untold';
  }

  async function hasTags(
    tags: readonly Tag[],
    contentId: ContentId,
    options: CallOptions,
  ): Promise<'has' | 'has-not' | 'untold' | 'unanswered'> {
    const answer = await client.documents.get(contentId, options);
    if (!answer.ok) return 'unanswered';
    const there = answer.value.tags;
    if (!there) return 'untold';
    const isThere = there.some((one) => tags.some(({ id, name }) => one.id === id || one.name === name));
    return isThere ? 'has' : 'has-not';
  }

  function endFindingOut(): void {
    isFindingOut = false;
    waiting.wake();
  }

  return {
    forUpload,
    async readBack({ tags, leave }, contentId, options) {
      try {
        const how = await howTaken(tags, contentId, options);
        if (how !== undefined) learn(how === 'ignored-name' ? 'id' : 'name', how);
      } finally {
        leave();
      }
    },
    learnFromRefusal(uploadId, { findsOut, tags }) {
      if (findsOut) {
        learn('id', 'refused-name');
        return true;
      }
      if (anew.delete(uploadId)) return false;
      anew.add(uploadId);
      forget(tags.map(({ given }) => given));
      return true;
    },
    async withIds(given, options, work) {
      for (let again = false; ; again = true) {
        const resolved = await resolve(given, options);
        if (!resolved.ok) throw resolved.failure.error;
        try {
          return await work(resolved.value.map(({ id, name }) => id ?? name));
        } catch (error) {
          if (again || !(error instanceof AppError) || error.code !== 'UNKNOWN_TAG') throw error;
          ledger.tags.forget(profileId, cleaned(given));
        }
      }
    },
    async spellingsOf(given, options) {
      const spellings = new Set<string>(given);
      for (const name of cleaned(given)) {
        const ids = ledger.tags.idsOf(profileId, name);
        const found = ids.length > 0 ? undefined : await lookUp(name, false, options);
        const id = found?.ok ? found.value?.id : undefined;
        for (const spelling of [name, ...ids, ...(id === undefined ? [] : [id])]) spellings.add(spelling);
      }
      return [...spellings];
    },
    async create(name, options) {
      const [given = name] = cleaned([name]);
      // A person may have been told that it is gone.
      ledger.tags.forget(profileId, [given]);
      const tag = await lookUpTag(context, given, true, options);
      if (!tag.ok) return tag;
      if (tag.value === undefined) return isNoTag(given);
      const { isNew, ...made } = tag.value;
      return answered({ ...made, existed: isNew !== true });
    },
    async shown(given, options) {
      const known = ledger.tags.named(profileId, given);
      if (!known.some(isUuid)) return known;
      const all = await client.tags.list(undefined, options);
      const names = new Map(all.ok ? all.value.map(({ id, name }) => [id as string, name]) : []);
      return known.map((one) => names.get(one) ?? one);
    },
    kind: () => tagKindOf(ledger, profileId),
  };

  function forget(given: readonly string[]): void {
    ledger.tags.forget(profileId, given);
    forgetTagKind(ledger, profileId);
  }
}

function onceOnly(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

/** Names as they are compared and sent. Those of folders come decomposed from some systems. */
function cleaned(given: readonly string[]): string[] {
  return [...new Set(given.map((one) => one.normalize('NFC').trim()))].filter((one) => one !== '');
}
