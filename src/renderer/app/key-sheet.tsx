import { Kbd, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isKeyOfPage } from '../lib/find-key.ts';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { usePath } from '../lib/route.ts';
import classes from './key-sheet.module.css';

const everywhere = [
  ['palette', 'Ctrl+K'],
  ['pages', 'Alt+1…0'],
  ['find', '/ · Ctrl+F'],
  ['sheet', '?'],
] as const;
const inList = [
  ['next', '] · Shift+J'],
  ['previous', '[ · Shift+K'],
  ['list', 'Esc'],
] as const;
const inText = [
  ['marks', 'n · p'],
  ['hits', 'Enter · Shift+Enter'],
  ['highlight', 'h'],
  ['note', 'a'],
  ['copy', 'c'],
  ['panes', '1…4'],
  ['around', 'F6 · Shift+F6'],
  ['original', 'o'],
  ['json', 't'],
  ['back', 'Alt+← · Alt+→'],
] as const;
const inGrid = [
  ['rows', '↑ ↓ · Home · End'],
  ['open', 'Enter'],
  ['select', '␣ · Shift+↓ · Ctrl+A'],
] as const;

/** The keys of the page, shown by `?`. */
export function KeySheet() {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const [page = '', , part] = usePath();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || !isKeyOfPage(event)) return;
      setOpen(true);
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const isText = part === 'annotated' || page === 'annotated';
  const keys = [...(isText ? inText : inGrid), ...(page === 'documents' ? inList : []), ...everywhere];
  return (
    <Modal
      opened={isOpen}
      onClose={() => setOpen(false)}
      title={t('keys.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <dl className={classes.keys}>
        {keys.map(([what, key]) => (
          <div key={what}>
            <dt>{t(`keys.${what}`)}</dt>
            <dd>
              <Kbd size="xs">{key}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
