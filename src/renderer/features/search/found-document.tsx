import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import type { FoundDocument as Found, FoundChunk } from '#shared/bridge/search.ts';
import { annotatedHref } from '../../lib/addresses/annotated.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { href } from '../../lib/route.ts';
import { toneOf } from '../../lib/tone.ts';
import { Highlighted } from './highlighted.tsx';
import { chunkHref } from './search-input.ts';
import classes from './search.module.css';

/** Passages of one document that are shown before a person asks for more. */
const shownAtFirst = 3;
/** Entities named under a passage. */
const mostEntities = 8;

/** A document with the passages that were found in it. */
export function FoundDocument({ found, wanted }: { readonly found: Found; readonly wanted: string }) {
  const { t, format } = useI18n();
  const titleId = useId();
  const [isAll, setAll] = useState(false);
  const { contentId, headline, fileName, at, chunks } = found;
  const shown = isAll ? chunks : chunks.slice(0, shownAtFirst);
  const hidden = chunks.length - shown.length;
  const [best] = chunks;
  const facts = [
    fileName !== null && fileName !== headline ? fileName : null,
    at === null ? null : format.date(at),
    found.source,
  ].filter((fact) => fact !== null);
  return (
    <li>
      <article className={classes.document} aria-labelledby={titleId}>
        <header className={classes.documentHead}>
          <h2 id={titleId}>
            <a href={best ? chunkHref(contentId, best) : href(['documents', contentId])}>{headline}</a>
          </h2>
          <p className={classes.facts}>
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
            <a href={href(['documents', contentId])}>{t('search.details')}</a>
          </p>
        </header>
        <ol className={classes.chunks}>
          {shown.map((chunk) => (
            <Chunk key={`${chunk.chunk} ${chunk.text}`} contentId={contentId} chunk={chunk} wanted={wanted} />
          ))}
        </ol>
        {hidden > 0 && (
          <Button variant="subtle" className={classes.more} onClick={() => setAll(true)}>
            {t('search.more', { count: hidden })}
          </Button>
        )}
      </article>
    </li>
  );
}

interface ChunkProps {
  readonly contentId: string;
  readonly chunk: FoundChunk;
  readonly wanted: string;
}

function Chunk({ contentId, chunk, wanted }: ChunkProps) {
  const { t, format } = useI18n();
  const { text, relevance, sentiment, entities } = chunk;
  const tone = toneOf(sentiment);
  return (
    <li className={classes.chunk}>
      <p className={classes.chunkText}>
        <Highlighted text={text} wanted={wanted} />
      </p>
      <p className={classes.chunkFacts}>
        <a href={chunkHref(contentId, chunk)}>
          {chunk.chunk === null ? t('search.open') : t('search.openChunk', { number: chunk.chunk })}
        </a>
        {relevance !== null && <span>{t('search.relevance', { value: format.percent(relevance) })}</span>}
        {sentiment !== null && (
          <span className={classes.tone} data-tone={tone}>
            {t(`search.${tone}`, { value: format.decimal(sentiment) })}
          </span>
        )}
      </p>
      {entities.length > 0 && (
        <ul className={classes.entities} aria-label={t('search.entities')}>
          {entities.slice(0, mostEntities).map(({ id, name, type }) => (
            <li key={id ?? name}>
              <a
                href={annotatedHref(contentId, { entity: id ?? name })}
                title={t('search.showEntity', { name })}
              >
                {name}
              </a>
              {type !== '' && <span className={classes.type}>{type}</span>}
            </li>
          ))}
          {entities.length > mostEntities && (
            <li className="quiet">{t('search.moreEntities', { count: entities.length - mostEntities })}</li>
          )}
        </ul>
      )}
    </li>
  );
}
