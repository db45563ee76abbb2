import { resolve } from 'node:path';
import { isAtOrBelow, wayBelow } from '#core/local/below.ts';
import type { Look } from '#core/local/look.ts';
import { parentOf } from '#core/local/names.ts';
import { nullIfSilent } from '#core/local/volume-gate.ts';
import { type Mount, mountOf, type RootMounts } from '#core/local/mounts.ts';
import { readMountTable } from '#core/local/mount-table.ts';
import { namesMount, withMounts } from './mounted-look.ts';
import { absolute, type RootView } from './root-context.ts';
import { unclearDevice } from '../../ledger/local-file-row.ts';
import type { WatchedVolume } from '../../ledger/watched-volumes.ts';
import { compareVolumes, isRecognised, type VolumeIdentity } from './volume-identity.ts';

/** A volume as a pass saw it. */
export interface FoundVolume extends WatchedVolume {
  /** The number it was known under, when it has another one now. */
  readonly before: string | null;
}

/** Files that are out of sight with their volume: those of this device at and below the directory. */
export interface HeldFiles {
  readonly directory: string;
  readonly device: string;
  readonly files: number;
}

/**
 * What became of a name that is not found: deleted for certain, out of sight with its volume, or nobody can
 * tell now.
 */
export type Fate = 'deleted' | 'out-of-sight' | 'unclear';

type Row = { readonly directory: string; readonly name: string; readonly device: string };

/** A volume of the ledger, and what lies there now; null when it is not there. */
interface Place {
  readonly known: WatchedVolume;
  readonly now: VolumeIdentity | null;
  /** Only its contents say that it is the known one. */
  readonly isDoubtful?: boolean;
}

type RootLike = Pick<RootView, 'folder' | 'thread' | 'look' | 'volume'>;

/**
 * Rows looked for again from each end of a volume's files, in order of their paths, to recognise it by its
 * contents.
 */
const sampled = 16;

/**
 * The volumes of one root: the one it lies on and those mounted below it (W9). A file that vanished counts as
 * deleted only where the directory it was in, or what is left of the path to it, still lies on the volume the
 * file was seen on.
 */
export class Places {
  readonly #root: RootLike;
  /** For what may not be there or may hang: the root's own look is chosen by what lies there. */
  readonly #patient: Look;
  #mounts: RootMounts = { own: undefined, below: [], disguised: [] };
  #places: readonly Place[] = [];
  /** Mounts in the place of a drive that is away and had their number: that is the number of its files. */
  #substitutes: readonly Mount[] = [];
  /** Those that `findKnown` found so far. */
  #told: Mount[] = [];
  /** Lines of the table of mounts, of those below the root. */
  #table: string | undefined;
  /** The mounts below the root when `#places` was made. */
  #found: readonly Mount[] = [];
  /** Directories that lie on another volume than their parent. */
  #boundaries = new Set<string>();
  readonly #held = new Map<string, HeldFiles>();
  readonly #nearest = new Map<string, Promise<{ directory: string; device: string } | null>>();
  readonly #stands = new Map<Place, Promise<boolean>>();

  constructor(root: RootLike) {
    this.#root = root;
    this.#patient = withMounts(root.thread.gate.patient, () => [...this.#mounts.disguised, ...this.#told]);
  }

