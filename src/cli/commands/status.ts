import type { Command } from 'commander';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import type { ExitClass } from '#shared/errors/catalog-entry.ts';
import { reasonSentence } from '#shared/uploads/reason-sentence.ts';
import type { Host } from '../host.ts';
import { folderColumns, vanishedLines, waitingLines } from '../output/folder-text.ts';
import { formatCount, formatTime, plural } from '../output/format.ts';
import { exitOf, findingLine, namer, stateText } from '../output/health-text.ts';
import type { Output } from '../output/output.ts';
import type { Paint } from '../output/paint.ts';
import { budgetText, createProgressView } from '../output/progress.ts';
import { countsText } from '../output/upload-text.ts';
import type { Session } from '../session.ts';

/** `sluice status` */
export function addStatusCommand(program: Command, host: Host): void {
  program
    .command('status')
    .description('what is in, what is under way and what needs you')
    .action(host.session('none', status));
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
      const progress = createProgressView(output.paint).render(state, output.width ?? 100, performance.now());
      for (const line of progress.split('\n')) output.line(line);
    }
    if (folders.length > 0) {
      output.line();
      output.table(folderColumns(output.paint, settings.get()), folders);
      for (const line of folders.flatMap(waitingLines)) output.line(line);
      for (const line of folders.flatMap(vanishedLines)) output.line(output.paint.bad(line));
    }
    const { findings } = state.health;
    if (findings.length > 0) output.line();
    for (const finding of findings) output.line(findingLine(finding, output.paint, namer(folders)));
    for (const { code, count } of state.health.attention.groups) {
      output.line(`${output.paint.bad(formatCount(count).padStart(5))}  ${reasonSentence(code)}`);
    }
  });
  return exitOf(state.health);
}

const doing = {
  watch: 'watches and uploads',
  uploads: 'sends what is queued',
  none: 'has the data folder',
} as const;

function agentText(agent: AgentStatus['agent']): string {
  if (agent === null) return 'none is running; start one with `sluice watch`';
  if (agent.process === null) return 'a process that did not leave its name has the data folder';
  const since = agent.since === null ? '' : `, since ${formatTime(Date.parse(agent.since))}`;
  return `process ${agent.process} on ${agent.host} ${doing[agent.engine]}${since}`;
}

/** A key may be set for the agent alone, as by its environment. */
function keyText({ keyPresent, health }: AgentStatus, paint: Paint): string {
  if (keyPresent) return 'set';
  const isMissing = health.findings.some(({ about, code }) => about === 'key' && code === 'KEY_MISSING');
  return isMissing || health.state === 'noProfile'
    ? paint.bad('missing: SLUICE_API_KEY, or `sluice key set`')
    : 'none for this command; the agent has one';
}

function facts(state: AgentStatus, dataDirectory: string, { paint }: Output): [string, string][] {
  const { profile } = state;
  const service =
    profile === null ? 'none yet; give --base-url to any command' : `${profile.baseUrl}  (${profile.name})`;
  const rows: [string, string][] = [
    ['State', stateText(state.health, paint)],
    ['Service', service],
    ['Key', keyText(state, paint)],
    ['Data', dataDirectory],
    ['Agent', agentText(state.agent)],
    ['Uploads', countsText(state.counts)],
  ];
  for (const text of budgetText(state)) rows.push(['Budget', text]);
  if (state.abandonedSlots > 0) {
    rows.push([
      'Clean-up',
      `${plural(state.abandonedSlots, 'empty slot')} still to be deleted at the service`,
    ]);
  }
  return rows;
}
