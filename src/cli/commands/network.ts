import type { Command } from 'commander';
import type { NetworkShown } from '#shared/bridge/network.ts';
import { networkSettingsSchema } from '#shared/settings/network-settings.ts';
import { invalid } from '../invalid.ts';
import { certificateFile } from '../adapters/network-port.ts';
import { addExamplesBelow } from '../help/examples.ts';
import type { Host } from '../host.ts';
import { usage } from '../options.ts';
import { readSecret } from '../read-secret.ts';
import type { Session, Setup } from '../session.ts';
import { secretVariables } from '../variables/secret-names.ts';
import { createSecretReader, secretFrom } from '../variables/secret-variables.ts';

/** `sluice network show|proxy|exceptions|certificates|login|logout` */
export function declareNetwork(network: Command, host: Host): void {
  network
    .command('show')
    .description('by which way the service is reached, and who says so')
    .action(host.session('none', show));
  network
    .command('proxy')
    .description('keep which proxy to use: system, none, or its address without a login')
    .argument('<proxy>', 'system, none, or an address such as http://proxy.example:8080', keptProxy)
    .action(host.setup((setup, proxy: string) => save(setup, { proxy })));
  network
    .command('exceptions')
    .description('keep which hosts no proxy is used for, as NO_PROXY has them; none are excepted with ""')
    .argument('<hosts>', 'names and networks with commas between them')
    .action(host.setup((setup, exceptions: string) => save(setup, { exceptions: exceptions.trim() })));
  network
    .command('certificates')
    .description('keep which file of certificates (PEM) to trust beside those of the system')
    .argument('<file>', 'a file, or none')
    .action(host.setup(certificates));
  network
    .command('login')
    .description(
      'keep user name and password for the proxy, read from SLUICE_PROXY_LOGIN or stdin as user:password',
    )
    .argument('[proxy]', 'address of the proxy, where another one is meant than is on the way now')
    .action(host.session('none', login));
  network
    .command('logout')
    .description('forget the user name and the password that are kept for the proxy')
    .action(host.session('none', logout));
  addExamplesBelow(network, {
    '': ['sluice network show'],
    show: ['sluice network show --json'],
    proxy: ['sluice network proxy http://proxy.example.com:8080', 'sluice network proxy system'],
    exceptions: ['sluice network exceptions "localhost,.example.com,10.0.0.0/8"'],
    certificates: ['sluice network certificates /etc/ssl/company.pem', 'sluice network certificates none'],
    login: ['pass show proxy | sluice network login'],
    logout: ['sluice network logout'],
  });
}

function keptProxy(value: string): string {
  const text = value.trim().replace(/\/+$/, '');
  const whole = /^(system|none)$/.test(text) || text.includes('://') ? text : `http://${text}`;
  if (networkSettingsSchema.shape.proxy.safeParse(whole).success) return whole;
  throw invalid('cli.network.proxy');
}

async function show({ calls, output }: Session): Promise<void> {
  const shown = await calls['network.show']({});
  output.result(shown, () => {
    for (const line of linesOf(shown, output)) output.line(line);
  });
}

function linesOf({ settings, route }: NetworkShown, output: Setup['output']): string[] {
  const { say } = output;
  const lines = [say('cli.network.kept', { kind: settings.proxy, proxy: settings.proxy })];
  if (settings.exceptions !== '') lines.push(say('cli.network.exceptions', { hosts: settings.exceptions }));
  if (settings.certificates !== null) lines.push(say('cli.network.file', { path: settings.certificates }));
  if (route === null) return [...lines, say('cli.network.here')];
  const { host, from, ways, login } = route;
  const way = ways.join(', ');
  return [...lines, say('cli.network.way', { host, way, from, login: login ? 'yes' : 'no' })];
}

async function save(
  { settings, output }: Setup,
  changes: Partial<ReturnType<Setup['settings']['get']>['network']>,
): Promise<void> {
  const saved = await settings.update((current) => ({
    ...current,
    network: { ...current.network, ...changes },
  }));
  output.result(saved.network, () => output.line(output.say('cli.network.saved')));
}

async function certificates(setup: Setup, file: string): Promise<void> {
  const certificates = file === 'none' ? null : await certificateFile(setup, file);
  await save(setup, { certificates });
}

async function login(session: Session, proxy: string | undefined): Promise<void> {
  const { calls, output } = session;
  const given =
    secretFrom(createSecretReader(session), secretVariables.proxyLogin) ??
    (await readSecret(session, output.say('cli.network.ask')));
  const at = given.indexOf(':');
  if (at < 1) throw usage('cli.network.noLogin');
  const parts = { user: given.slice(0, at), password: given.slice(at + 1) };
  session.redactor.add(parts.password);
  const kept = await calls['network.login']({ ...parts, ...(proxy === undefined ? {} : { proxy }) });
  output.result(kept, () => output.line(output.say('cli.network.loginKept', { proxy: kept.proxy })));
}

async function logout({ calls, output }: Session): Promise<void> {
  await calls['network.logout']({});
  output.result({ loggedOut: true }, () => output.line(output.say('cli.network.loggedOut')));
}
