export interface Licence {
  /** `zod@4.6.7` */
  readonly name: string;
  /** As the package calls it: `MIT`. */
  readonly kind: string;
  readonly text: string;
}

/** What stands above each package: name and licence between two lines. */
const head = /^={80}\n(.+) \((.*)\)\n={80}\n/m;

/** What the build writes as notices (`scripts/third-party-notices.ts`), a package each. */
export function readNotices(notices: string): Licence[] {
  const [, ...parts] = notices.split(head);
  const licences: Licence[] = [];
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [name = '', kind = '', text = ''] = parts.slice(at, at + 3);
    licences.push({ name, kind, text: text.trim() });
  }
  return licences;
}
