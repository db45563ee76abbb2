import type { Command } from 'commander';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import type { ExitClass } from '#shared/errors/catalog-entry.ts';
import { addExamples } from '../help/examples.ts';
import type { Host } from '../host.ts';
import { folderColumns, vanishedLines, waitingLines } from '../output/folder-text.ts';
import { formatTime } from '../output/format.ts';
import { attentionLines, exitOf, namer, sayFindings, stateText } from '../output/health-text.ts';
import type { Output } from '../output/output.ts';
import { budgetText, createProgressView } from '../output/progress.ts';
import { countsText } from '../output/upload-text.ts';
import type { Session } from '../session.ts';

/** `sluice status` */
export function declareStatus(command: Command, host: Host): void {
  const show = host.session('none', status);
  const check = host.plain(async (context) => (await import('./check-status.ts')).checkStatus(context));
  command
    .option('--check', 'one line and an exit code for monitoring systems: 0 only where all is well')
    .action(async (flags: { check?: boolean }) => (flags.check === true ? check() : show()));
  addExamples(command, 'sluice status', {
    line: 'sluice status --json | jq .data.health.state',
    does: 'idle, working, waiting, attention or trouble',
  });
}

async function status({ calls, output, dataDirectory, settings }: Session): Promise<ExitClass> {
  const state = await calls['agent.status']({});
  const folders = await calls['folders.list']({});
  output.result({ ...state, dataDirectory, folders }, () => {
    for (const [title, text] of facts(state, dataDirectory, output)) {
      output.line(`${output.paint.dim(title.padEnd(10))}  ${text}`);
    }
    if (state.active.length > 0) {
      output.line();
      const progress = createProgressView(output).render(state, output.width ?? 100, performance.now());
      for (const line of progress.split('\n')) output.line(line);
    }
    if (folders.length > 0) {
      output.line();
      output.table(folderColumns(output, settings.get()), folders);
      for (const line of folders.flatMap((one) => waitingLines(one, output))) output.line(line);
      for (const line of folders.flatMap((one) => vanishedLines(one, output)))
        output.alert(output.paint.bad(line));
    }
    const { findings } = state.health;
    if (findings.length > 0) output.line();
    sayFindings(output, findings, namer(settings.get()));
    for (const line of attentionLines(state.health, output)) output.alert(line);
  });
  return exitOf(state.health);
}

function agentText(agent: AgentStatus['agent'], { say }: Output): string {
  if (agent === null) return say('cli.status.noAgent');
  if (agent.process === null) return say('cli.status.namelessAgent');
  const process = String(agent.process);
  const does = say(`cli.status.agent.${agent.engine}`, { process, host: String(agent.host) });
  if (agent.since === null) return does;
  return say('cli.status.agentSince', { does, when: formatTime(Date.parse(agent.since)) });
}

/** A key may be set for the agent alone, as by its environment. */
function keyText({ keyPresent, health, profile }: AgentStatus, { paint, say }: Output): string {
  if (keyPresent) return say('cli.status.keySet');
  const isMissing = health.findings.some(({ about, code }) => about === 'key' && code === 'KEY_MISSING');
  if (!isMissing && health.state !== 'noProfile') return say('cli.status.keyOfAgent');
  const hasName = profile === null ? 'no' : 'yes';
  return paint.bad(say('cli.status.keyMissing', { hasName, name: profile?.name ?? '' }));
}

function serviceText({ profile, health }: AgentStatus, { say }: Output): string {
  if (profile === null) return say('cli.status.noService');
  const service = `${profile.baseUrl}  (${profile.name})`;
  const answered = health.services[profile.id]?.lastSuccessAt ?? null;
  return answered === null ? service : say('cli.status.answered', { service, when: formatTime(answered) });
}

/** Only where this machine is in a team, by its settings or in the agent's run. */
function teamRow({ profile, health }: AgentStatus, { paint, say }: Output): [string, string][] {
  const team = profile === null ? undefined : health.teams[profile.id];
  if (team === undefined && profile?.team === undefined) return [];
  // The health calls this refused as well, but the machine only reports its earlier uploads first.
  const isCatchingUp = team?.why === 'joining' || team?.why === 'restored';
  const state = isCatchingUp ? 'catchingUp' : (team?.state ?? 'unknown');
  const text = say(`cli.status.team.${state}`);
  const isBad = state === 'refused' || state === 'unreachable';
  return [[say('cli.status.team'), isBad ? paint.bad(text) : text]];
}

function facts(state: AgentStatus, dataDirectory: string, output: Output): [string, string][] {
  const { say } = output;
  const rows: [string, string][] = [
    [say('cli.status.state'), stateText(state.health, output)],
    [say('cli.status.service'), serviceText(state, output)],
    ...teamRow(state, output),
    [say('cli.status.key'), keyText(state, output)],
    [say('cli.status.data'), dataDirectory],
    [say('cli.status.agent'), agentText(state.agent, output)],
    [say('cli.status.uploads'), countsText(state.counts, output)],
  ];
  for (const text of budgetText(state, output)) rows.push([say('cli.status.budget'), text]);
  if (state.abandonedSlots > 0) {
    const slots = say('cli.status.slots', { count: state.abandonedSlots });
    rows.push([say('cli.status.cleanUp'), slots]);
  }
  return rows;
}
