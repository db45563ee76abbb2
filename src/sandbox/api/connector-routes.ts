import { z } from 'zod';
import { connectorEmailConfig } from '../connectors/connector-email-config.ts';
import { invalid, Problem } from '../http/problem.ts';
import { readJson } from '../http/read-json.ts';
import { jsonReply, type Reply } from '../http/reply.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Route } from '../http/router.ts';
import { validate } from '../http/validate.ts';
import type { Services } from '../services.ts';
import type { ConnectorRow, ConnectorType } from '../store/connectors.ts';
import { connectorRecord, connectorTypeFromName } from './connector-record.ts';
import { calendarDate, enrichmentList } from './fields.ts';

const label = z.string().trim().min(1);
const emailConfig = z.object({ allowed_emails: z.array(z.email()) });
const researchConfig = z.object({ user_id: z.string().min(1), user_password: z.string().min(1) });

const createBody = z.object({
  type: z.enum(['email', 'investment_research', 'document_library', 'sharepoint']),
  label,
  description: z.string().default(''),
  share_with_org: z.boolean().default(false),
  enrichments: enrichmentList.default([]),
  config: z.record(z.string(), z.unknown()).nullish(),
});

const replaceBody = z.object({
  label,
  description: z.string().default(''),
  share_with_org: z.boolean().default(false),
  config: z.record(z.string(), z.unknown()).nullish(),
});

const forceQuery = z.object({ force_delete: z.stringbool().default(false) });

/** A broker that refuses these credentials, so that a failed sync can be met. */
const wrongPassword = 'wrong';

/** Connectors (sections 2.7, 3.2, 4.7). */
export function connectorRoutes(services: Services): Route[] {
  const one = '/contents/v1/connectors/{connector_id}';
  return [
    {
      method: 'POST',
      path: '/contents/v1/connectors',
      handle: (context) => createConnector(context, services),
    },
    {
      method: 'GET',
      path: '/contents/v1/connectors',
      handle: ({ user }) =>
        jsonReply({
          results: services.connectors.visibleTo(user).map((row) => connectorRecord(row, services)),
        }),
    },
    {
      method: 'GET',
      path: one,
      handle: (context) => jsonReply(connectorRecord(findConnector(context, services, 'read'), services)),
    },
    { method: 'PUT', path: one, handle: (context) => replaceConnector(context, services) },
    { method: 'DELETE', path: one, handle: (context) => deleteConnector(context, services) },
    { method: 'POST', path: `${one}/sync`, handle: (context) => syncConnector(context, services) },
  ];
}

async function createConnector(context: RequestContext, services: Services): Promise<Reply> {
  const body = validate(createBody, await readJson(context), 'body');
  if (body.type === 'sharepoint' && services.settings.profile === 'spec') {
    const msg = "Input should be 'email', 'investment_research' or 'document_library'";
    throw invalid({ loc: ['body', 'type'], msg, type: 'enum', input: body.type });
  }
  const type = connectorTypeFromName(body.type) as ConnectorType;
  const { config, credentialsAccepted } = firstConfig(type, body.config ?? undefined);
  const id = services.connectors.add(
    {
      userId: context.user.userId,
      orgId: context.user.orgId,
      type,
      label: body.label,
      description: body.description,
      shared: body.share_with_org,
      enrichments: body.enrichments,
      config,
      credentialsAccepted,
    },
    services.clock.now(),
  );
  services.connectorWork.planSync(id, null);
  return jsonReply(connectorRecord(required(services.connectors.find(id)), services));
}

/** The config to keep: what may be shown, and whether the broker took the credentials. */
function firstConfig(type: ConnectorType, given: Record<string, unknown> | undefined) {
  if (type === 'document_library') return { config: {}, credentialsAccepted: true };
  if (type === 'email') {
    const wrapped = validate(z.object({ config: emailConfig }), { config: given }, 'body');
    return { config: connectorEmailConfig(wrapped.config.allowed_emails), credentialsAccepted: true };
  }
  const { config } = validate(z.object({ config: researchConfig }), { config: given }, 'body');
  return { config: { user_id: config.user_id }, credentialsAccepted: config.user_password !== wrongPassword };
}

