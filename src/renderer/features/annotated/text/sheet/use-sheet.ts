import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
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
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (scroller.current === null) return undefined;
    // A new pane begins there, and would be laid out to hear it.
    if (!isFirst.current) scroller.current.scrollTop = 0;
    isFirst.current = false;
    return sheet.attach(scroller.current);
  }, [sheet, scroller]);
  return sheet;
}
