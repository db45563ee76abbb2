import { resolve } from 'node:path';
import { loginFrom, loginIn, type NetworkPort, proxyUrl } from '#core/ports/network.ts';
import type { Context } from '../context.ts';
import { usage } from '../options.ts';
import { secretVariables } from '../variables/secret-names.ts';
import { createSecretReader, secretFrom } from '../variables/secret-variables.ts';

/**
 * The network as the agent knows it: options, and the variables of its environment. The system is not asked:
 * servers have variables, and a service of systemd sees no desktop's settings.
 */
export async function networkPort(context: Context): Promise<NetworkPort> {
  const { environment, options, redactor } = context;
  const reader = createSecretReader(context);
  for (const name of ['http_proxy', 'https_proxy', 'all_proxy', 'SLUICE_PROXY'])
    for (const address of [environment.variables[name], environment.variables[name.toUpperCase()]])
      hidePassword(redactor, address);
  hidePassword(redactor, options.proxy);
  return {
    variables: environment.variables,
    proxy: options.proxy,
    certificates: options.caFile && (await certificateFile(context, options.caFile)),
    login() {
      const given = secretFrom(reader, secretVariables.proxyLogin);
      if (given === undefined) return undefined;
      const login = loginFrom(given);
      if (login.password !== '') redactor.add(login.password);
      return login;
    },
  };
}

/**
 * The absolute path of a file of certificates that somebody names.
 *
 * @throws AppError `USAGE` when the file contains none: every connection would go on without it
 */
export async function certificateFile(
  { environment }: Pick<Context, 'environment'>,
  file: string,
): Promise<string> {
  const { readCertificates } = await import('#core/public/certificates.ts');
  const path = resolve(environment.workingDirectory, file);
  const { certificates, readable } = readCertificates(path);
  if (certificates.length > 0) return path;
  throw usage('cli.network.noCertificate', { path, readable: readable ? 'yes' : 'no' });
}

function hidePassword(redactor: Context['redactor'], address = ''): void {
  const url = proxyUrl(address);
  const login = url && loginIn(url);
  if (login && login.password !== '') redactor.add(login.password);
}
