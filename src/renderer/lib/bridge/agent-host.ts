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

/** The agent on loopback: calls over HTTP, events as server-sent events, files streamed to its inbox. */
export function createAgentHost(): Host {
  let events: EventSource | undefined;
  return {
    async call(name, input) {
      try {
        const answer = await fetch(`/call/${name}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input),
        });
        return (await answer.json()) as Reply;
      } catch {
        return agentGone;
      }
    },
    on(name, listener) {
      events ??= new EventSource('/events');
      const source = events;
      const onMessage = (event: MessageEvent<string>) => listener(JSON.parse(event.data));
      source.addEventListener(name, onMessage);
      return () => source.removeEventListener(name, onMessage);
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
}
