import { Alert, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Tag } from '#shared/bridge/tags.ts';
import { documentsHref } from '../../lib/addresses/documents.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { ExplainedFailure } from '../../ui/explained-failure.tsx';
import { notify } from '../../ui/notify.tsx';
import { Section } from '../../ui/section.tsx';
import { groupOf, nameTrouble, similarTag } from './tag-groups.ts';
import classes from './tags.module.css';

interface CreateTagProps {
  /** Tags on screen, among which a name that looks the same is looked for. */
  readonly tags: readonly Tag[];
}

/** Makes a tag. One of that name that is there already is said and offered instead. */
export function CreateTag({ tags }: CreateTagProps) {
  const { t } = useI18n();
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const create = useAction('tags.create', { quiet: true });
  const trouble = nameTrouble(name);
  const similar = trouble ? undefined : similarTag(tags, name);
  const existing = create.data?.existed ? create.data : undefined;
  const isAutomatic = !trouble && groupOf(name.trim()) !== 'other';
  const send = () => {
    setTried(true);
    if (trouble) return;
    create.mutate(
      { name: name.trim() },
      {
        onSuccess: (tag) => {
          setTried(false);
          if (tag.existed) return;
          setName('');
          notify(t('tagsPage.created', { name: tag.name }));
        },
      },
    );
  };
  return (
    <Section title={t('tagsPage.create')}>
      <form
        className={classes.create}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <TextInput
          label={t('tagsPage.newName')}
          description={isAutomatic ? t('tagsPage.automatic') : undefined}
          value={name}
          error={tried && trouble ? t(trouble, { prefix: name.trim() }) : undefined}
          onChange={(event) => {
            setName(event.currentTarget.value);
            create.reset();
          }}
        />
        <Button type="submit" loading={create.isPending}>
          {t('tagsPage.create')}
        </Button>
      </form>
      {similar && !existing && <p className="quiet">{t('tagsPage.similar', { name: similar.name })}</p>}
      {existing && (
        <Alert color="gray" variant="light" mt={12} title={t('tagsPage.exists', { name: existing.name })}>
          <a href={documentsHref({ tags: [existing.name] })}>{t('tagsPage.useIt')}</a>
        </Alert>
      )}
      {create.error && <ExplainedFailure error={create.error} onRetry={send} />}
    </Section>
  );
}
