import type { Reply } from '#shared/bridge/contract.ts';
import { filesOfDrop } from './files-of-drop.ts';
import type { Host } from './host.ts';
import { putFile } from './put-file.ts';

const agentGone: Reply = {
  ok: false,
  error: {
    code: 'UNREACHABLE',
    message: 'The agent that serves this page does not answer. Start it again with `sluice ui`.',
  },
};

/**
 * The agent on loopback: calls over HTTP, events as server-sent events, files streamed to its inbox.
 *
 * @param onSignedOut the agent was started again and knows this page no more: it is asked for anew, and says what to do
 */
export function createAgentHost(onSignedOut: () => void = () => location.reload()): Host {
  let events: EventSource | undefined;
  const connections = new Set<(isConnected: boolean) => void>();
  const host: Host = {
    async call(name, input) {
      try {
        const answer = await fetch(`/call/${name}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input),
        });
        if (answer.status === 401) onSignedOut();
        return (await answer.json()) as Reply;
      } catch {
        return agentGone;
      }
    },
    on(name, listener) {
      events ??= listen();
      const source = events;
      const onMessage = (event: MessageEvent<string>) => listener(JSON.parse(event.data));
      source.addEventListener(name, onMessage);
      return () => source.removeEventListener(name, onMessage);
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
        paths.push(await putFile(file, (sent) => onProgress({ sent: before + sent, total }), signal));
        before += file.size;
        onProgress({ sent: before, total });
      }
      return paths;
    },
  };

  function listen(): EventSource {
    const source = new EventSource('/events');
    // A broken connection is made again by the browser. A refusal is final, and any call then says whether it was for this.
    source.addEventListener('open', () => tell(true));
    source.addEventListener('error', () => {
      tell(false);
      if (source.readyState === EventSource.CLOSED) void host.call('host.info', {});
    });
    return source;
  }

  function tell(isConnected: boolean): void {
    for (const listener of connections) listener(isConnected);
  }
  return host;
}
