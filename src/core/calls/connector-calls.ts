import type { Connector } from '#shared/bridge/connectors.ts';
import type { CallParsed, Handlers } from '#shared/bridge/contract.ts';
import { connectorKind } from '#shared/connectors/connector-kind.ts';
import { isArchived } from '#shared/connectors/is-archived.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ConnectorId } from '#shared/ids/ids.ts';
import { type SpokenCode, said } from '#shared/spoken/said.ts';
import { changedSince } from '../connectors/changed-since.ts';
import { hasEnded, isGivenUp, syncState } from '../connectors/follow.ts';
import type { Follows } from '../connectors/follow-store.ts';
import { createKnownConnectors } from '../connectors/known-connectors.ts';
import { replaceConnector } from '../connectors/replace-connector.ts';
import { activeService, type ServiceContext } from '../engine/core-context.ts';
import { orThrow } from '../service/answer.ts';
import type { ConnectorCreation, ConnectorRecord } from '../service/schemas/connector.ts';
import { prepareRemoval } from './prepare-removal.ts';

const person = { priority: 'person' } as const;

function usage(code: SpokenCode): AppError {
  return new AppError('USAGE', { spoken: said(code) });
}

/** Connectors by type, with the rules of interface section 4.7 applied before the request. */
export function connectorCalls(
  context: ServiceContext,
): Pick<Handlers, Extract<keyof Handlers, `connectors.${string}`>> {
  const { follower, emit } = context;
  const known = createKnownConnectors(context.ledger);
  const here = (shown?: string) => {
    const { profile, client } = activeService(context, shown);
    return { profileId: profile.id, connectors: client.connectors };
  };

  /** What is followed; without an agent nobody else notices that the wait for an end is over. */
  function followed(profileId: string): Follows {
    const follows = Object.entries(follower.of(profileId));
    return Object.fromEntries(follows.filter(([, follow]) => !isGivenUp(follow, context.clock.now())));
  }

  /** Asks for one, and tells what is followed of it. */
  async function get(connectorId: ConnectorId): Promise<ConnectorRecord> {
    const { profileId, connectors } = here();
    const answer = await connectors.get(connectorId, person);
    if (answer.ok) follower.observe(profileId, answer.value);
    else if (answer.failure.error.code === 'NOT_FOUND') {
      follower.observeGone(profileId, connectorId);
      known.remove(profileId, connectorId);
    }
    return orThrow(answer);
  }

  function changed(connectorId: ConnectorId): void {
    emit('connectors.changed', { connectorId, ended: null });
  }

  return {
    'connectors.list': async ({ archived }) => {
      const { profileId, connectors } = here();
      const all = orThrow(await connectors.list(person));
      const follows = followed(profileId);
      const listed = all.map((one) => withActivity(one, follows));
      const removing = removingBeside(all, follows);
      return [...listed, ...removing].filter((one) => archived === undefined || isArchived(one) === archived);
    },
    'connectors.known': async () => {
      const { profileId } = here();
      const found: Connector[] = [];
      for (const id of known.read(profileId)) {
        const record = await get(id).catch((error: unknown) => {
          if (error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'NOT_PERMITTED'))
            return undefined;
          throw error;
        });
        if (record) found.push(withActivity(record, followed(profileId)));
      }
      return found;
    },
    'connectors.show': async ({ connectorId }) => {
      const { profileId } = here();
      const record = await get(connectorId);
      known.add(profileId, connectorId);
      return withActivity(record, followed(profileId));
    },
    'connectors.create': async ({ shownProfileId, ...input }) => {
      const { profileId, connectors } = here(shownProfileId);
      const made = orThrow(await connectors.create(creationOf(input), person));
      known.add(profileId, made.connector_id);
      changed(made.connector_id);
      return made;
    },
    'connectors.update': async ({ connectorId, seen, ...change }) => {
      const { profileId, connectors } = here();
      const current = await get(connectorId);
      if (seen && changedSince(seen, current)) {
        throw new AppError('CONFLICT', { spoken: said('conflict.connector') });
      }
      const isEmail = connectorKind(current.type) === 'email';
      if (change.allowedEmails && !isEmail) throw usage('usage.onlyEmailSenders');
      const senders = change.allowedEmails ?? current.config?.allowed_emails;
      // The connector is replaced as a whole: senders that the service did not tell would be lost.
      if (isEmail && senders === undefined) throw usage('usage.emailSenders');
      const enrichments = change.enrichments ?? current.enrichments;
      const replacement = {
        label: change.label ?? current.label ?? '',
        description: change.description ?? current.description ?? '',
        share_with_org: change.share ?? current.share_with_org ?? false,
        ...(enrichments === undefined ? {} : { enrichments }),
        ...(isEmail ? { config: { allowed_emails: senders } } : {}),
      };
      const updated = orThrow(await replaceConnector(connectors, connectorId, replacement, person));
      changed(connectorId);
      return withActivity(updated, followed(profileId));
    },
    'connectors.sync': async ({ connectorId, dateLimit }) => {
      const { profileId, connectors } = here();
      const current = await get(connectorId);
      const kind = connectorKind(current.type);
      if (kind === 'email') throw usage('usage.emailSync');
      if (kind === 'investment_research' && dateLimit === undefined) {
        throw usage('usage.researchDate');
      }
      if (kind === 'document_library' && dateLimit !== undefined) {
        throw usage('usage.libraryDate');
      }
      const body = dateLimit === undefined ? {} : { date_limit: dateLimit };
      const answer = orThrow(await connectors.sync(connectorId, body, person));
      follower.follow(profileId, {
        kind: 'sync',
        connectorId,
        label: current.label ?? connectorId,
        type: current.type ?? '',
        since: context.clock.now(),
        before: syncState(current),
      });
      return answer;
    },
    'connectors.archive': async ({ connectorId }) => {
      const archived = orThrow(await here().connectors.archive(connectorId, person)) ?? {
        connector_id: connectorId,
        archived: true,
      };
      changed(connectorId);
      return archived;
    },
    'connectors.delete': async ({ connectorId }) => {
      const hasBegun = await prepareRemoval(context, connectorId);
      orThrow(await here().connectors.deleteEverything(connectorId, person));
      hasBegun();
      return { accepted: true };
    },
  };
}

