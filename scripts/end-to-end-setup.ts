import { buildAgent } from './build-agent.ts';

/**
 * Playwright's `globalSetup`, also for a run by hand: each spec starts an agent and a sandbox, and from
 * sources that costs more than what the spec does.
 */
// biome-ignore lint/style/noDefaultExport: Playwright takes no other
export default async function setup(): Promise<() => void> {
  const built = await buildAgent();
  process.env.SLUICE_BUILT_AGENT = built.directory;
  return built.remove;
}
