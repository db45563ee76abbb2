import { Button, Group, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentFilter } from '#shared/bridge/documents.ts';
import { useCallFunction } from '../../lib/bridge/host-context.tsx';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { TagPicker } from '../../ui/tag-picker.tsx';
import classes from './documents.module.css';

interface TagDialogProps {
  /** The documents whose tags change. */
  readonly filter: DocumentFilter;
  readonly count: number;
  readonly onClose: () => void;
  readonly onApply: (change: { add: string[]; remove: string[] }) => void;
}

/** Which tags to add to, and to take from, many documents. */
export function TagDialog({ filter, count, onClose, onApply }: TagDialogProps) {
  const { t } = useI18n();
  const [add, setAdd] = useState<string[]>([]);
  const there = useTagsThere(filter);
  // A service without a list does not tell what others tagged meanwhile: then any tag may be named.
  const knowsNone = there?.length === 0;
  const [remove, setRemove] = useState<string[]>([]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('bulk.tagTitle', { count })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={classes.fields}>
        <TagPicker
          label={t('bulk.add')}
          value={add}
          onChange={(tags) => {
            setAdd(tags);
            setRemove(remove.filter((tag) => !tags.includes(tag)));
          }}
        />
        <TagPicker
          label={t('bulk.remove')}
          value={remove}
          {...(knowsNone ? {} : { offered: there })}
          onChange={(tags) => {
            setRemove(tags);
            setAdd(add.filter((tag) => !tags.includes(tag)));
          }}
          creates={false}
        />
        <Text size="sm" className="quiet">
          {t('bulk.tagText')}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            disabled={add.length + remove.length === 0}
            onClick={() => {
              onApply({ add, remove });
              onClose();
            }}
          >
            {t('bulk.apply')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}

/** Rows asked for at once; the most the bridge gives. */
const pageSize = 1_000;

/** The tags that these documents carry, by name; null until they are known. */
function useTagsThere(filter: DocumentFilter) {
  const call = useCallFunction();
  const { data } = useQuery({
    queryKey: ['documents.query', 'tags', filter],
    queryFn: async ({ signal }) => {
      const names = new Map<string, string>();
      for (let offset = 0; !signal.aborted; offset += pageSize) {
        const { rows } = await call('documents.query', { filter, offset, limit: pageSize });
        for (const { tags } of rows) for (const { id, name } of tags) names.set(id, name);
        if (rows.length < pageSize) break;
      }
      return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
    },
  });
  return data ?? null;
}
