import { type ErrorCode, errorCatalog } from '#shared/errors/catalog.ts';
import { explain } from '#shared/errors/explain.ts';
import { messagesQuery } from '../../lib/addresses/help.ts';
import { useQueryValues } from '../../lib/addresses/define-query.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { goTo, href } from '../../lib/route.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Section } from '../../ui/section.tsx';
import { HelpFrame } from './help-frame.tsx';
import classes from './help.module.css';
import { withCode } from './with-code.tsx';

const codes = (Object.keys(errorCatalog) as ErrorCode[]).toSorted();

/** Every message that Sluice has, by its code: what happened, what Sluice does next, what helps. */
export function MessagesPage() {
  const { t } = useI18n();
  const { search } = useQueryValues(messagesQuery);
  const wanted = search.toLowerCase();
  const found = codes
    .map((code) => ({ code, ...explain(t, code) }))
    .filter((one) => Object.values(one).some((words) => words.toLowerCase().includes(wanted)));
  const onSearch = (text: string) =>
    goTo(href(['help', 'messages'], messagesQuery.write({ search: text })), { replace: true });
  return (
    <HelpFrame part="messages">
      <SearchField label={t('help.findMessage')} value={search} onChange={onSearch} />
      <Section title={t('help.messagesFound', { count: found.length })} flush>
        <dl className={classes.words}>
          {found.map(({ code, happened, next, remedy }) => (
            <div key={code}>
              <dt className={classes.code}>{code}</dt>
              <dd>{withCode(happened)}</dd>
              <dd>{withCode([next, remedy].filter((words) => words !== '').join(' '))}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </HelpFrame>
  );
}
