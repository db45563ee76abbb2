const files = import.meta.glob<string>(['../../../../docs/*.md', '../../../../CHANGELOG.md'], {
  query: '?raw',
  import: 'default',
});
const byName = new Map(
  Object.entries(files).map(([path, read]) => [path.slice(path.lastIndexOf('/') + 1, -'.md'.length), read]),
);

/** Whether a page of the documentation ships with Sluice; `name` is its file's, without the end. */
export function isShipped(name: string): boolean {
  return byName.has(name);
}

/** The Markdown of a page of `docs`, or of `CHANGELOG`, a chunk each; null where none is called so. */
export async function readPage(name: string): Promise<string | null> {
  return (await byName.get(name)?.()) ?? null;
}

/** One version of the changes. */
export interface VersionChanges {
  /** As its heading says it. */
  readonly title: string;
  readonly text: string;
}

/** The changes of each version, the newest first. */
export function versionsOf(changelog: string): VersionChanges[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { title: part.slice(0, end).trim(), text: part.slice(end + 1) };
    });
}
