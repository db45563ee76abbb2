import type { CallOutput } from '#shared/bridge/contract.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ErrorCode } from '#shared/errors/catalog.ts';
import { isLoopbackHost } from '#shared/settings/insecure-address.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { type Said, said } from '#shared/spoken/said.ts';
import type { ServiceContext } from '../engine/core-context.ts';
import type { CertificateLook } from '../service/network/certificate-look.ts';
import { direct, nameOfHop } from '../service/network/hop.ts';
import type { Network } from '../service/network/network.ts';
import type { Route } from '../service/network/routes.ts';
import { found, notWell } from './check-words.ts';

type Check = CallOutput<'agent.doctor'>['checks'][number];

/**
 * By which way the services of a profile are reached, and who answers there: a proxy, the certificate with
 * its issuer, and whom this machine believes. For a service of this machine only a file of
 * certificates that contains none, or that others can change.
 */
export async function networkChecks({ network }: ServiceContext, profile: Profile): Promise<Check[]> {
  const url = new URL(profile.baseUrl);
  if (isLoopbackHost(url.hostname)) return isFileUnwell(network) ? [trustCheck(network)] : [];
  const route = await network.routeOf(url);
  const proxy = await proxyCheck(network, route, url);
  if (url.protocol !== 'https:') return [proxy];
  const look = await network.look(url).catch((error: unknown) => error);
  if (look instanceof AppError) return [notWell(said('check.name.proxy'), look.code, look.detail)];
  const trust = trustCheck(network);
  // That nobody answers is said where the service is asked.
  if (look instanceof Error) return [proxy, trust];
  return [proxy, certificateCheck(url, route, look as CertificateLook), trust];
}

async function proxyCheck(network: Network, { hops, from }: Route, { host }: URL): Promise<Check> {
  const [first = direct] = hops;
  const title = said('check.name.proxy');
  if (first.kind === 'direct') return found(title, said('check.proxy.direct', { host, from }));
  const hasLogin = first.kind === 'proxy' && (await network.hasLogin(first));
  const values = { proxy: nameOfHop(first), host, from };
  return found(title, said('check.proxy.through', { ...values, login: hasLogin ? 'yes' : 'no' }));
}

function certificateCheck(url: URL, route: Route, look: CertificateLook): Check {
  const title = said('check.name.certificate');
  const [own, ...above] = look.chain;
  if (own === undefined) return notWell(title, 'TLS_FAILED', look.reason);
  const [hop] = route.hops;
  const values = {
    host: url.host,
    subject: own.subject,
    issuer: own.issuer,
    hosts: look.hosts.slice(0, 8).join(', '),
    from: dayOf(own.from),
    until: dayOf(own.to),
    fingerprint: own.fingerprint,
    above: above.length,
    chain: above.map(({ subject }) => subject).join(' ← '),
    proxy: hop === undefined || hop.kind === 'direct' ? '' : nameOfHop(hop),
    isProxied: hop === undefined || hop.kind === 'direct' ? 'no' : 'yes',
  };
  if (look.problem === undefined)
    return found(title, said(look.isPublic ? 'check.certificate.public' : 'check.certificate.own', values));
  return {
    ...found(title, problemSaid(look.problem, { ...values, reason: look.reason ?? '' }), false),
    code: look.problem,
  };
}

function problemSaid(problem: ErrorCode, values: Said['values']): Said {
  switch (problem) {
    case 'CERTIFICATE_UNKNOWN':
      return said('check.certificate.unknown', values);
    case 'CERTIFICATE_SELF_SIGNED':
      return said('check.certificate.selfSigned', values);
    case 'CERTIFICATE_EXPIRED':
      return said('check.certificate.expired', values);
    case 'CERTIFICATE_WRONG_HOST':
      return said('check.certificate.wrongHost', values);
    default:
      return said('check.certificate.failed', values);
  }
}

function trustCheck(network: Network): Check {
  const title = said('check.name.trust');
  const { system, fromSystem, file } = network.trust();
  if (file !== null && file.certificates === 0)
    return found(title, said('check.trust.noFile', { path: file.path }), false);
  if (file?.open === true) return found(title, said('check.trust.openFile', { path: file.path }), false);
  const values = { system, count: fromSystem, path: file?.path ?? '', inFile: file?.certificates ?? 0 };
  const what = file === null ? said('check.trust.system', values) : said('check.trust.file', values);
  return found(title, what, system !== 'failed');
}

function isFileUnwell(network: Network): boolean {
  const { file } = network.trust();
  return file !== null && (file.certificates === 0 || file.open);
}

function dayOf(milliseconds: number): string {
  return Number.isFinite(milliseconds) ? new Date(milliseconds).toISOString().slice(0, 10) : '?';
}