  /** The mounts below the root that the numbers of devices do not tell from what they lie on. */
  get disguised(): readonly Mount[] {
    return [...this.#mounts.disguised, ...this.#substitutes];
  }

  get held(): readonly HeldFiles[] {
    return [...this.#held.values()];
  }

  /**
   * Call before each round of conclusions: reads the table of mounts anew, and what was looked up before
   * counts no more.
   */
  async refresh(): Promise<void> {
    this.#nearest.clear();
    this.#stands.clear();
    const { thread, folder } = this.#root;
    this.#mounts = await thread.gate.mountsOfRoot(folder.path, thread.options.mountTable);
  }

  /**
   * Whether something was mounted or unmounted below the root since this was asked last. From the table alone:
   * a drive that hangs is not touched.
   */
  haveMountsChanged(): boolean {
    const { thread, folder } = this.#root;
    const below = readMountTable(thread.options.mountTable).filter(
      ({ point }) => wayBelow(point, folder.path) !== undefined,
    );
    const table = JSON.stringify(below);
    const isOther = this.#table !== undefined && this.#table !== table;
    this.#table = table;
    return isOther;
  }

  /** Whether the root is the one it was; true also where nothing is known of it yet. Begins a pass. */
  async knowsRoot(): Promise<boolean> {
    this.#held.clear();
    this.#boundaries = new Set();
    const { thread, folder } = this.#root;
    const now = await this.#identify('');
    if (now === null) return false;
    const known = thread.view.volumes(folder.id).find(({ directory }) => directory === '');
    const place = await this.#place(known ?? { directory: '', ...now }, now);
    // The volumes below stay known until `findKnown`: files are handed over in the meantime.
    this.#places = [place, ...this.#places.filter(({ known }) => known.directory !== '')];
    return place.now !== null;
  }

  /** Looks at the volumes that were mounted below the root when it was last looked through. */
  async findKnown(): Promise<void> {
    this.#found = this.#mounts.below;
    this.#told = [];
    const places = this.#places.filter(({ known }) => known.directory === '');
    const volumes = this.#root.thread.view.volumes(this.#root.folder.id);
    const below = volumes.filter(({ directory }) => directory !== '');
    // Substitutes that are known are looked at by the name they get here.
    const [named, numbered] = [true, false].map((is) => below.filter((one) => namesMount(one.device) === is));
    for (const known of [...(numbered ?? []), ...(named ?? [])]) {
      const now = await this.#identify(known.directory);
      const place = await this.#place(known, now);
      places.push(place);
      if (place.now === null && now?.device === known.device) this.#tellApart(known.directory, now);
    }
    this.#places = places;
    // Until here, files that were handed over used the previous list.
    this.#substitutes = this.#told;
  }

  /**
   * Takes up directories that were walked, with the device of each: where it changes, another volume begins.
   */
  async note(devices: ReadonlyMap<string, string>): Promise<void> {
    for (const [directory, device] of devices) {
      const parent = directory === '' ? undefined : devices.get(parentOf(directory));
      if (parent !== undefined && parent !== device) this.#boundaries.add(directory);
    }
    // The walk met another volume than the one that was there before it: that one is away.
    const isLeft = ({ known: { directory }, now }: Place) =>
      directory !== '' && now !== null && (devices.get(directory) ?? now.device) !== now.device;
    const met = this.#places.map((place) => (isLeft(place) ? { ...place, now: null } : place));
    // Where nothing is mounted any more and yet the files are found, it is a folder like any other from now
    // on.
    const places = met.filter(
      ({ known: { directory }, now }) => directory === '' || now === null || this.#boundaries.has(directory),
    );
    for (const directory of this.#boundaries) {
      const device = devices.get(directory);
      // A volume of the same number as the one whose files are missed there takes not its place: its files
      // wait with them.
      const isTaken = places.some(
        ({ known, now }) =>
          known.directory === directory && (known.device === device || now?.device === device),
      );
      const now = isTaken ? null : await this.#identify(directory);
      if (now) places.push({ known: { directory, ...now }, now });
    }
    this.#places = places;
  }

  /** True when the file lay on a volume that is known not to be there, so that nobody need look for it. */
  isAway(directory: string, device: string): boolean {
    const owner = this.#ownerOf(directory, device);
    return owner !== undefined && owner.now === null;
  }

  /**
   * True if a drive at this path came or went since the pass looked for the volumes, or since the file was
   * found with this device. Looks only at files beneath a drive, at new versions, and where only the table of
   * mounts distinguishes the drive from the folder beneath.
   */
  async isOutdated(
    { path, directory }: { readonly path: string; readonly directory: string },
    device: string,
    { isBeneath, isVersion }: { readonly isBeneath: boolean; readonly isVersion: boolean },
  ): Promise<boolean> {
    const isByTable = namesMount(device) || mountOf(path, this.disguised) !== undefined;
    if (!isBeneath && !isVersion && !isByTable) return false;
    await this.refresh();
    const owner = this.#innermost(directory, ({ now }) => now !== null);
    if (isVersion && owner && !(await this.#standsStill(owner))) return true;
    if (mountOf(path, this.#mounts.below)?.volume !== mountOf(path, this.#found)?.volume) return true;
    return (await this.#root.look.stat(path, this.#root.folder.followLinks))?.device !== device;
  }

  /**
   * True if a file found with this device lies where a drive that is away belongs, in the folder beneath it
   * or on another drive: the one that is away may have its own file of that name.
   */
  isBeneath(directory: string, device: string): boolean {
    const innermost = this.#innermost(directory, ({ known }) => known.directory !== '')?.known.directory;
    return this.#places.some(({ known, now }) => known.directory === innermost && now?.device !== device);
  }

  /**
   * True if a file was found with the device `known` on a drive, and what has its name now is not there;
   * `perhaps` if it may not be.
   */
  isOfOther(directory: string, known: string, now: string): boolean | 'perhaps' {
    if (known === unclearDevice || this.isDoubtful({ directory, device: known })) return 'perhaps';
    const owner = known === now ? undefined : this.#ownerOf(directory, known);
    return owner !== undefined && owner.known.directory !== '' && owner.now?.device !== now;
  }

  /**
   * True when a file found with this device is on the volume its row tells of, under a number the ledger has
   * yet to learn.
   */
  isRenumbered(directory: string, known: string, now: string): boolean {
    return this.#ownerOf(directory, known)?.now?.device === now;
  }

  hold(row: Omit<Row, 'name'>, directory = this.#placeOf(row)): void {
    const key = `${directory}\0${row.device}`;
    const files = (this.#held.get(key)?.files ?? 0) + 1;
    this.#held.set(key, { directory, device: row.device, files });
  }

  /** What became of a file that is not found under its name. */
  async fateOf(row: Row): Promise<Fate> {
    const owner = this.#ownerOf(row.directory, row.device);
    if (owner && !(await this.#standsStill(owner))) return 'out-of-sight';
    const { look } = this.#root;
    if (!(await look.absent(absolute(this.#root, row.directory, row.name)))) return 'unclear';
    const nearest = await this.nearest(row.directory);
    if (nearest === null) return 'unclear';
    // A person said that the files of this volume are deleted, whatever lies there now.
    if (row.device === '' || row.device === unclearDevice) return 'deleted';
    return nearest.device === (owner?.now?.device ?? row.device) ? 'deleted' : 'out-of-sight';
  }

  /**
   * True if only its contents speak for the volume of a row: another drive may hold some of the same files,
   * so that a file that is missing there need not be deleted.
   */
  isDoubtful({ directory, device }: Pick<Row, 'directory' | 'device'>): boolean {
    return this.#ownerOf(directory, device)?.isDoubtful === true;
  }

  /** A complete pass told of all that is missing: what goes from now on goes from what is there. */
  believe(): void {
    this.#places = this.#places.map(({ known, now }) => ({ known, now }));
  }

  /**
   * The directory itself or, when it is gone, what is left of the path to it; null when one of them cannot be
   * looked at.
   */
  nearest(directory: string): Promise<{ directory: string; device: string } | null> {
    const known = this.#nearest.get(directory);
    if (known) return known;
    const found = this.#findNearest(directory);
    this.#nearest.set(directory, found);
    return found;
  }

  /** The volumes that are there; one in doubt as it was known, so that the next pass doubts it too. */
  volumes(): FoundVolume[] {
    return this.#places.flatMap(({ known, now, isDoubtful }) => {
      if (now === null) return [];
      if (isDoubtful) return [{ ...known, before: null }];
      return [
        { directory: known.directory, ...now, before: known.device === now.device ? null : known.device },
      ];
    });
  }

  async #findNearest(directory: string): Promise<{ directory: string; device: string } | null> {
    const path = absolute(this.#root, directory);
    const stat = await Promise.resolve(this.#root.look.stat(path, true)).catch(nullIfSilent);
    if (stat) return { directory, device: stat.device };
    if (directory === '' || !(await this.#root.look.absent(path))) return null;
    return this.nearest(parentOf(directory));
  }

  /** The innermost known volume that a row of this device can lie on. */
  #ownerOf(directory: string, device: string): Place | undefined {
    return this.#innermost(directory, ({ known }) => known.device === device);
  }

  #innermost(directory: string, isMeant: (place: Place) => boolean): Place | undefined {
    let best: Place | undefined;
    for (const place of this.#places) {
      if (!isMeant(place) || !isAtOrBelow(directory, place.known.directory)) continue;
      const isDeeper = place.known.directory.length > (best?.known.directory.length ?? -1);
      if (isDeeper) best = place;
    }
    return best;
  }

  /** Where the files out of sight are said to be: the mount that is gone, or the one that hides them. */
  #placeOf(row: Omit<Row, 'name'>): string {
    const owner = this.#ownerOf(row.directory, row.device);
    if (owner && owner.now === null) return owner.known.directory;
    let hiding = '';
    for (const directory of this.#boundaries) {
      if (isAtOrBelow(row.directory, directory) && directory.length > hiding.length) hiding = directory;
    }
    if (hiding !== '') return hiding;
    if (owner && owner.known.directory !== '') return owner.known.directory;
    return row.directory.split('/')[0] ?? '';
  }

  /** Between two looks a mount may have gone or come: the directory must still be what it was. */
  #standsStill(place: Place): Promise<boolean> {
    const known = this.#stands.get(place);
    if (known) return known;
    const { now } = place;
    const stands =
      now === null
        ? Promise.resolve(false)
        : this.#identify(place.known.directory).then(
            (seen) => seen !== null && compareVolumes(now, seen, undefined) === 'same',
          );
    this.#stands.set(place, stands);
    return stands;
  }

  async #identify(directory: string): Promise<VolumeIdentity | null> {
    const looked = Promise.resolve(this.#patient.stat(absolute(this.#root, directory), true));
    // A drive inside the folder that does not answer is as good as away.
    const stat = await (directory === '' ? looked : looked.catch(nullIfSilent));
    if (stat?.kind !== 'directory') return null;
    const mount = this.#mountAt(directory);
    // Servers and drivers make times up, and exFAT says when it was mounted.
    const isBelieved = mount?.unique !== true && this.#root.volume.network === null;
    const born = isBelieved ? String(stat.bornMs ?? '') : '';
    return { device: stat.device, inode: stat.inode, born, volume: mount?.volume ?? '' };
  }

  #tellApart(directory: string, { born }: VolumeIdentity): void {
    const mount = this.#mounts.below.find(({ point }) => point === absolute(this.#root, directory));
    if (mount) this.#told.push({ ...mount, volume: `${mount.volume} ${born}` });
  }

  #mountAt(directory: string): Mount | undefined {
    return mountOf(absolute(this.#root, directory), this.#mounts.below) ?? this.#mounts.own;
  }

  async #place(known: WatchedVolume, now: VolumeIdentity | null): Promise<Place> {
    if (now === null) return { known, now };
    const compared = compareVolumes(known, now, this.#mountAt(known.directory));
    if (compared === 'same' || compared === 'renumbered') return { known, now };
    const isRecognised = compared === 'unknown' && (await this.#recognise(known));
    return isRecognised ? { known, now, isDoubtful: true } : { known, now: null };
  }

  /**
   * Looks for some of the files that the volume held: enough of them where and as they were, and it is the
   * same.
   */
  async #recognise(known: WatchedVolume): Promise<boolean> {
    const { thread, folder } = this.#root;
    const { network } = await thread.gate.lookAtVolume(absolute(this.#root, known.directory));
    const isRoot = known.directory === '' && known.inode !== '';
    const rows = thread.view.sample(folder.id, known.directory, known.device, sampled);
    let found = 0;
    for (const row of rows) {
      const path = absolute(this.#root, row.directory, row.name);
      const stat = await this.#patient.stat(path, folder.followLinks);
      // Network and FUSE volumes may make up inode numbers anew at each mount.
      const sameInode = stat?.inode === row.inode || network !== null;
      if (stat && sameInode && stat.size === row.size && stat.mtimeNs === row.mtimeNs) found++;
    }
    // Nothing says that a link to an empty folder leads where it did: it may lead to what is private by now
    // (W14).
    if (rows.length === 0 && isRoot && (await this.#isLinked())) return false;
    return isRecognised(rows.length, found);
  }

  /** Whether a link is on the way to the root. */
  async #isLinked(): Promise<boolean> {
    const { thread, folder } = this.#root;
    const root = await thread.gate.lookAtRoot(folder.path);
    return root !== null && root.real !== resolve(folder.path);
  }
}
