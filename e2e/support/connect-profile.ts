import type { PageCallInput, PageCallName, PageCallOutput, Reply } from '../../src/shared/bridge/contract.ts';
import type { RunningAgent } from './running-agent.ts';
import type { Sandbox } from './sandbox.ts';

type Call = <N extends PageCallName>(name: N, input: PageCallInput<N>) => Promise<PageCallOutput<N>>;

/** Sets a profile up for a sandbox and goes over to it; answers its id. */
export async function connectProfile(call: Call, sandbox: Sandbox): Promise<string> {
  const profile = { name: 'Research', baseUrl: sandbox.baseUrl, agentsUrl: sandbox.agentsUrl };
  const { id } = await call('profiles.save', { profile });
  await call('key.set', { profileId: id, key: sandbox.apiKey });
  await call('profiles.use', { profileId: id });
  return id;
}

/**
 * The same before any page is open, which spares a page the start as Welcome and the way to Home. Signs in as
 * a page does; the address that was printed is spent then, and the agent prints another one.
 */
export async function connectAgent(agent: RunningAgent, sandbox: Sandbox): Promise<string> {
  const { address, home } = agent;
  const { origin } = new URL(home);
  const token = new URLSearchParams(new URL(address).hash.slice(1)).get('token');
  // A page says where it comes from.
  const ask = (path: string, body: unknown, { method = 'POST', headers = {} } = {}) =>
    fetch(`${home}${path}`, {
      method,
      headers: { origin, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const readValue = async (answer: Response) => {
    const reply = (await answer.json()) as Reply;
    if (!reply.ok) throw new Error(`${answer.url}: ${reply.error.code} ${reply.error.message}`);
    return reply.value;
  };
  const { session } = (await readValue(await ask('session', { token }))) as { session: string };
  const headers = { 'x-sluice-session': session };
  const id = await connectProfile(async (name, input) => {
    const answer = await ask(`call/${name}`, input, { headers });
    return (await readValue(answer)) as never;
  }, sandbox);
  await ask('session', {}, { method: 'DELETE', headers });
  await ask('session', { token });
  await agent.newAddress(address);
  return id;
}
