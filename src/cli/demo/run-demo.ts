import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { places } from '#core/public/places.ts';
import type { ExitClass } from '#shared/errors/catalog-entry.ts';
import type { Context } from '../context.ts';
import { printable } from '../output/format.ts';
import { startSandboxProcess } from '../sandbox-process.ts';
import { openSession } from '../session.ts';
import { prepareDemoPlace } from './demo-place.ts';
import { sayResult, takeResult } from './result.ts';
import { watchDemo } from './watch-demo.ts';

/** Seconds the sandbox takes to enrich a document: long enough to be seen, short enough not to bore. */
const enrichSeconds = '0.5-1.5';

/**
 * Starts a sandbox, watches a copy of the samples (or of a folder) with the same core as `watch`, drops one
 * more file in, and says what came of it. Everything it makes is temporary, and removed also when
 * interrupted.
 */
export async function runDemo(context: Context, flags: { folder?: string }): Promise<ExitClass> {
  const { environment, options, output } = context;
  const source =
    flags.folder === undefined
      ? fileURLToPath(places.samples)
      : resolve(environment.workingDirectory, flags.folder);
  const place = await prepareDemoPlace(source);
  try {
    const sandbox = await startSandboxProcess(['--enrich-seconds', enrichSeconds], environment.variables);
    try {
      output.line(output.say('cli.demo.service', { address: sandbox.baseUrl }));
      output.line(output.say('cli.demo.watches', { path: printable(source) }));
      output.line();
      context.redactor.add(sandbox.apiKey);
      const inDemo: Context = {
        ...context,
        options: {
          baseUrl: sandbox.baseUrl,
          agentsUrl: sandbox.agentsUrl,
          profileName: 'demo',
          dataDir: place.dataDirectory,
          ...(options.verbose === undefined ? {} : { verbose: options.verbose }),
        },
        environment: {
          ...environment,
          variables: { ...environment.variables, SLUICE_API_KEY: sandbox.apiKey },
        },
      };
      const session = await openSession(inDemo, 'watch');
      try {
        const seconds = await watchDemo(session, place);
        const result = await takeResult(session, sandbox, seconds);
        output.result(result.summary, () => sayResult(result, output));
        if (!result.complete || result.summary.failed > 0) output.note(output.say('cli.demo.incomplete'));
        if (environment.interrupted.aborted) output.note(output.say('cli.demo.interrupted'));
        const { completed, duplicates, failed, uploads } = {
          ...result.summary,
          uploads: result.uploads.length,
        };
        return failed === 0 && uploads > 0 && completed + duplicates === uploads && result.complete
          ? 'ok'
          : 'partial';
      } finally {
        output.endLive(false);
        await session.end();
      }
    } finally {
      await sandbox.stop();
    }
  } finally {
    await place.remove();
  }
}
