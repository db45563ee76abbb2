import { readCommandLine } from './command-line.ts';
import { startSandbox } from './start-sandbox.ts';

// Node would let every account of the machine run code here (bin/sluice.js).
process.on('SIGUSR1', () => undefined);

const command = readCommandLine(process.argv.slice(2), process.env);
if (command.kind === 'help') {
  process.stdout.write(command.text);
} else if (command.kind === 'mistake') {
  process.stderr.write(`${command.message}\n`);
  process.exitCode = 2;
} else {
  await run(command.options, command.json);
}

async function run(options: Parameters<typeof startSandbox>[0], json: boolean): Promise<void> {
  const sandbox = await startSandbox(options).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The sandbox could not start: ${reason}\n`);
    process.exitCode = 1;
  });
  if (sandbox === undefined) return;
  const end = () => void sandbox.stop().then(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
  // Its other end is held by the program that started it, also by one that is killed.
  if (process.env.SLUICE_SANDBOX_WITH_STDIN === '1')
    process.stdin
      .on('error', () => undefined)
      .once('close', end)
      .resume();
  const { baseUrl, agentsUrl, storageUrl, apiKey } = sandbox;
  const ready = { baseUrl, agentsUrl, storageUrl, apiKey };
  // The shape of all JSON of `sluice` (docs/scripting.md).
  if (json) process.stdout.write(`${JSON.stringify({ version: 1, data: ready })}\n`);
  else process.stdout.write(greeting({ ...ready, profile: options?.profile ?? 'spec' }));
}

function greeting(ready: {
  baseUrl: string;
  agentsUrl: string;
  storageUrl: string;
  apiKey: string;
  profile: string;
}): string {
  return [
    'The sandbox is ready: a local content service that only this computer can reach.',
    '',
    `  Service   ${ready.baseUrl}`,
    `  Workflows ${ready.agentsUrl}`,
    `  Storage   ${ready.storageUrl}`,
    `  API key   ${ready.apiKey}`,
    `  Profile   ${ready.profile}`,
    '',
    `  See what came in:  curl -H "X-API-KEY: ${ready.apiKey}" ${ready.baseUrl}/_sandbox/requests`,
    '  Stop it with Ctrl+C.',
    '',
  ].join('\n');
}
