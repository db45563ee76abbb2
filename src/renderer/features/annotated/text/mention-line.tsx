import { entityLink } from '../../../lib/addresses/explorer.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import type { ShownPlace } from '../use-place.ts';
import type { RemoteDocument } from '../worker/document-client.ts';
import classes from './text-pane.module.css';
import { TypeMark } from './type-mark.tsx';
import { useMarkFacts } from './use-mark-facts.ts';

interface MentionLineProps {
  readonly remote: RemoteDocument;
  readonly place: ShownPlace;
  readonly isCounted: boolean;
}

/**
 * The chosen entity and which of its marks is shown: what the card says, for who goes from mark to mark by
 * keyboard.
 */
export function MentionLine({ remote, place, isCounted }: MentionLineProps) {
  const { t, format } = useI18n();
  const facts = useMarkFacts(remote, place, isCounted);
  // As high as it will be, which is one line: a pane that gets lower in a moment moves what was scrolled to
  // out of its middle.
  if (facts === null) return <output className={classes.mention} />;
  return (
    <output className={classes.mention}>
      <strong>{facts.name}</strong>
      <TypeMark type={facts.type} />
      {isCounted && facts.number > 0 && (
        <span>{t('card.mention', { number: facts.number, count: facts.mentions })}</span>
      )}
      {facts.relevance !== null && (
        <span>
          {t('card.relevance')} {format.decimal(facts.relevance)}
        </span>
      )}
      {facts.sentiment !== null && (
        <span>
          {t('card.sentiment')} {format.decimal(facts.sentiment)}
        </span>
      )}
      {facts.id !== null && (
        <a href={entityLink({ id: facts.id, type: facts.type, name: facts.name })}>{t('entity.open')}</a>
      )}
    </output>
  );
}
