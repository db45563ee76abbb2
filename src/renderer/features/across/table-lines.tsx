// biome-ignore-all lint/a11y/useSemanticElements: cells of a grid that is drawn as it comes into sight.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row.

import { IconChevronDown, IconChevronRight, IconFileText } from '@tabler/icons-react';
import type { AcrossDocument, AcrossEntity } from '#shared/bridge/across.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { toneOf } from '../annotated/text/sentence-strip.tsx';
import classes from './across.module.css';
import { mentionHref } from './across-address.ts';

/** One entity. */
export function EntityLine({ entity, isOpen }: { readonly entity: AcrossEntity; readonly isOpen: boolean }) {
  const { t, format } = useI18n();
  const { id, name, type, documents, mentions, sentiment, relevance, firstAt, lastAt } = entity;
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <span role="gridcell" className={classes.name}>
        <Icon size={14} aria-hidden className={classes.twist} />
        <span className={classes.words} title={id === null ? name : `${name} · ${id}`}>
          {name}
        </span>
        {id !== null && <span className={classes.id}>{id}</span>}
      </span>
      <span role="gridcell">{type === '' ? t('across.untyped') : type}</span>
      <span role="gridcell" data-figure>
        {format.number(documents)}
      </span>
      <span role="gridcell" data-figure>
        {format.number(mentions)}
      </span>
      <Sentiment value={sentiment} />
      <Relevance value={relevance} />
      <span role="gridcell" data-figure className="quiet">
        {format.date(firstAt)}
      </span>
      <span role="gridcell" data-figure className="quiet">
        {format.date(lastAt)}
      </span>
    </>
  );
}

interface DocumentLineProps {
  readonly document: AcrossDocument;
  readonly entity: AcrossEntity;
}

/** A document in which the open entity is named; it leads to the place in the text. */
export function DocumentLine({ document, entity }: DocumentLineProps) {
  const { t, format } = useI18n();
  const { contentId, fileName, at, mentions, sentiment, relevance } = document;
  return (
    <>
      <span role="gridcell" aria-colspan={3} className={classes.name}>
        <IconFileText size={14} aria-hidden className={classes.twist} />
        <a
          className={classes.words}
          href={mentionHref(contentId, entity)}
          tabIndex={-1}
          title={t('across.openIn', { name: fileName })}
          onClick={(event) => event.stopPropagation()}
        >
          {fileName}
        </a>
      </span>
      <span role="gridcell" data-figure>
        {format.number(mentions)}
      </span>
      <Sentiment value={sentiment} />
      <Relevance value={relevance} />
      <span role="gridcell" />
      <span role="gridcell" data-figure className="quiet">
        {format.date(at)}
      </span>
    </>
  );
}

const signs = { positive: '▲', negative: '▼', neutral: '' };

function Sentiment({ value }: { readonly value: number | null }) {
  const { format } = useI18n();
  const tone = toneOf(value);
  return (
    <span role="gridcell" data-figure className={classes.tone} data-tone={tone}>
      {value === null ? (
        '–'
      ) : (
        <>
          <span aria-hidden>{signs[tone]}</span> {format.decimal(value)}
        </>
      )}
    </span>
  );
}

function Relevance({ value }: { readonly value: number | null }) {
  const { format } = useI18n();
  return (
    <span role="gridcell" data-figure>
      {value === null ? '–' : format.decimal(value)}
    </span>
  );
}
