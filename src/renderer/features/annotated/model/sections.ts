/**
 * Blocks that come into the page, and leave it, together: few enough to be drawn within one frame, and so
 * many that a long document has few sections.
 */
export const blocksPerSection = 40;

export const sectionOf = (block: number): number => Math.floor(block / blocksPerSection);
