import { Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isKeyOfPage } from '../lib/find-key.ts';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { keyGroups } from '../lib/keys.ts';
import { goTo, href, usePath } from '../lib/route.ts';
import { KeyList } from '../ui/key-list.tsx';
import classes from './key-sheet.module.css';

/** The keys of the page, shown by `?`; F1 leads to Help from anywhere. */
export function KeySheet() {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const [page = '', , part] = usePath();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (defaultPrevented || ctrlKey || metaKey) return;
      if (key === 'F1' && !altKey) goTo(href(['help']));
      else if (key === '?' && isKeyOfPage(event)) setOpen(true);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const isText = part === 'annotated' || page === 'annotated';
  const lines = [
    ...(isText ? keyGroups.text : keyGroups.grid).lines,
    ...(page === 'documents' ? keyGroups.reading.lines : []),
    ...(page === 'explorer' ? keyGroups.explorer.lines : []),
    ...keyGroups.everywhere.lines,
  ];
  return (
    <Modal
      opened={isOpen}
      onClose={() => setOpen(false)}
      title={t('keys.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <KeyList lines={lines} />
      <a className={classes.all} href={href(['help', 'keys'])} onClick={() => setOpen(false)}>
        {t('keys.all')}
      </a>
    </Modal>
  );
}
