import type { Handlers } from '#shared/bridge/contract.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { orThrow } from '../documents/links.ts';
import { activeService, type CoreContext } from './core-context.ts';

const person = { priority: 'person' } as const;

function usage(detail: string): AppError {
  return new AppError('USAGE', { detail });
}

/** Connectors by type, with the rules of interface section 4.7 applied before the request. */
export function connectorCalls(
  context: CoreContext,
): Pick<Handlers, Extract<keyof Handlers, `connectors.${string}`>> {
  const connectors = () => activeService(context).client.connectors;
  return {
    'connectors.list': async ({ archived }) => {
      const all = orThrow(await connectors().list(person));
      return archived === undefined ? all : all.filter((one) => (one.archived ?? false) === archived);
    },
    'connectors.show': async ({ connectorId }) => orThrow(await connectors().get(connectorId, person)),
    'connectors.create': async ({ type, label, description, share, enrichments, allowedEmails, broker }) => {
      if (type === 'document_library') {
        throw usage(
          'a document library is created in the console of the service, because it needs a session made there',
        );
      }
      if (type === 'investment_research' && !broker)
        throw usage('investment research needs the broker user and password');
      if (type === 'email' && broker) throw usage('an email connector takes no broker credentials');
      const config =
        type === 'email'
          ? { allowed_emails: allowedEmails ?? [] }
          : { user_id: broker?.userId ?? '', user_password: broker?.password ?? '' };
      const creation = {
        type,
        label,
        share_with_org: share,
        enrichments,
        config,
        ...(description ? { description } : {}),
      };
      return orThrow(await connectors().create(creation, person));
    },
    'connectors.update': async ({ connectorId, label, description, share, allowedEmails }) => {
      const current = orThrow(await connectors().get(connectorId, person));
      const isEmail = current.type === 'email';
      if (allowedEmails && !isEmail) throw usage('only email connectors have allowed senders');
      const senders = allowedEmails ?? current.config?.allowed_emails;
      const replacement = {
        label: label ?? current.label ?? '',
        description: description ?? current.description ?? '',
        share_with_org: share ?? current.share_with_org ?? false,
        ...(isEmail ? { config: { allowed_emails: senders ?? [] } } : {}),
      };
      return orThrow(await connectors().update(connectorId, replacement, person));
    },
    'connectors.sync': async ({ connectorId, dateLimit }) => {
      const current = orThrow(await connectors().get(connectorId, person));
      if (current.type === 'email') throw usage('email connectors collect by themselves and have no sync');
      if (current.type === 'investment_research' && dateLimit === undefined) {
        throw usage('investment research needs the date from which to sync again');
      }
      const body = current.type === 'investment_research' ? { date_limit: dateLimit } : {};
      return orThrow(await connectors().sync(connectorId, body, person));
    },
    'connectors.archive': async ({ connectorId }) =>
      orThrow(await connectors().archive(connectorId, person)) ?? {
        connector_id: connectorId,
        archived: true,
      },
    'connectors.delete': async ({ connectorId }) => {
      orThrow(await connectors().deleteEverything(connectorId, person));
      return { accepted: true };
    },
  };
}
