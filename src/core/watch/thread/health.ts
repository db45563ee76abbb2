import type { OwnPlace } from '../rules/compile-rules.ts';
import { type Said, said } from '#shared/spoken/said.ts';
import { kernelSetting } from '#core/local/kernel-setting.ts';
import type { Odd } from '../rules/ignore-files.ts';
import { ignoreFileName } from '../rules/read-ignore-file.ts';
import { joinRelative } from '#core/local/names.ts';

/** What is said for each way a folder can be watched or not. All times in milliseconds. */
export const healthSentences = {
  starting: said('health.starting'),
  paused: said('health.paused'),
  native: (everyMs: number) => said('health.native', { everyMs }),
  network: (kind: string, everyMs: number, settleMs: number) =>
    said('health.network', { kind, everyMs, settleMs }),
  asked: (everyMs: number) => said('health.asked', { everyMs }),
  tooMany: (directories: number, everyMs: number) => said('health.tooMany', { directories, everyMs }),
  missing: said('health.missing'),
  unmounted: said('health.unmounted'),
  otherVolume: said('health.otherVolume'),
  away: (held: readonly { directory: string; files: number }[]) =>
    said('health.away', {
      count: held.reduce((sum, { files }) => sum + files, 0),
      places: [...new Set(held.map(({ directory }) => directory || '.'))].join(', '),
    }),
  unreadable: said('health.unreadable'),
  /** Wall time, ms; said to the minute, as the person's clock shows it. */
  silent: (since: number) => said('health.silent', { since: localMinute(new Date(since)) }),
  limit(error: string, everyMs: number): Said {
    if (process.platform !== 'linux') return said('health.limit', { error, everyMs });
    const [name, wanted] =
      error === 'ENOSPC'
        ? ['fs.inotify.max_user_watches', 1_048_576]
        : ['fs.inotify.max_user_instances', 1024];
    const current = kernelSetting(name);
    return said('health.limitLinux', {
      everyMs,
      setting: current === null ? name : `${name} = ${current}`,
      command: `sudo sysctl -w ${name}=${wanted}`,
    });
  },
};

function localMinute(time: Date): string {
  const [year, month, day, hour, minute] = [
    time.getFullYear(),
    ...[time.getMonth() + 1, time.getDate(), time.getHours(), time.getMinutes()].map((part) =>
      String(part).padStart(2, '0'),
    ),
  ];
  return `${year}-${month}-${day} ${hour}:${minute}`;
}

/** Changes that wait for less to be looked at are nothing to tell of: thousands may come at once, ms. */
const behindAfter = 5 * 60_000;

/** @param since when the oldest change came that was not looked at yet; wall time, ms, as `now` */
export function behindRemarks(since: number | undefined, now: number): Said[] {
  const isBehind = since !== undefined && now - since >= behindAfter;
  return isBehind ? [said('health.behind', { since: localMinute(new Date(since)) })] : [];
}

/** Characters of an error's message that are told. */
const mostOfError = 200;

export function failedRemarks(error: string | undefined): Said[] {
  return error === undefined ? [] : [said('health.lookFailed', { error: error.slice(0, mostOfError) })];
}

/** Remarks made one by one; a folder full of odd files is told of in sum. */
const mostRemarks = 3;
const remarkOf = {
  odd: 'health.ignoreOdd',
  large: 'health.ignoreLarge',
  slow: 'health.ignoreSlow',
  unread: 'health.ignoreUnread',
} as const;

/** Remarks on directories in a watch folder that are left out as data folders of Sluice. */
export function dataFolderRemarks(places: ReadonlyMap<string, OwnPlace>): Said[] {
  return [...places.keys()]
    .filter((path) => places.get(path) === 'data-folder')
    .slice(0, mostRemarks)
    .map((path) => (path === '' ? said('health.dataFolder') : said('health.dataFolderBelow', { path })));
}

/** Remarks on `.sluiceignore` files that are not followed (W16). Those that hold back files come first. */
export function ignoreRemarks(odd: ReadonlyMap<string, Odd>): Said[] {
  const remarks = [...odd]
    .sort(([, one], [, two]) => Number(one === 'odd') - Number(two === 'odd'))
    .slice(0, mostRemarks)
    .map(([directory, why]) => said(remarkOf[why], { path: joinRelative(directory, ignoreFileName) }));
  const more = odd.size - remarks.length;
  return more > 0 ? [...remarks, said('health.ignoreMore', { count: more })] : remarks;
}
