// biome-ignore-all lint/a11y/useSemanticElements: tens of thousands of rows are drawn as they come into sight, which tables cannot.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: Enter on the grid does the same.

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { AcrossDocument, AcrossEntity, AcrossQuery } from '#shared/bridge/across.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { goTo } from '../../lib/route.ts';
import { ColumnHead } from '../../ui/column-head.tsx';
import { useTallRows } from '../json-tree/use-tall-rows.ts';
import classes from './across.module.css';
import { mentionHref } from './across-address.ts';
import { type ColumnName, columns } from './columns.ts';
import { DocumentLine, EntityLine } from './table-lines.tsx';
import { type Entities, useEntityPages } from './use-entities.ts';

interface EntityTableProps {
  readonly entities: Entities;
  readonly onSort: (sort: AcrossQuery['sort']) => void;
  /** Shows the documents of an entity; null shows none. */
  readonly onOpen: (key: string | null) => void;
}

const rowHeight = 34;
const headHeight = 34;
/** Names are of interest from A, figures from their largest on. */
const fromA: ReadonlySet<ColumnName> = new Set(['name', 'type', 'first']);

/** Entities, and below the one that is open the documents it is in. Only what is in sight is drawn and asked for. */
export function EntityTable({ entities, onSort, onOpen }: EntityTableProps) {
  const { t } = useI18n();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const { query, total, openAt, inOpen } = entities;
  const count = total + inOpen.length;
  const rows = useTallRows(scroller, { count, rowHeight, head: headHeight });
  const { from, to, scrollTo, topOf } = rows;
  /** The entity a line shows, or the document of the open one. */
  const lineOf = (line: number) =>
    line <= openAt || openAt < 0
      ? { entity: line, document: -1 }
      : line <= openAt + inOpen.length
        ? { entity: openAt, document: line - openAt - 1 }
        : { entity: line - inOpen.length, document: -1 };
  const entityAt = useEntityPages(entities, lineOf(from).entity, lineOf(Math.max(from, to - 1)).entity);
  const active = Math.max(0, Math.min(current, count - 1));

  const shown = JSON.stringify(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order begins at its top.
  useEffect(() => {
    setCurrent(0);
    scroller.current?.scrollTo({ top: 0 });
  }, [shown]);

  function toggle(entity: AcrossEntity, index: number): void {
    onOpen(index === openAt ? null : entity.key);
    // Lines below the one that was open move up when it closes.
    setCurrent(index);
  }
  function act(line: number): void {
    const { entity: index, document } = lineOf(line);
    const entity = entityAt(index);
    const one = inOpen[document];
    if (entity === undefined) return;
    if (one !== undefined) goTo(mentionHref(one.contentId, entity));
    else toggle(entity, index);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + rows.page,
      PageUp: active - rows.page,
      Home: 0,
      End: count - 1,
    };
    const target = steps[event.key];
    const { entity: index, document } = lineOf(active);
    const entity = entityAt(index);
    if (target !== undefined) {
      const next = Math.max(0, Math.min(count - 1, target));
      setCurrent(next);
      scrollTo(next, 'nearest');
    } else if (event.key === 'Enter' || event.key === ' ') act(active);
    else if (event.key === 'ArrowRight' && entity !== undefined && document < 0 && index !== openAt)
      toggle(entity, index);
    else if (event.key === 'ArrowLeft' && entity !== undefined && index === openAt) toggle(entity, index);
    else return;
    event.preventDefault();
  }

  const drawn = [];
  for (let line = from; line < to; line++) {
    const { entity: index, document } = lineOf(line);
    const entity = entityAt(index);
    const one: AcrossDocument | undefined = inOpen[document];
    if (entity === undefined) continue;
    const common = {
      id: `${id}${line}`,
      className: classes.row,
      style: { top: topOf(line) },
      'aria-rowindex': line + 2,
      'data-cursor': line === active || undefined,
    } as const;
    drawn.push(
      one === undefined ? (
        <div
          key={entity.key}
          {...common}
          role="row"
          aria-level={1}
          aria-expanded={index === openAt}
          onClick={() => toggle(entity, index)}
        >
          <EntityLine entity={entity} isOpen={index === openAt} />
        </div>
      ) : (
        <div
          key={`${entity.key} ${one.contentId}`}
          {...common}
          role="row"
          aria-level={2}
          data-level={2}
          onClick={() => act(line)}
        >
          <DocumentLine document={one} entity={entity} />
        </div>
      ),
    );
  }
  return (
    <div className={classes.frame}>
      <div
        ref={scroller}
        className={classes.grid}
        role="treegrid"
        aria-label={t('across.table')}
        aria-description={t('across.keys')}
        aria-rowcount={count + 1}
        aria-activedescendant={active >= from && active < to ? `${id}${active}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div className={classes.head} role="row" aria-rowindex={1}>
          {columns.map(({ name, isFigure }) => (
            <ColumnHead
              key={name}
              name={name}
              label={t(`across.${name}`)}
              title={t(`across.about.${name}`)}
              isFigure={isFigure}
              sort={query.sort}
              isLargestFirst={!fromA.has(name)}
              onSort={onSort}
            />
          ))}
        </div>
        <div className={classes.rows} role="rowgroup" style={{ height: rows.height }}>
          {drawn}
        </div>
      </div>
    </div>
  );
}
