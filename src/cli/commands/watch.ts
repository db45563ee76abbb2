import { once } from 'node:events';
import type { Command } from 'commander';
import { createHealthChanges } from '#core/public/health/health-changes.ts';
import { followStatus } from '#core/public/health/follow-status.ts';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import type { FolderState } from '#shared/bridge/folders.ts';
import type { Health } from '#shared/bridge/health.ts';
import type { ExitClass } from '#shared/errors/catalog-entry.ts';
import { version } from '#shared/version.ts';
import { followActivity, type RunSummary } from '../activity.ts';
import {
  type ConfigurationFlags,
  type ConfigurationFollower,
  createConfigurationFollower,
} from '../configuration/follow-configuration.ts';
import { addExamples } from '../help/examples.ts';
import type { Host } from '../host.ts';
import { folderHealth, followFolders } from '../follow-folders.ts';
import { followWaiting } from '../follow-waiting.ts';
import { isInTheWay } from '../in-the-way.ts';
import {
  addMonitoringOptions,
  checkMonitoring,
  type MonitoringFlags,
} from '../monitoring/monitoring-options.ts';
import { startMonitoring } from '../monitoring/start-monitoring.ts';
import { heldLine, moreHeldLine } from '../output/waiting-text.ts';
import { attentionLines, changeLines, exitOf, namer, sayFindings } from '../output/health-text.ts';
import { reasonLines } from '../output/folder-text.ts';
import { formatTime, printable } from '../output/format.ts';
import { profileText } from '../output/profile-text.ts';
import { uploadLine } from '../output/upload-text.ts';
import type { Session } from '../session.ts';
import { showProgress } from '../show-progress.ts';
import { createInbox, keepSwept } from '../ui/inbox.ts';
import { until } from '../until.ts';

/** `sluice watch`: the agent. */
export function declareWatch(command: Command, host: Host): void {
  const { applyAtStart, follow } = createConfigurationFollower();
  command
    .option('--once', 'end when everything seen is settled and uploaded')
    .option('--config <file>', 'apply this configuration file at the start, and again at SIGHUP')
    .option('--prune', 'with --config: remove profiles and watch folders that the file does not name');
  addMonitoringOptions(command).action(
    host.session(
      'watch',
      (session, flags: WatchFlags) => watch(session, flags, follow),
      async (context, flags) => {
        checkMonitoring(flags);
        await applyAtStart(context, flags);
      },
    ),
  );
  addExamples(
    command,
    'sluice watch',
    {
      line: 'sluice watch --once --max-wait 2h',
      does: 'for a scheduler: ends when all is in, or after two hours',
    },
    {
      line: 'sluice watch --json --log-file /var/log/sluice.log',
      does: 'each event as a line of JSON, and a log',
    },
  );
}

interface WatchFlags extends ConfigurationFlags, MonitoringFlags {
  readonly once?: boolean;
}

async function watch(
  session: Session,
  flags: WatchFlags,
  follow: ConfigurationFollower['follow'],
): Promise<ExitClass> {
  const { once: endsByItself } = flags;
  const { core, calls, output, environment, logger, settings } = session;
  const monitoring = await startMonitoring(session, flags);
  const clock = () => output.paint.dim(formatTime(Date.now()).slice(11));
  const activity = followActivity({
    core,
    logger,
    onStep(upload, phase) {
      const { id, path, code, contentId } = upload;
      logger.info('upload', { phase, id, path, code, contentId });
      output.event('upload', { phase, upload });
      const text = `${clock()}  ${uploadLine(upload, output, phase === 'uploaded' ? { word: phase } : {})}`;
      if (phase === 'attention') output.alert(text);
      else output.line(text);
    },
  });
  const changesOf = createHealthChanges();
  const sayHealth = (status: AgentStatus) => {
    const changes = changesOf(status);
    const isNews = changes.began.length + changes.ended.length > 0 || changes.paused !== undefined;
    if (isNews) output.event('health', { paused: status.paused, health: status.health });
    for (const finding of changes.began) {
      logger.info('finding', { code: finding.code, message: finding.message });
    }
    for (const { code } of changes.ended) logger.info('finding is over', { code });
    const nameOf = namer(settings.get());
    sayFindings(output, changes.began, nameOf, `${clock()}  `);
    for (const line of changeLines({ ...changes, began: [] }, output, nameOf))
      output.line(`${clock()}  ${line}`);
  };
  const stopStatus = followStatus(core, sayHealth);
  const endWaiting = followWaiting({
    core,
    logger,
    onHeld(folder, file) {
      const { path, reason, dueAt } = file;
      logger.info('waiting', { folderId: folder.id, path, reason });
      output.event('waiting', { folderId: folder.id, path, reason, dueAt });
      output.line(`${clock()}  ${heldLine(folder, file, output)}`);
    },
    onMore: (folder, count) => output.line(`${clock()}  ${moreHeldLine(folder, count, output)}`),
  });
  const endConfiguration = follow(session, flags, monitoring.around);
  const endFolders = followFolders({
    core,
    logger,
    onHealth: (folder) => output.event('folder', folder),
  });
  const watched = await calls['folders.list']({});
  logger.info('started', { version, folders: watched.map(({ folder }) => folder.path) });
  sayStart(session, watched);
  const endProgress = showProgress(session);
  const endSweeping = keepSwept(createInbox(session.dataDirectory), calls, logger);
  let isSettled = false;
  try {
    if (endsByItself === true) isSettled = await untilSettled(session);
    else if (!environment.interrupted.aborted) await once(environment.interrupted, 'abort');
  } finally {
    await endConfiguration();
    await monitoring.stop();
    endSweeping();
    await endProgress();
    stopStatus();
    await endFolders();
    await endWaiting();
    await activity.stop();
  }
  const folders = await calls['folders.list']({});
  const status = await calls['agent.status']({});
  sayHealth(status);
  const summary = activity.summary();
  logger.info('stopped', { ...summary });
  output.event('stopped', { summary, folders: folders.map(folderHealth) });
  sayEnd(session, summary);
  if (endsByItself !== true) return 'ok';
  // Files that cannot be queued have no upload, so no line above reported them.
  for (const line of attentionLines(status.health, output)) output.alert(line);
  // Of a folder that is not there nobody knows what is in it.
  if (status.health.findings.some(({ level }) => level === 'trouble')) return exitOf(status.health);
  // Lost settings name no folder, so nothing seems to be left.
  if (status.health.findings.some(({ code }) => code === 'SETTINGS_CORRUPT')) return 'data';
  if (status.health.state === 'noProfile') return 'usage';
  // Ended before everything was looked at: what is not known is not well.
  if (!isSettled) return 'partial';
  const left =
    folders.some(({ coverage }) => coverage.attention + coverage.inProgress > 0) ||
    status.health.findings.some(({ level }) => level === 'attention');
  return left || summary.failed > 0 ? 'partial' : 'ok';
}

