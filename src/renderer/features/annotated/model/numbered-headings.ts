const numberOf = /^(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\p{L}/u;
const appendixOf = /^(?:appendix|annex)\s+([a-z]|\d{1,2}|[ivx]+)\b/i;
/** Fewer chapters are numbers that happen to begin a heading. */
const fewestChapters = 3;

export interface Heading {
  readonly block: number;
  readonly title: string;
}

export interface NumberedHeading extends Heading {
  /** 0 for a chapter or an appendix. */
  readonly depth: number;
}

/**
 * The numbered chapters and sections of a document, and its appendices; undefined where they are in no such
 * order. A table of contents names each one before, so the last of a number counts.
 */
export function numberedHeadings(headings: readonly Heading[]): readonly NumberedHeading[] | undefined {
  const last = new Map<string, NumberedHeading>();
  for (const heading of headings) {
    const title = heading.title.trim();
    const number = numberOf.exec(title)?.[1];
    const appendix = appendixOf.exec(title)?.[1];
    if (number !== undefined) last.set(number, { ...heading, depth: number.split('.').length - 1 });
    else if (appendix !== undefined) last.set(`appendix ${appendix.toLowerCase()}`, { ...heading, depth: 0 });
  }
  const all = [...last.entries()].toSorted(([, left], [, right]) => left.block - right.block);
  const chapters = all.flatMap(([number, { depth }]) => (depth === 0 ? Number(number) || [] : []));
  const isInOrder = chapters.every((chapter, index) => chapter === index + 1);
  return isInOrder && chapters.length >= fewestChapters ? all.map(([, heading]) => heading) : undefined;
}
