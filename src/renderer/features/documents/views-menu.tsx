import { ActionIcon, Button, Group, Menu, Modal, Text, TextInput } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { DocumentView } from '#shared/settings/preferences.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { goTo, href } from '../../lib/route.ts';
import { ButtonMenu } from '../../ui/button-menu.tsx';
import classes from './documents.module.css';

interface ViewsMenuProps {
  readonly views: readonly DocumentView[];
  /** The list as it is now. */
  readonly query: string;
  readonly columns: readonly string[];
}

/** Named ways to look at the documents, kept in the settings. */
export function ViewsMenu({ views, query, columns }: ViewsMenuProps) {
  const { t } = useI18n();
  const [naming, setNaming] = useState(false);
  const update = useAction('settings.update');
  const keep = (documentViews: DocumentView[]) => update.mutate({ preferences: { documentViews } });
  const open = (view: DocumentView) => {
    update.mutate({ preferences: { documentColumns: [...view.columns] } });
    goTo(href(['documents'], view.query));
  };
  return (
    <>
      <ButtonMenu
        label={t('documents.views')}
        leftSection={<IconBookmark size={14} aria-hidden />}
        width={260}
      >
        {views.length === 0 && <Menu.Label>{t('documents.viewsNone')}</Menu.Label>}
        {views.map((view) => (
          <Group key={view.name} gap={0} wrap="nowrap">
            <Menu.Item onClick={() => open(view)}>{view.name}</Menu.Item>
            <ActionIcon
              aria-label={t('documents.viewRemove', { name: view.name })}
              onClick={() => keep(views.filter(({ name }) => name !== view.name))}
            >
              <IconTrash size={14} />
            </ActionIcon>
          </Group>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => setNaming(true)}>{t('documents.viewSave')}</Menu.Item>
      </ButtonMenu>
      {naming && (
        <NameView
          onClose={() => setNaming(false)}
          onName={(name) =>
            keep([...views.filter((one) => one.name !== name), { name, query, columns: [...columns] }])
          }
        />
      )}
    </>
  );
}

interface NameViewProps {
  readonly onClose: () => void;
  readonly onName: (name: string) => void;
}

function NameView({ onClose, onName }: NameViewProps) {
  const { t } = useI18n();
  const [name, setName] = useState('');
  const wanted = name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted === '') return;
    onName(wanted);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('documents.viewSaveTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form onSubmit={submit} className={classes.fields}>
        <TextInput
          label={t('documents.viewName')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Text size="sm" className="quiet">
          {t('documents.viewHint')}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={wanted === ''}>
            {t('common.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
