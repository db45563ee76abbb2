import { type RefObject, useLayoutEffect, useMemo } from 'react';
import { blocksPerSection } from '../../model/sections.ts';
import type { DocumentSummary } from '../../model/types.ts';
import type { RemoteDocument } from '../../worker/document-client.ts';
import { SectionBlocks } from './section-blocks.ts';
import { SectionHeights } from './section-heights.ts';
import { Sheet } from './sheet.ts';

/** The sheet of one part of the text, alive while its sections are drawn in the pane. */
export function useSheet(
  remote: RemoteDocument,
  { blocks, sectionBytes }: DocumentSummary,
  part: { readonly from: number; readonly to: number },
  scroller: RefObject<HTMLElement | null>,
): Sheet {
  const all = useMemo(
    () => ({
      blocks: new SectionBlocks(remote),
      heights: new SectionHeights(sectionBytes, blocks),
      totalBlocks: blocks,
    }),
    [remote, sectionBytes, blocks],
  );
  const from = part.from / blocksPerSection;
  const to = Math.ceil(part.to / blocksPerSection);
  const sheet = useMemo(() => new Sheet({ ...all, from, to }), [all, from, to]);
  useLayoutEffect(() => {
    if (scroller.current === null) return undefined;
    scroller.current.scrollTop = 0;
    return sheet.attach(scroller.current);
  }, [sheet, scroller]);
  return sheet;
}