/**
 * Every folder walked at least once, nothing settling, nothing in the queue; false when it was ended before.
 * What stands until a person acts is not waited for, which would be for ever; what goes to another profile
 * is.
 */
async function untilSettled({ core, calls, environment }: Session): Promise<boolean> {
  const { interrupted } = environment;
  const standing = async () => {
    const { health } = await calls['agent.status']({});
    return new Set(health.findings.filter(isInTheWay).map(({ profileId }) => profileId ?? ''));
  };
  const settled = await until(
    core,
    async () => {
      const without = await standing();
      const areQuiet = async () => {
        const folders = await calls['folders.list']({});
        const { health } = await calls['agent.status']({});
        return folders.every((one) => without.has(one.folder.profileId) || isQuiet(one, health));
      };
      if (!(await areQuiet())) return undefined;
      try {
        await core.whenIdle(interrupted, without);
      } catch (error) {
        if (!interrupted.aborted && (await standing()).size === without.size) throw error;
        return undefined;
      }
      return (await areQuiet()) ? true : undefined;
    },
    { signal: interrupted },
  );
  return settled === true;
}

/** A folder that is paused or not there has nothing to wait for, nor have files that wait for a paused upload. */
function isQuiet({ folder, coverage, health }: FolderState, { findings }: Health): boolean {
  if (folder.paused || ['missing', 'unreadable', 'paused', 'standby'].includes(health.mode)) return true;
  const waiting = findings.find(
    ({ profileId, said }) => profileId === folder.profileId && said.code === 'health.waitsForPaused',
  );
  return health.lastReconcileAt !== null && coverage.inProgress <= Number(waiting?.said.values.count ?? 0);
}

function sayStart({ output, profile, settings }: Session, folders: readonly FolderState[]): void {
  output.event('started', { profileId: profile?.id ?? null, folders: folders.map(folderHealth) });
  if (profile === null) output.note(output.say('cli.watch.noService'));
  if (folders.length === 0) {
    output.line(output.say('cli.watch.noFolders'));
  }
  const service = (id: string) => profileText(settings.get(), id, output);
  const isSeveral = settings.get().profiles.length > 1;
  if (!isSeveral && profile !== null)
    output.line(output.say('cli.watch.goTo', { service: service(profile.id) }));
  for (const state of folders) {
    const { path, profileId } = state.folder;
    const values = { path: printable(path), service: service(profileId) };
    output.line(output.say(isSeveral ? 'cli.watch.watchingFor' : 'cli.watch.watching', values));
    for (const line of reasonLines(state, output)) output.line(output.paint.dim(`  ${line}`));
  }
}

function sayEnd({ output }: Session, summary: RunSummary): void {
  const { say } = output;
  const { uploaded, completed, duplicates, failed, bytes } = summary;
  const parts = [
    say('cli.watch.uploaded', { count: uploaded, bytes: output.bytes(bytes) }),
    say('cli.sum.completed', { count: String(completed) }),
  ];
  if (duplicates > 0) parts.push(say('cli.sum.duplicates', { count: duplicates }));
  if (failed > 0) parts.push(output.paint.bad(say('cli.sum.attention', { count: failed })));
  const time = output.seconds(summary.seconds);
  output.line(say('cli.watch.end', { time, summary: parts.join(' · ') }));
}
