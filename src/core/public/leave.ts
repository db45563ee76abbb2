import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isAtOrBelow, wayBelow } from '#core/local/below.ts';
import { createDoubtfulMounts, type DoubtfulMounts } from '#core/local/doubtful-mounts.ts';
import { type PageCallName, pageCalls } from '#shared/bridge/contract.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { said } from '#shared/spoken/said.ts';
import { isNetworkPath } from '../ports/local-path.ts';
import type { SettingsPort } from '../ports/settings.ts';
import { isPageCall } from './is-page-call.ts';
import { type Want, wantsOf } from './wants-of.ts';

/**
 * What a person allowed the pages. A page is a program that may be led astray, so it names paths and options,
 * and the host asks whether a person picked them: in a dialog of the system, by dropping them, or by an
 * answer given where no page can speak.
 */
export interface Leave {
  /** The person picked this file or folder, and with it what lies below. */
  grant(path: string): void;
  /** What this call wants and has no leave for. */
  missing(name: PageCallName, input: unknown): Promise<Want[]>;
  /**
   * What a person is asked for a call as it comes over the wire: where each path really leads, and no more
   * than can be read; who gives leave for it is asked for the rest. Nothing where it is no call, or not one
   * that would be answered.
   *
   * @throws AppError `USAGE` for a relative path, which nobody can give leave for
   */
  wanted(name: string, input: unknown): Promise<Want[]>;
  /** The person gave leave for all of this, until Sluice ends. */
  give(wants: readonly Want[]): Promise<void>;
  /** @throws AppError `LEAVE_NEEDED` when there is something it has no leave for */
  check(name: PageCallName, input: unknown): Promise<void>;
}

export interface LeaveOptions {
  readonly mounts?: Pick<DoubtfulMounts, 'of'>;
  /** The path with all links resolved; it never rejects. */
  readonly follow?: (path: string) => Promise<string>;
}

/** A longer list is agreed to unread. */
const mostAsked = 20;
/** Characters of all of them: a long path would push those before it off the screen. */
const longestAsked = 2_000;

type PathWant = Extract<Want, { path: string }>;

/** What was given for one database holds for no other. */
function keyAt(want: PathWant, real: string): string {
  return want.kind === 'trust' ? `${want.kind} ${real} ${want.database}` : `${want.kind} ${real}`;
}

/**
 * Only names are looked at, so it goes around the file gate. Of a drive that may hang (docs/adr/0015) one
 * question at a time is asked, and none for a path that cannot lie on it: while it keeps silent, all other
 * calls are answered.
 *
 * @param roots folders below which everything may be read and written; the host's own places
 */
export function createLeave(
  settings: SettingsPort,
  roots: readonly string[],
  { mounts = createDoubtfulMounts(), follow = followLinks }: LeaveOptions = {},
): Leave {
  const granted = new Set<string>(roots.map((root) => resolve(root)));
  const given = new Set<string>();
  /** Whoever sets Sluice up names services, and corrects them, before there are documents for another one. */
  let isSettingUp = settings.get().profiles.length === 0;
  /** The last question to each such drive. */
  const asked = new Map<string, Promise<string>>();

  /** The folders a person picked or watches. */
  const known = () => [...granted, ...settings.get().folders.map((folder) => folder.path)];

  function realOf(path: string): Promise<string> {
    const whole = resolve(path);
    // To ask another machine, Windows signs in there as the person: not because a page says so.
    if (isNetworkPath(path) && known().every((root) => wayBelow(whole, resolve(root)) === undefined))
      return Promise.resolve(whole);
    const drive = mounts.of(whole);
    if (drive === undefined) return follow(whole);
    const answer = (asked.get(drive) ?? Promise.resolve()).then(() => follow(whole));
    asked.set(drive, answer);
    return answer;
  }

  /**
   * Whether something that lies on a drive, or on none that may hang, may lie below a folder, as far as the
   * drives tell.
   */
  function mayHold(root: string, drive: string | undefined): boolean {
    const other = mounts.of(resolve(root));
    return other === undefined || (drive !== undefined && isAtOrBelow(drive, other));
  }

  async function keyOf(want: Want): Promise<string> {
    return 'address' in want ? `${want.kind} ${want.address}` : keyAt(want, await realOf(want.path));
  }

  /** With links resolved, so that what lies below a picked folder does not lead out of it. */
  async function isGranted(path: string): Promise<boolean> {
    if (!isAbsolute(path)) return false;
    const drive = mounts.of(resolve(path));
    const real = await realOf(path);
    for (const root of known()) {
      if (mayHold(root, drive) && wayBelow(real, await realOf(root)) !== undefined) return true;
    }
    return false;
  }

  async function isAllowed(want: Want): Promise<boolean> {
    if (given.has(await keyOf(want)) || (want.kind === 'service' && isSettingUp)) return true;
    return (want.kind === 'read' || want.kind === 'write') && isGranted(want.path);
  }

  async function missing(name: PageCallName, input: unknown): Promise<Want[]> {
    const look = () => {
      const current = settings.get();
      // An import or a command may have added the first folder.
      isSettingUp &&= current.folders.length === 0 && name !== 'folders.add' && name !== 'uploads.add';
      return wantsOf(name, input, current);
    };
    for (let wants = look(); ; ) {
      const allowed = await Promise.all(wants.map(isAllowed));
      // Another call may have changed the folder meanwhile: leave to delete files is for one path.
      const now = look();
      if (isDeepStrictEqual(now, wants)) return wants.filter((_, index) => !allowed[index]);
      wants = now;
    }
  }

  async function toAsk(wants: readonly Want[]): Promise<Want[]> {
    const found = new Map<string, Want>();
    let length = 0;
    for (const one of wants) {
      length += ('address' in one ? one.address : one.path).length;
      if (found.size === mostAsked || (found.size > 0 && length > longestAsked)) break;
      if ('address' in one) {
        found.set(await keyOf(one), one);
        continue;
      }
      const { path } = one;
      if (!isAbsolute(path)) throw new AppError('USAGE', { spoken: said('usage.noWholePath', { path }) });
      const want = { ...one, path: await realOf(path) };
      found.set(keyAt(want, want.path), want);
    }
    return [...found.values()];
  }

  return {
    grant: (path) => void granted.add(resolve(path)),
    missing,
    async wanted(name, input) {
      if (!isPageCall(name)) return [];
      const parsed = pageCalls[name].input.safeParse(input);
      return parsed.success ? toAsk(await missing(name, parsed.data)) : [];
    },
    async give(wants) {
      for (const want of wants) {
        if (want.kind === 'read' || want.kind === 'write') granted.add(resolve(want.path));
        else given.add(await keyOf(want));
      }
    },
    async check(name, input) {
      const [first] = await missing(name, input);
      if (first !== undefined)
        throw new AppError('LEAVE_NEEDED', { detail: 'address' in first ? first.address : first.path });
    },
  };
}

/** The path with all links resolved; of what is not there yet, those of the folder it would be in. */
async function followLinks(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return real;
  const parent = dirname(path);
  return parent === path ? path : join(await followLinks(parent), path.slice(parent.length));
}
