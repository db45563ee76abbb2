import { IconChevronDown, IconChevronRight, IconFileText } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { AcrossDocument, AcrossEntity, AcrossQuery } from '#shared/bridge/across.ts';
import { annotatedHref } from '../../lib/addresses/annotated.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { startReading } from '../../lib/reading-list.ts';
import { goTo } from '../../lib/route.ts';
import type { GridBranch } from '../../ui/grid/branch.ts';
import type { GridColumn } from '../../ui/grid/columns.ts';
import { Grid } from '../../ui/grid/grid.tsx';
import { RelevanceValue } from '../../ui/relevance-value.tsx';
import { SentimentValue } from '../../ui/sentiment-value.tsx';
import classes from './across.module.css';
import type { Entities } from './use-entities.ts';

interface EntityTableProps {
  readonly entities: Entities;
  readonly onSort: (sort: AcrossQuery['sort']) => void;
  /** Shows the documents of an entity; null shows none. */
  readonly onOpen: (key: string | null) => void;
}

type ColumnName = AcrossQuery['sort']['by'];

/** In the order they stand in. */
const layout = [
  { name: 'name', least: 200, share: 1, sorts: 'from-a' },
  { name: 'type', least: 84, sorts: 'from-a' },
  { name: 'documents', least: 84, isFigure: true, sorts: 'largest-first' },
  { name: 'mentions', least: 84, isFigure: true, sorts: 'largest-first' },
  { name: 'sentiment', least: 84, isFigure: true, sorts: 'largest-first' },
  { name: 'relevance', least: 84, isFigure: true, sorts: 'largest-first' },
  { name: 'first', least: 108, isFigure: true, isQuiet: true, sorts: 'from-a' },
  { name: 'last', least: 108, isFigure: true, isQuiet: true, sorts: 'largest-first' },
] as const satisfies readonly Omit<GridColumn<AcrossEntity, ColumnName>, 'label' | 'cell'>[];

const keyOf = ({ key }: AcrossEntity) => key;
const none: readonly AcrossDocument[] = [];

/** Entities, and below the one that is open the documents it is in. */
export function EntityTable({ entities, onSort, onOpen }: EntityTableProps) {
  const { t, format } = useI18n();
  const { source, query, total, open, openAt, inOpen = none } = entities;
  const columns = useMemo((): readonly GridColumn<AcrossEntity, ColumnName>[] => {
    const cells: Readonly<Record<ColumnName, GridColumn<AcrossEntity>['cell']>> = {
      name: (entity) => <EntityName entity={entity} isOpen={entity.key === open} />,
      type: ({ type }) => (type === '' ? t('across.untyped') : type),
      documents: ({ documents }) => format.number(documents),
      mentions: ({ mentions }) => format.number(mentions),
      sentiment: ({ sentiment }) => <SentimentValue value={sentiment} />,
      relevance: ({ relevance }) => <RelevanceValue value={relevance} />,
      first: ({ firstAt }) => format.date(firstAt),
      last: ({ lastAt }) => format.date(lastAt),
    };
    return layout.map((column) => ({
      ...column,
      label: t(`across.${column.name}`),
      about: t(`across.about.${column.name}`),
      cell: cells[column.name],
    }));
  }, [t, format, open]);
  const branch = useMemo(
    (): GridBranch<AcrossEntity, AcrossDocument> => ({
      at: openAt,
      rows: inOpen,
      // Names of files are long, and a document has neither type nor number of documents.
      span: 3,
      cell(column, document, entity) {
        const { mentions, sentiment, relevance, at } = document;
        if (column === 'name') return <DocumentName document={document} entity={entity} />;
        if (column === 'mentions') return format.number(mentions);
        if (column === 'sentiment') return <SentimentValue value={sentiment} />;
        if (column === 'relevance') return <RelevanceValue value={relevance} />;
        return column === 'last' ? format.date(at) : null;
      },
      onOpen: ({ contentId }, entity) => goTo(annotatedHref(contentId, { entity: entity.id ?? entity.name })),
    }),
    [format, openAt, inOpen],
  );
  function from(entity: AcrossEntity, _at: number, child: number): void {
    const document = inOpen[child];
    if (document === undefined) return;
    const entries = inOpen.map(({ contentId, fileName }) => ({
      contentId,
      name: fileName,
      address: annotatedHref(contentId, { entity: entity.id ?? entity.name }),
    }));
    const grid = { name: 'entities', line: openAt + 1 };
    startReading({ source: { kind: 'known', entries }, grid }, child, document.contentId);
  }
  return (
    <Grid
      name="entities"
      label={t('across.table')}
      source={source}
      total={total}
      columns={columns}
      sort={query.sort}
      onSort={onSort}
      idOf={keyOf}
      branch={branch}
      onOpen={(key) => onOpen(key === open ? null : key)}
      onFrom={from}
    />
  );
}

function EntityName({ entity, isOpen }: { readonly entity: AcrossEntity; readonly isOpen: boolean }) {
  const { id, name } = entity;
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <span className={classes.name}>
      <Icon size={14} aria-hidden className={classes.twist} />
      <span className={classes.words} title={id === null ? name : `${name} · ${id}`}>
        {name}
      </span>
      {id !== null && <span className={classes.id}>{id}</span>}
    </span>
  );
}

interface DocumentNameProps {
  readonly document: AcrossDocument;
  readonly entity: AcrossEntity;
}

/** Leads to where the open entity stands in the text. */
function DocumentName({ document: { contentId, fileName }, entity }: DocumentNameProps) {
  const { t } = useI18n();
  return (
    <span className={classes.name}>
      <IconFileText size={14} aria-hidden className={classes.twist} />
      <a
        className={classes.words}
        href={annotatedHref(contentId, { entity: entity.id ?? entity.name })}
        tabIndex={-1}
        title={t('across.openIn', { name: fileName })}
      >
        {fileName}
      </a>
    </span>
  );
}
