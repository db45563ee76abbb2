import { resolve } from 'node:path';
import { loginFrom, type NetworkPort } from '#core/ports/network.ts';
import type { Context } from '../context.ts';
import { secretVariables } from '../variables/secret-names.ts';
import { createSecretReader, secretFrom } from '../variables/secret-variables.ts';

/**
 * The network as the agent knows it: options, and the variables of its environment. The system is not asked:
 * servers have variables, and a service of systemd sees no desktop's settings.
 */
export function networkPort(context: Context): NetworkPort {
  const { environment, options, redactor } = context;
  const reader = createSecretReader(context);
  for (const name of ['http_proxy', 'https_proxy', 'all_proxy', 'SLUICE_PROXY'])
    for (const address of [environment.variables[name], environment.variables[name.toUpperCase()]])
      hidePassword(redactor, address);
  hidePassword(redactor, options.proxy);
  return {
    variables: environment.variables,
    proxy: options.proxy,
    certificates: options.caFile && resolve(environment.workingDirectory, options.caFile),
    login() {
      const given = secretFrom(reader, secretVariables.proxyLogin);
      if (given === undefined) return undefined;
      const login = loginFrom(given);
      if (login.password !== '') redactor.add(login.password);
      return login;
    },
  };
}

function hidePassword(redactor: Context['redactor'], address: string | undefined): void {
  const password = URL.parse(address ?? '')?.password ?? '';
  if (password !== '') redactor.add(decodeURIComponent(password));
}
