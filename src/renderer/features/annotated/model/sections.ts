/**
 * Blocks that come into the page, and leave it, together: few enough to be drawn within one frame, and so
 * many that a long document has few sections.
 */
export const blocksPerSection = 40;

export const sectionOf = (block: number): number => Math.floor(block / blocksPerSection);

/** Sections whose places come into the page and leave it together: a very long text has a hundred. */
export const sectionsPerStretch = 20;

export const stretchOf = (section: number): number => Math.floor(section / sectionsPerStretch);

/** Characters of a block that are shown before a person asks for more (J8). */
export const foldedAt = 6_000;
/** Characters of one block in the page at most. */
export const mostShown = 400_000;