/**
 * A full replace: what the body leaves out falls back to its default. The type and the credentials never
 * change.
 */
async function replaceConnector(context: RequestContext, services: Services): Promise<Reply> {
  const body = validate(replaceBody, await readJson(context), 'body');
  const row = findConnector(context, services, 'change');
  services.connectors.replace(row.connector_id, {
    label: body.label,
    description: body.description,
    shared: body.share_with_org,
    config: replacedConfig(row, body.config ?? undefined),
    now: services.clock.now(),
  });
  if (row.type === 'email' && row.archived === 0) services.connectorWork.planSync(row.connector_id, null);
  return jsonReply(connectorRecord(required(services.connectors.find(row.connector_id)), services));
}

/**
 * Only e-mail connectors accept a config; without one theirs stays, because an inbox cannot be taken away.
 */
function replacedConfig(row: ConnectorRow, given: Record<string, unknown> | undefined): string {
  if (given === undefined) return row.config;
  if (row.type !== 'email') {
    const msg = `A connector of type ${row.type} takes no config on update`;
    throw invalid({ loc: ['body', 'config'], msg, type: 'value_error', input: Object.keys(given) });
  }
  const { config } = validate(z.object({ config: emailConfig }), { config: given }, 'body');
  return JSON.stringify({ ...JSON.parse(row.config), allowed_emails: config.allowed_emails });
}

function deleteConnector(context: RequestContext, services: Services): Reply {
  const { force_delete: force } = validate(forceQuery, Object.fromEntries(context.query), 'query');
  const { connector_id: id } = findConnector(context, services, 'change');
  if (force) {
    services.connectorWork.startRemoval(id);
    return jsonReply({ connector_id: id, status: 'accepted' }, 202);
  }
  services.connectorWork.archive(id);
  return jsonReply(connectorRecord(required(services.connectors.find(id)), services));
}

async function syncConnector(context: RequestContext, services: Services): Promise<Reply> {
  const body = (await readJson(context)) ?? {};
  const row = findConnector(context, services, 'change');
  if (row.type === 'email') {
    throw new Problem(400, 'SYNC_NOT_SUPPORTED', 'A connector of type email cannot be synced on demand.');
  }
  if (row.archived === 1) {
    throw new Problem(409, 'CONNECTOR_ARCHIVED', 'The connector is archived and ingests nothing any more.');
  }
  const accepted = { connector_id: row.connector_id, status: 'accepted' };
  if (row.type === 'document_library') {
    validate(z.strictObject({}), body, 'body');
    services.connectorWork.planSync(row.connector_id, null);
    return jsonReply(accepted);
  }
  const { date_limit: from } = validate(z.object({ date_limit: calendarDate }), body, 'body');
  services.connectorWork.planSync(row.connector_id, from);
  return jsonReply({ ...accepted, date_limit: from });
}

/**
 * @throws Problem 404 when there is none or it is not the caller's to see, 403 when it may be seen but not
 * changed
 */
function findConnector(
  { params, user }: RequestContext,
  services: Services,
  purpose: 'read' | 'change',
): ConnectorRow {
  const row = services.connectors.find(params.connector_id ?? '');
  const owned = row?.user_id === user.userId;
  const shared = row?.share_with_org === 1 && row.org_id === user.orgId;
  if (row === undefined || !(owned || shared)) {
    throw new Problem(404, 'CONNECTOR_NOT_FOUND', 'The connector does not exist.');
  }
  if (owned || purpose === 'read') return row;
  throw new Problem(403, 'FORBIDDEN', 'Only the owner of the connector may do this.');
}

function required(row: ConnectorRow | undefined): ConnectorRow {
  if (row === undefined) throw new Error('The connector vanished while it was changed.');
  return row;
}
