import { type MouseEvent, useCallback, useEffect, useMemo, useState } from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { blocksPerSection, sectionOf } from '../model/sections.ts';
import type { BlockRange, DocumentCounts } from '../model/types.ts';
import type { RemoteDocument } from '../worker/document-client.ts';
import type { Sheet } from './sheet/sheet.ts';
import classes from './text-pane.module.css';

interface MinimapProps {
  readonly remote: RemoteDocument;
  readonly sheet: Sheet;
  readonly counts: DocumentCounts | null;
  /** Changes with what is searched for, and with what was found of it. */
  readonly search: string;
  /** Blocks of this part of the text; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly shown: BlockRange | null;
  /** Blocks with notes. */
  readonly noted: readonly number[];
  readonly onBlock: (block: number) => void;
}

/** Its own units: a text is so high. */
const height = 1000;
/** A lower one could not be seen. */
const least = 3;
/** Tones nearer to nothing are not shown. */
const faint = 0.05;
/** Milliseconds between two looks at how high the sections are. */
const lookEvery = 300;

/**
 * The whole text beside the scroll bar: its tone, events, hits and notes; a click leads there. What it shows
 * is in the tables and behind the counters too, for who does not see it.
 */
export function Minimap(props: MinimapProps) {
  const { remote, sheet, counts, search, from, to, shown, noted, onBlock } = props;
  const { t } = useI18n();
  const topOf = useTops(sheet);
  const hits = useBlocks(remote, 'foundBlocks', search);
  const events = useBlocks(remote, 'eventBlocks', counts === null ? '' : String(counts.events));
  const points = counts?.sentiment;
  const tones = useMemo(() => {
    const all = points ?? [];
    const blocks = counts?.readBlocks ?? 0;
    const paths = { positive: '', negative: '' };
    if (blocks === 0) return paths;
    for (const [index, point] of all.entries()) {
      if (point === null || Math.abs(point) < faint) continue;
      const top = topOf((index / all.length) * blocks);
      const size = Math.max(least, topOf(((index + 1) / all.length) * blocks) - top);
      paths[point > 0 ? 'positive' : 'negative'] += `M0 ${top}h4v${size}h-4z`;
    }
    return paths;
  }, [points, counts?.readBlocks, topOf]);
  const barsOf = useCallback(
    (blocks: readonly number[], left: number, width: number) =>
      blocks
        .filter((block) => block >= from && block < to)
        .map((block) => `M${left} ${topOf(block)}h${width}v${least}h-${width}z`)
        .join(''),
    [from, to, topOf],
  );
  const bars = useMemo(
    () => ({ events: barsOf(events, 5, 4), hits: barsOf(hits, 10, 4), notes: barsOf(noted, 15, 4) }),
    [barsOf, events, hits, noted],
  );
  function onClick(event: MouseEvent<SVGSVGElement>): void {
    const { top, height: size } = event.currentTarget.getBoundingClientRect();
    const wanted = ((event.clientY - top) / size) * height;
    const near = [...hits, ...noted, ...events].find((block) => Math.abs(topOf(block) - wanted) < least * 2);
    let block = near ?? from;
    while (near === undefined && block + 1 < to && topOf(block + 1) <= wanted) block += 1;
    onBlock(block);
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: find, the tables and the keys of the text lead to the same places.
    <svg
      className={classes.minimap}
      viewBox={`0 0 19 ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('text.minimap')}
      onClick={onClick}
    >
      <path className={classes.mapPositive} d={tones.positive} />
      <path className={classes.mapNegative} d={tones.negative} />
      <path className={classes.mapEvents} d={bars.events} />
      <path className={classes.mapHits} d={bars.hits} />
      <path className={classes.mapNotes} d={bars.notes} />
      {shown !== null && <path className={classes.mapShown} d={barsOf([shown.block], 0, 19)} />}
    </svg>
  );
}

/** Where a block begins, in units of the map. */
function useTops(sheet: Sheet): (block: number) => number {
  const [tops, setTops] = useState(() => sheet.heights.tops());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      setTops(sheet.heights.tops());
    };
    look();
    const stop = sheet.onChange('heights', () => {
      timer ??= setTimeout(look, lookEvery);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [sheet]);
  return useMemo(() => {
    const begin = tops[sheet.from] ?? 0;
    const whole = Math.max(1, (tops[sheet.to] ?? 0) - begin);
    return (block: number) => {
      const section = sectionOf(block);
      const top = tops[section] ?? begin + whole;
      const share = (block - section * blocksPerSection) / blocksPerSection;
      const own = (tops[section + 1] ?? top) - top;
      return Math.round(((top - begin + share * own) / whole) * height * 10) / 10;
    };
  }, [sheet, tops]);
}

/** Blocks that hold something, as the worker knows them now. */
function useBlocks(
  remote: RemoteDocument,
  method: 'foundBlocks' | 'eventBlocks',
  version: string,
): readonly number[] {
  const [blocks, setBlocks] = useState<readonly number[]>([]);
  useEffect(() => {
    if (version === '') return setBlocks([]);
    let isOld = false;
    void remote[method]().then((found) => {
      if (!isOld) setBlocks(found);
    });
    return () => {
      isOld = true;
    };
  }, [remote, method, version]);
  return blocks;
}
