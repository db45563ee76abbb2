/** A secret that commands take from outside, never as an argument. */
export interface SecretVariable {
  readonly variable: string;
  /** Its name among the credentials of systemd. */
  readonly credential: string;
  readonly description: string;
}

/** Every secret of the command line: each by its variable, by `…_FILE`, and as a credential of systemd. */
export const secretVariables = {
  apiKey: {
    variable: 'SLUICE_API_KEY',
    credential: 'api-key',
    description: 'the API key; it belongs to the profile that first uses it',
  },
  brokerPassword: {
    variable: 'SLUICE_BROKER_PASSWORD',
    credential: 'broker-password',
    description: 'password at the broker, for `connectors create` and `connectors update`',
  },
  proxyLogin: {
    variable: 'SLUICE_PROXY_LOGIN',
    credential: 'proxy-login',
    description: 'user name and password for the proxy, as `user:password`',
  },
  teamPassword: {
    variable: 'SLUICE_TEAM_PASSWORD',
    credential: 'team-password',
    description: "password at the team's database, where the passfile of PostgreSQL has none",
  },
  webhook: {
    variable: 'SLUICE_WEBHOOK_SECRET',
    credential: 'webhook-secret',
    description: 'secret that `--attention-webhook` signs with, as Standard Webhooks has it (`whsec_…`)',
  },
} as const satisfies Record<string, SecretVariable>;

/** Whether a variable holds a secret: none is handed on to what Sluice starts. */
export function isSecretVariable(name: string): boolean {
  const isOther = /_(?:FILE|ORIGIN)$/.test(name);
  const known = Object.values(secretVariables).some(({ variable }) => variable === name);
  return known || (/^SLUICE_API_KEY_/.test(name) && !isOther);
}
