import pLimit from 'p-limit';
import type { EventName, Reply } from '#shared/bridge/contract.ts';
import { whoAnswers } from './agent-proof.ts';
import { answerTabs, sessionHeader } from './agent-session.ts';
import { CallError } from './call-error.ts';
import { followEvents } from './event-feed.ts';
import { filesOfDrop } from './files-of-drop.ts';
import type { Host } from './host.ts';
import { putFile } from './put-file.ts';

const agentGone: Extract<Reply, { ok: false }> = {
  ok: false,
  error: {
    code: 'UNREACHABLE',
    message:
      'The agent that serves this page does not answer. Start it again with `sluice ui` and open the address it prints.',
  },
};

/**
 * Calls at a time. Beside the events and a file they are what a browser has connections for; what it keeps
 * waiting for one itself is sent whoever answers by then.
 */
const callsAtOnce = 4;

type Listener = (payload: never) => void;

/**
 * The agent on loopback: calls over HTTP, events as server-sent events, files streamed to its inbox. The
 * session's secret goes along as a header. Once the agent did not answer, or its events broke off, nothing is
 * said before it is known to be the one again.
 *
 * @param onOver the session has ended, or the agent was started again and knows this page no more
 */
export function createAgentHost(session: string, onOver: () => void, ask = whoAnswers): Host {
  const headers = { [sessionHeader]: session };
  const listeners = new Map<EventName, Set<Listener>>();
  const inLine = pLimit(callsAtOnce);
  const connections = new Set<(isConnected: boolean) => void>();
  let isFollowing = false;
  let isSure = true;

  const stopAnswering = answerTabs(async (digest) => {
    if (!(await isAgent())) return false;
    const body = JSON.stringify({ digest });
    const request = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
    return (await fetch('vouch', request).catch(() => null))?.ok === true;
  });

  function onSignedOut(): void {
    stopAnswering();
    onOver();
  }

  /** Whether the agent answers that this page was loaded from. */
  async function isAgent(): Promise<boolean> {
    if (isSure) return true;
    const who = await ask(session);
    isSure = who === 'agent';
    if (who === 'another') onSignedOut();
    return isSure;
  }

  async function call(name: string, input: unknown): Promise<Reply> {
    if (!(await isAgent())) return agentGone;
    try {
      const answer = await fetch(`call/${name}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
      if (answer.status === 401) onSignedOut();
      return (await answer.json()) as Reply;
    } catch {
      isSure = false;
      return agentGone;
    }
  }

  const host: Host = {
    headers,
    call: (name, input) => inLine(call, name, input),
    on(name, listener) {
      follow();
      const set = listeners.get(name) ?? new Set<Listener>();
      listeners.set(name, set.add(listener as Listener));
      return () => set.delete(listener as Listener);
    },
    onConnection(listener) {
      connections.add(listener);
      return () => connections.delete(listener);
    },
    filesOf: filesOfDrop,
    async takeFiles(files, onProgress, signal) {
      const total = files.reduce((sum, { size }) => sum + size, 0);
      const paths: string[] = [];
      let before = 0;
      for (const file of files) {
        if (!(await isAgent())) throw new CallError(agentGone.error);
        const onSent = (sent: number) => onProgress({ sent: before + sent, total });
        paths.push(await putFile(file, headers, onSent, signal));
        before += file.size;
        onProgress({ sent: before, total });
      }
      return paths;
    },
    async signOut() {
      if (await isAgent()) await fetch('session', { method: 'DELETE', headers }).catch(() => undefined);
      onSignedOut();
    },
  };

  function follow(): void {
    if (isFollowing) return;
    isFollowing = true;
    void followEvents({
      headers,
      onSignedOut,
      isAgent,
      onEvent: (name, payload) => {
        for (const listener of listeners.get(name as EventName) ?? []) listener(payload as never);
      },
      onConnection: (isConnected) => {
        isSure = isConnected;
        for (const listener of connections) listener(isConnected);
      },
    });
  }
  return host;
}
