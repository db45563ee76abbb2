import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { wayBelow, withSlashes } from './below.ts';

export interface RootPlace {
  readonly id: string;
  /** Absolute, as the settings spell it. */
  readonly path: string;
}

export interface NestedRoot {
  readonly id: string;
  /**
   * Where it lies below the outer root, spelled as the disk does, forward slashes; empty when both are the
   * same folder.
   */
  readonly path: string;
}

/** Which roots lie inside which. */
export interface Nesting {
  readonly inside: ReadonlyMap<string, readonly NestedRoot[]>;
  /** Real paths of the roots that could be looked at, forward slashes. */
  readonly realPaths: ReadonlyMap<string, string>;
}

/** The roots with Sluice's own data folder among them, under an id that no watch folder has. */
export function withOwn(roots: readonly RootPlace[], own: string | undefined): readonly RootPlace[] {
  return own === undefined ? roots : [...roots, { id: ownId, path: own }];
}

const ownId = '.data';

/**
 * Whether a root is Sluice's data folder, or lies in it: all that is watched there is a copy of the samples.
 */
export function isOwn({ inside }: Nesting, id: string): boolean {
  const place = inside.get(ownId)?.find((root) => root.id === id);
  return place !== undefined && !/^samples(?:\/|$)/.test(place.path);
}

/** The directories in a root that are roots of their own. */
export function nestedIn({ inside }: Nesting, id: string): string[] {
  return (inside.get(id) ?? []).map(({ path }) => path).filter((path) => path !== '');
}

/** What a root really is. Plain data. */
export interface RootIdentity {
  readonly real: string;
  /** The root and every folder above it, with the identity of each. */
  readonly chain: readonly { readonly path: string; readonly identity: string }[];
}

/** The part of the file gate that looks at roots. */
export interface RootLook {
  readonly lookAtRoot: typeof lookAtRoot;
  readonly spelledByDisk: typeof spelledByDisk;
}

const hereLook: RootLook = { lookAtRoot, spelledByDisk };

/** How long a root is looked for: one on a dead mount keeps nobody waiting. Milliseconds. */
const lookFor = 2_000;

/**
 * Finds which roots lie inside others: by their paths as they are spelled, and by what they really are, so
 * that links, another case on a volume that folds it, and a folder mounted twice deceive nobody. One that
 * cannot be looked at counts by its spelling alone.
 */
export async function findNesting(roots: readonly RootPlace[], look: RootLook = hereLook): Promise<Nesting> {
  const looked = new Map<string, RootIdentity | null>();
  await Promise.all(
    roots.map(async ({ id, path }) => looked.set(id, await within(lookFor, look.lookAtRoot(path)))),
  );
  const inside = new Map<string, NestedRoot[]>();
  for (const outer of roots) {
    const found = new Map<string, NestedRoot>();
    for (const inner of roots) {
      if (inner.id === outer.id) continue;
      for (const path of await placesInside(outer, inner, looked, look))
        found.set(`${inner.id}\n${path}`, { id: inner.id, path });
    }
    inside.set(outer.id, [...found.values()]);
  }
  const realPaths = new Map<string, string>();
  for (const [id, place] of looked) if (place) realPaths.set(id, withSlashes(place.real));
  return { inside, realPaths };
}

async function placesInside(
  outer: RootPlace,
  inner: RootPlace,
  looked: ReadonlyMap<string, RootIdentity | null>,
  look: RootLook,
): Promise<string[]> {
  const spelled = wayBelow(resolve(inner.path), resolve(outer.path));
  const top = looked.get(outer.id)?.chain[0];
  const own = looked.get(inner.id);
  const place = top && own?.chain.find(({ identity }) => identity === top.identity);
  const real = place && own ? wayBelow(own.real, place.path) : undefined;
  const named = real === undefined ? undefined : await within(lookFor, look.spelledByDisk(outer.path, real));
  return [...new Set([spelled, real, named ?? undefined])].filter((path) => path !== undefined);
}

/** Null for what cannot be looked at. */
export async function lookAtRoot(path: string): Promise<RootIdentity | null> {
  try {
    const real = await realpath(path);
    const chain: { path: string; identity: string }[] = [];
    for (let at = real; ; at = dirname(at)) {
      const { dev, ino } = await stat(at, { bigint: true });
      chain.push({ path: at, identity: `${dev}:${ino}` });
      if (dirname(at) === at) return { real, chain };
    }
  } catch {
    return null;
  }
}

/** A path below a folder with each name as the folder lists it: settings may spell it in another case. */
export async function spelledByDisk(root: string, path: string): Promise<string | null> {
  const names: string[] = [];
  let at = root;
  try {
    for (const wanted of path.split('/').filter((name) => name !== '')) {
      const listed = await readdir(at);
      let name = wanted;
      if (!listed.includes(wanted)) {
        const folded = listed.filter((one) => fold(one) === fold(wanted));
        if (folded.length !== 1) return null;
        name = folded[0] as string;
      }
      names.push(name);
      at = join(at, name);
    }
    return names.join('/');
  } catch {
    return null;
  }
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function within<T>(milliseconds: number, work: Promise<T | null>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((done) => {
    timer = setTimeout(done, milliseconds, null);
    timer.unref();
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
