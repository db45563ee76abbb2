import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Profile } from '#shared/settings/profile.ts';
import { dataDirectory } from '../adapters/data-directory.ts';
import { changeLines, leftOutLines } from '../configuration/change-text.ts';
import { confirm } from '../confirm.ts';
import type { Context } from '../context.ts';
import { addExamples } from '../help/examples.ts';
import type { Host, Outcome } from '../host.ts';
import { formatTime } from '../output/format.ts';

/** `sluice backup` */
export function declareBackup(backup: Command, host: Host): void {
  backup
    .argument('<to>', 'a file that is not there yet, or a folder, in which it is named by the time')
    .action(host.plain(back));
  addExamples(backup, 'sluice backup /mnt/backups', 'sluice backup sluice.backup --quiet');
}

/** `sluice restore` */
export function declareRestore(restore: Command, host: Host): void {
  restore
    .argument('<file>', 'the backup')
    .option('--yes', 'do not ask')
    .option(
      '--accept-settings',
      'take it unchanged: its uploads, addresses that keys may go to, places of keys, teams, network; nothing of it is paused',
    )
    .action(host.plain(putBackup));
  addExamples(restore, 'sluice restore sluice.backup --yes', {
    line: 'sluice restore sluice.backup --accept-settings',
    does: 'a backup of your own, on another machine',
  });
}

/** `sluice rollback` */
export function declareRollback(rollback: Command, host: Host): void {
  rollback.option('--yes', 'do not ask').action(host.plain(goBack));
  addExamples(rollback, 'sluice rollback --yes');
}

/**
 * The data folder, and what a person wrote as an absolute path. What a killed restore began is ended first.
 * The help does without all that is loaded here and below.
 */
async function placesOf({ environment, options }: Context) {
  const folder = dataDirectory(options, environment);
  const { assertNonePlanted, assertNotOfOthers } = await import('#core/public/files.ts');
  assertNotOfOthers(folder);
  assertNonePlanted(folder);
  const { finishRestore } = await import('#core/public/finish-restore.ts');
  finishRestore(folder);
  return { folder, absolute: (path: string) => resolve(environment.workingDirectory, path) };
}

async function back(context: Context, to: string): Promise<void> {
  const { environment, output } = context;
  const { folder, absolute } = await placesOf(context);
  const { makeBackup } = await import('#core/public/backup.ts');
  const { path, bytes, manifest } = await makeBackup({
    dataDirectory: folder,
    to: absolute(to),
    now: Date.now(),
    onProgress: (part) => output.live(output.say('cli.backup.copying', { percent: Math.floor(part * 100) })),
    signal: environment.interrupted,
  });
  output.endLive(false);
  const { madeAt, ledger } = manifest;
  const result = { path, bytes, madeAt, schema: ledger.schema, uploads: ledger.uploads };
  output.result(result, () => {
    output.line(output.say('cli.backup.done', { path, size: output.bytes(bytes), count: ledger.uploads }));
    output.line(output.say('cli.backup.noKey'));
  });
}

interface RestoreFlags {
  readonly yes?: boolean;
  readonly acceptSettings?: boolean;
}

async function putBackup(
  context: Context,
  file: string,
  { yes, acceptSettings }: RestoreFlags,
): Promise<Outcome> {
  const { output } = context;
  const { folder, absolute } = await placesOf(context);
  const { lookAtBackup, restoreBackup } = await import('#core/public/backup.ts');
  const acceptsSettings = acceptSettings === true;
  const asked = { dataDirectory: folder, from: absolute(file), now: Date.now(), acceptsSettings };
  const looked = await lookAtBackup(asked);
  const { madeAt, ledger } = looked.manifest;
  for (const line of [...changeLines(looked.changes, output), ...leftOutLines(looked.leftOut, output)])
    output.note(line);
  const { takesLedger } = looked;
  if (!takesLedger) output.note(output.say('cli.restore.foreign'));
  const question = output.say('cli.restore.ask', {
    takes: takesLedger ? 'ledger' : 'settings',
    time: formatTime(Date.parse(madeAt)),
    count: ledger.uploads,
    folder,
  });
  if (yes !== true && !(await confirm(context, question, 'yes'))) return 'partial';
  const { kept, manifest, settings, changes, leftOut, paused } = await restoreBackup({
    ...asked,
    shown: looked.manifest,
  });
  if (acceptsSettings) await bindKeys(context, folder, settings?.profiles ?? []);
  const result = {
    folder,
    madeAt,
    schema: manifest.ledger.schema,
    uploads: manifest.ledger.uploads,
    files: Object.keys(manifest.files),
    changes,
    leftOut,
    takesLedger,
    kept,
    paused,
  };
  output.result(result, () => {
    output.line(output.say('cli.restore.done', { time: formatTime(Date.parse(madeAt)), folder }));
    sayWhatFollows(context, kept, takesLedger);
    output.line(output.say('cli.restore.noKey'));
    if (paused > 0) output.line(output.say('cli.restore.paused', { count: paused }));
  });
  return undefined;
}

/** The user accepted the addresses of the backup; what is bound here stays as it is. */
async function bindKeys({ output }: Context, folder: string, profiles: readonly Profile[]): Promise<void> {
  const { originsOf } = await import('#core/ports/profile-addresses.ts');
  const { openKeyFile } = await import('../adapters/key-file.ts');
  const keys = openKeyFile(folder, (key, values) => output.note(output.say(key, values)));
  for (const { id, ...profile } of profiles)
    await keys.change(id, (kept) =>
      kept.origins.length > 0 ? kept : { ...kept, origins: originsOf(profile) },
    );
}

async function goBack(context: Context, { yes }: { yes?: boolean }): Promise<Outcome> {
  const { output } = context;
  const { folder } = await placesOf(context);
  const { findOlderLedger, rollBack } = await import('#core/public/backup.ts');
  const older = findOlderLedger(folder);
  const time = formatTime(older.copiedAt);
  const question = output.say('cli.rollback.ask', {
    time,
    since: older.since === undefined ? 'unknown' : 'known',
    count: older.since ?? 0,
  });
  if (yes !== true && !(await confirm(context, question, 'yes'))) return 'partial';
  const { kept } = await rollBack(folder, Date.now());
  const { path, schema, copiedAt, since } = older;
  const result = {
    folder,
    path,
    schema,
    copiedAt: new Date(copiedAt).toISOString(),
    since: since ?? null,
    kept,
  };
  output.result(result, () => {
    output.line(output.say('cli.rollback.done', { time, folder }));
    sayWhatFollows(context, kept);
  });
  return undefined;
}

function sayWhatFollows({ output }: Context, kept: readonly string[], takesLedger = true): void {
  for (const path of kept) output.line(output.say('cli.restore.kept', { path }));
  if (takesLedger) output.line(output.say('cli.restore.next'));
}
