import { findOrBuildAgent } from './build-agent.ts';
import { builtAgentVariable } from './built-variables.ts';
import { keepTemporaryFilesInMemory } from './memory-folder.ts';
import { spareBrowser } from './spare-browser.ts';

/**
 * Playwright's `globalSetup`, also for a run by hand: each spec starts an agent and a sandbox, and from
 * sources that costs more than what the spec does. What is set here holds in the specs.
 */
// biome-ignore lint/style/noDefaultExport: Playwright takes no other
export default async function setup(): Promise<() => void> {
  keepTemporaryFilesInMemory();
  const built = await findOrBuildAgent();
  process.env[builtAgentVariable] = built.directory;
  const { STANDIN_CHROMIUM: browser } = process.env;
  if (browser === undefined) return built.remove;
  const spare = spareBrowser(browser);
  process.env.STANDIN_CHROMIUM = spare.path;
  return () => {
    spare.remove();
    built.remove();
  };
}