/** @throws AppError `USAGE` when the type cannot be made so */
function creationOf(input: Omit<CallParsed<'connectors.create'>, 'shownProfileId'>): ConnectorCreation {
  const { type, label, description, share, enrichments, allowedEmails, broker } = input;
  const common = {
    type,
    label,
    share_with_org: share,
    enrichments,
    ...(description ? { description } : {}),
  };
  if (type === 'document_library') {
    throw usage('usage.libraryElsewhere');
  }
  if (type === 'email') {
    if (broker) throw usage('usage.emailBroker');
    if (!allowedEmails) throw usage('usage.emailSenders');
    return { ...common, config: { allowed_emails: [...new Set(allowedEmails)] } };
  }
  if (!broker) throw usage('usage.researchBroker');
  if (allowedEmails) throw usage('usage.onlyEmailSenders');
  return { ...common, config: { user_id: broker.userId, user_password: broker.password } };
}

function withActivity(record: ConnectorRecord, follows: Follows): Connector {
  const follow = follows[record.connector_id];
  // Its end may show here before the next look at it.
  return follow && !hasEnded(follow, record)
    ? { ...record, activity: { kind: follow.kind, since: follow.since } }
    : record;
}

/** Connectors that are being removed and that the service lists no more. */
function removingBeside(listed: readonly ConnectorRecord[], follows: Follows): Connector[] {
  const ids = new Set(listed.map((one) => one.connector_id));
  return Object.values(follows)
    .filter(({ kind, connectorId }) => kind === 'removal' && !ids.has(connectorId))
    .map(({ kind, connectorId, label, type, since }) => ({
      connector_id: connectorId,
      label,
      type,
      archived: true,
      activity: { kind, since },
    }));
}
